import { isJsonObject, type Json } from '../schema/json.ts'
import type { Content } from './block-key.ts'

/** A placeholder says that something is gone; longer texts say something themselves. */
const LONGEST_PLACEHOLDER = 200
/** A client that makes room cuts down more than this; less is a person's edit. */
const SHORTEST_CUT_DOWN = 1000

/**
 * How a client changed an entry. A result that gave way to a placeholder, a picture to a word, a long text to its head and tail: the
 * client made room, and the log has all of it still. Anything else is an edit.
 */
export function howChanged(entry: Content, block: Content): 'edited' | 'reduced' {
  if (entry.kind === 'file' && block.kind === 'text') return 'reduced'
  const [before, after] = [wordsOf(entry), wordsOf(block)]
  const isTools = entry.kind === 'tool-result' || entry.kind === 'tool-call'
  if (after.length > 0.8 * before.length || (!isTools && before.length < SHORTEST_CUT_DOWN)) return 'edited'
  const isShort = after.length <= LONGEST_PLACEHOLDER && after.length * 2 <= before.length
  const isPlaceholder = isTools && isShort && (entry.kind !== 'tool-call' || isPartOf(before, after))
  return isPlaceholder || commonEnds(before, after) >= 0.9 * after.length ? 'reduced' : 'edited'
}

/**
 * True if arguments name nothing that others do not name: fields were left out or shortened. Arguments with new names belong to another
 * call.
 */
function isPartOf(before: string, after: string): boolean {
  const [whole, part] = [fieldsOf(before), fieldsOf(after)]
  return part === undefined || whole === undefined || part.every((field) => whole.includes(field))
}

/** The names of an object's fields, none for a list or a number; `undefined` for words, which may stand for anything. */
function fieldsOf(input: string): readonly string[] | undefined {
  try {
    const value: Json = JSON.parse(input)
    if (typeof value === 'string') return undefined
    return isJsonObject(value) ? Object.keys(value) : ['']
  } catch {
    return undefined // A placeholder, or what a model broke.
  }
}

/** True if two texts are more alike than not: the same beginning and the same end make up half of the longer one. */
export function isSimilar(entry: Content, block: Content): boolean {
  const [before, after] = [wordsOf(entry), wordsOf(block)]
  return commonEnds(before, after) * 2 >= Math.max(before.length, after.length, 1)
}

/** Characters that two texts have in common at their beginnings and ends. */
function commonEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1
  let tail = 0
  while (tail < most - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail += 1
  return head + tail
}

function wordsOf(block: Content): string {
  switch (block.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return block.text
    case 'tool-call':
      return block.input
    case 'file':
      return block.description
    case 'opaque':
      return block.type
    case 'turn-start':
      return ''
  }
}
