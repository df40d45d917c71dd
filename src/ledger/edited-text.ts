import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { FileChange } from './shell-files.ts'
import { type Edited, type Symbols, symbolsOf } from './symbols.ts'

const BEFORE = /^old_?(?:string|str|text)$/i
const AFTER = /^(?:new_?(?:string|str|text|source)|content|file_?text|insert_?text|code_edit|replacement)$/i
/** So much of an edit is looked at. */
const MOST = 16_000
const MOST_EDITS = 16

/** What a call declares in the files that it changes, by their paths. */
export function symbolsIn(input: string, args: Json | undefined, files: readonly FileChange[]): ReadonlyMap<string, Symbols> {
  const found = new Map<string, Symbols>()
  if (!files.some(([, deed]) => deed === 'created' || deed === 'modified' || deed === 'moved')) return found
  const patch = patchIn(input, args)
  const edits = patch === undefined ? [[files[0]?.[0] ?? '', editIn(args)] as const] : patchedParts(patch)
  for (const [path, edited] of edits) {
    const symbols = isOfWords(path) ? undefined : symbolsOf(edited)
    if (symbols !== undefined) found.set(path, symbols)
  }
  return found
}

/** What a call takes out of a file, and what it puts in. */
export function editedIn(input: string, args: Json | undefined, path: string): Edited {
  const patch = patchIn(input, args)
  if (patch === undefined) return editIn(args)
  return patchedParts(patch).find(([own]) => own === path)?.[1] ?? { before: '', after: '' }
}

/** What a document shows is no code of its own. */
function isOfWords(path: string): boolean {
  return /\.(?:mdx?|markdown|txt|rst|adoc|html?)$/i.test(path)
}

function editIn(args: Json | undefined): Edited {
  if (!isJsonObject(args)) return { before: '', after: '' }
  const { edits } = args
  const parts = [args, ...(Array.isArray(edits) ? edits.filter(isJsonObject).slice(0, MOST_EDITS) : [])]
  return { before: textsOf(parts, BEFORE), after: textsOf(parts, AFTER) }
}

function textsOf(parts: readonly JsonObject[], key: RegExp): string {
  const texts = parts.flatMap((part) => Object.entries(part).flatMap(([name, value]) => (key.test(name) ? [value] : [])))
  return texts
    .filter((text) => typeof text === 'string')
    .join('\n')
    .slice(0, MOST)
}

/** The text of a patch, as such or in an argument. */
function patchIn(input: string, args: Json | undefined): string | undefined {
  if (!input.includes('*** Begin Patch')) return undefined
  if (!isJsonObject(args)) return input.slice(0, MOST)
  const value = Object.values(args).flatMap((one) => (Array.isArray(one) ? one : [one]))
  return value
    .find((one) => typeof one === 'string' && one.includes('*** Begin Patch'))
    ?.toString()
    .slice(0, MOST)
}

const FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/
const MOVE = /^\*\*\* Move to: (.+)$/

/** Of each file of a patch: lines that go, lines that come, and the declarations that they stand under. */
function patchedParts(patch: string): readonly (readonly [path: string, edited: Edited])[] {
  const parts: { path: string; readonly before: string[]; readonly after: string[]; readonly around: string[] }[] = []
  /** The last line that may declare something, until a change comes under it. */
  let above: string | undefined
  for (const line of patch.split('\n')) {
    const path = FILE.exec(line)?.[1]?.trim()
    if (path !== undefined) parts.push({ path, before: [], after: [], around: [] })
    const part = parts.at(-1)
    if (part === undefined) continue
    const moved = MOVE.exec(line)?.[1]?.trim()
    if (moved !== undefined) part.path = moved
    const text = line.slice(1)
    if (line.startsWith('@@')) above = line.replace(/^@@[^@\n]*@@|^@@/, '').trim()
    else if (line.startsWith(' ') && mayDeclare(text) && symbolsOf({ before: text, after: '' }) !== undefined) above = text
    else if (/^[+-]/.test(line)) {
      part[line.startsWith('+') ? 'after' : 'before'].push(text)
      if (above !== undefined) part.around.push(above)
      above = undefined
    }
  }
  return parts.map(({ path, before, after, around }) => [
    path,
    { before: before.join('\n'), after: after.join('\n'), around: around.join('\n') },
  ])
}

/** Most lines declare nothing. */
function mayDeclare(line: string): boolean {
  return (
    /\b(?:function|class|interface|enum|struct|trait|def|fn|func|fun|type|const)\b/.test(line) || line.trimEnd().endsWith('{')
  )
}
