import { posix } from 'node:path'
import { parseAst } from 'vitest/node'

/** A file, or a name that it exports. */
export interface Taken {
  readonly file: string
  /** `*` for all of it; nothing if a string names the file, which may be started as a program. */
  readonly name: string
}

/** Every file by its path below the root. */
export type Tree = ReadonlyMap<string, string>

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

/**
 * What a file takes from others as it runs: what it imports and passes on, types left out, and files whose path it names, since it may
 * start them as programs.
 */
export function takenBy(path: string, tree: Tree): readonly Taken[] {
  const nodes = [...walk(parseAst(tree.get(path) ?? '', { lang: 'ts' }))]
  return nodes
    .flatMap((node): readonly Taken[] => {
      if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') return specifiersOf(node, path)
      if (node.type === 'VariableDeclarator' || node.type === 'MemberExpression') return lateNames(node, path)
      return typeof node['value'] === 'string' ? named(node['value'], path) : []
    })
    .filter(({ file }) => tree.has(file))
}

function specifiersOf(node: Node, path: string): readonly Taken[] {
  const [source, specifiers] = [node['source'], node['specifiers']]
  if (!isNode(source) || typeof source['value'] !== 'string' || !source['value'].startsWith('.')) return []
  if (node['importKind'] === 'type' || node['exportKind'] === 'type' || !Array.isArray(specifiers)) return []
  const file = posix.join(posix.dirname(path), source['value'])
  return specifiers
    .filter(isNode)
    .filter((specifier) => specifier['importKind'] !== 'type' && specifier['exportKind'] !== 'type')
    .map((specifier) => ({ file, name: takenName(specifier) }))
}

function takenName({ type, imported, local }: Node): string {
  if (type === 'ImportNamespaceSpecifier') return '*'
  const name = type === 'ImportSpecifier' ? imported : local
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : '*'
}

/** `const { name } = await import('./file.ts')` and `(await import('./file.ts')).name`: what is loaded when it is needed is taken, too. */
function lateNames(node: Node, path: string): readonly Taken[] {
  const source = lateSource(node['init'] ?? node['object'])
  if (source === undefined) return []
  const file = posix.join(posix.dirname(path), source)
  const pattern = node['id']
  const keys =
    isNode(pattern) && Array.isArray(pattern['properties'])
      ? pattern['properties'].map((each) => each['key'])
      : [node['property']]
  return keys.flatMap((key) => (isNode(key) && typeof key['name'] === 'string' ? [{ file, name: key['name'] }] : []))
}

/** The path in `await import('./file.ts')`, in brackets or not. */
function lateSource(value: unknown): string | undefined {
  if (!isNode(value)) return
  if (value.type === 'ParenthesizedExpression') return lateSource(value['expression'])
  const loaded = value.type === 'AwaitExpression' ? value['argument'] : undefined
  const source = isNode(loaded) && loaded.type === 'ImportExpression' ? loaded['source'] : undefined
  return isNode(source) && typeof source['value'] === 'string' && source['value'].startsWith('.') ? source['value'] : undefined
}

/** A path in a string stands for the file as seen from the file that names it, or from the root. */
function named(value: string, path: string): readonly Taken[] {
  if (!/^[\w./-]+\.(?:ts|js)$/.test(value)) return []
  return [posix.join(posix.dirname(path), value), posix.normalize(value)].map((file) => ({ file, name: '' }))
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item)
  if (!isNode(value)) return
  yield value
  // What an import names is read from the import itself.
  if (value.type === 'ImportDeclaration' || (value.type === 'ExportNamedDeclaration' && isNode(value['source']))) return
  for (const child of Object.values(value)) yield* walk(child)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
