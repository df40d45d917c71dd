/** Measures the source as a stranger meets it: sizes, casts, exports that nothing imports. `npm run house [-- <root>]` */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseAst } from 'vitest/node'

/** A node of the syntax tree: comments and strings are none. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

interface Source {
  readonly path: string
  readonly lines: number
  readonly tree: unknown
  readonly nodes: readonly Node[]
  readonly text: string
}

/** What the house looks like. */
export interface House {
  readonly files: number
  readonly lines: number
  readonly medianFile: number
  /** Functions of more than 60 lines, with their places. */
  readonly longFunctions: readonly string[]
  /** `x as T` but for `as const`, and `x!`. */
  readonly casts: number
  readonly assertions: number
  readonly castsByFile: readonly string[]
  /** Exported names that no other file of the source, no test and no script imports, and that no door of the package shows. */
  readonly unusedExports: readonly string[]
  /** The file with most import statements, and how many it has. */
  readonly longestImports: string
  /** Names that the root entry exports, types included. */
  readonly rootExports: number
}

const MOST_LINES = 60

/** Reads and measures everything below `root`. */
export function measureHouse(root = '.'): House {
  const read = (pattern: string): readonly Source[] =>
    globSync(pattern, { cwd: root, exclude: (path) => String(path).includes('node_modules') })
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map((path) => sourceOf(root, path))
  const sources = read('src/**/*.ts')
  const others = read('{test,scripts,eval,bench,examples}/**/*.ts')
  const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b)
  const casts = sources.map((source) => ({ source, count: source.nodes.filter(isCast).length }))
  const imports = sources.map((source) => ({ source, count: source.nodes.filter(isImport).length }))
  const longest = imports.toSorted((a, b) => b.count - a.count)[0]
  return {
    files: sources.length,
    lines: lengths.reduce((sum, count) => sum + count, 0),
    medianFile: lengths[lengths.length >> 1] ?? 0,
    longFunctions: sources.flatMap(longFunctionsIn),
    casts: casts.reduce((sum, { count }) => sum + count, 0),
    assertions: sources.reduce((sum, { nodes }) => sum + nodes.filter(({ type }) => type === 'TSNonNullExpression').length, 0),
    castsByFile: casts.filter(({ count }) => count > 0).map(({ source, count }) => `${count} ${source.path}`),
    unusedExports: unusedIn(sources, others, doorsOf(root)),
    longestImports: longest === undefined ? '' : `${longest.count} in ${longest.source.path}`,
    rootExports: sources.filter(({ path }) => path === 'src/index.ts').flatMap(exportsOf).length,
  }
}

const known = new Map<string, Source>()

/** A file and its syntax tree, which takes longer than what is asked of it: it is made once. */
export function sourceOf(root: string, path: string): Source {
  const file = posix.join(root, path)
  const source = known.get(file) ?? parsed(path, readFileSync(file, 'utf8'))
  known.set(file, source)
  return source
}

function parsed(path: string, text: string): Source {
  const tree = parseAst(text, { lang: 'ts' })
  const nodes: Node[] = []
  walk(tree, nodes)
  return { path, text, tree, nodes, lines: text.split('\n').length - 1 }
}

function walk(value: unknown, found: Node[]): void {
  if (Array.isArray(value)) for (const item of value) walk(item, found)
  if (!isNode(value)) return
  found.push(value)
  for (const child of Object.values(value)) walk(child, found)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function isImport({ type }: Node): boolean {
  return type === 'ImportDeclaration'
}

/** `as const` makes no claim that could be wrong. */
function isCast(node: Node): boolean {
  if (node.type !== 'TSAsExpression' || !isNode(node['typeAnnotation'])) return false
  const name = node['typeAnnotation']['typeName']
  return !(isNode(name) && name['name'] === 'const')
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function longFunctionsIn({ path, nodes, text }: Source): readonly string[] {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  return nodes
    .filter(({ type }) => FUNCTIONS.has(type))
    .map((node) => ({ from: lineAt(node.start), to: lineAt(node.end) }))
    .filter(({ from, to }) => to - from + 1 > MOST_LINES)
    .map(({ from, to }) => `${path}:${from} (${to - from + 1} lines)`)
}

/** The source files that the package's exports show. */
function doorsOf(root: string): ReadonlySet<string> {
  const { exports } = JSON.parse(readFileSync(posix.join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>
  }
  const built = Object.values(exports).flatMap((door) => (typeof door === 'string' ? [] : [door.default]))
  const patterns = built.map((file) => file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
  return new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'))))
}

function exportsOf({ nodes }: Source): readonly string[] {
  return nodes
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => {
      const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
      const declared = isNode(node['declaration']) ? declaredBy(node['declaration']) : []
      return [...declared, ...specifiers.flatMap((specifier) => nameOf(specifier['exported']))]
    })
}

function declaredBy(declaration: Node): readonly string[] {
  if (!Array.isArray(declaration['declarations'])) return nameOf(declaration['id'])
  return declaration['declarations'].filter(isNode).flatMap((declarator) => nameOf(declarator['id']))
}

function nameOf(value: unknown): readonly string[] {
  return isNode(value) && typeof value['name'] === 'string' ? [value['name']] : []
}

function unusedIn(sources: readonly Source[], others: readonly Source[], doors: ReadonlySet<string>): readonly string[] {
  const used = new Set([...sources, ...others].flatMap(importedBy))
  return sources
    .filter(({ path }) => !doors.has(path))
    .flatMap((source) => exportsOf(source).map((name) => `${source.path}: ${name}`))
    .filter((place) => !used.has(place))
}

/** `file: name` for everything that a file takes from another; a whole namespace takes all of it. */
function importedBy({ path, nodes }: Source): readonly string[] {
  return nodes.flatMap((node) => {
    const loaded = loadedBy(node)
    const source = loaded?.source ?? node['source']
    if (!isNode(source) || typeof source['value'] !== 'string' || !source['value'].startsWith('.')) return []
    const file = posix.join(posix.dirname(path), source['value'])
    if (loaded !== undefined) return loaded.names.map((name) => `${file}: ${name}`)
    const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
    return specifiers.flatMap((specifier) =>
      nameOf(specifier['imported'] ?? specifier['local']).map((name) => `${file}: ${name}`),
    )
  })
}

/** What `const { name } = await import(…)` and `(await import(…)).name` take. */
function loadedBy(node: Node): { readonly source: unknown; readonly names: readonly string[] } | undefined {
  const waiting =
    node.type === 'VariableDeclarator' ? node['init'] : node.type === 'MemberExpression' ? node['object'] : undefined
  const load = isNode(waiting) && waiting.type === 'AwaitExpression' ? waiting['argument'] : undefined
  if (!isNode(load) || load.type !== 'ImportExpression') return undefined
  const pattern = isNode(node['id']) && Array.isArray(node['id']['properties']) ? node['id']['properties'].filter(isNode) : []
  return { source: load['source'], names: [...pattern.map(({ key }) => key), node['property']].flatMap(nameOf) }
}

if (import.meta.main) print(measureHouse(process.argv[2]))

function print(house: House): void {
  const { longFunctions, castsByFile, unusedExports, ...numbers } = house
  console.log(JSON.stringify({ ...numbers, longFunctions: longFunctions.length, unusedExports: unusedExports.length }, null, 2))
  for (const line of longFunctions) console.log(`long      ${line}`)
  for (const line of castsByFile) console.log(`casts     ${line}`)
  for (const line of unusedExports) console.log(`unused    ${line}`)
}
