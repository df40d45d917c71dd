import type { Secret } from './find-secrets.ts'

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** Lines of a key block, even if line breaks are written as `\n`: long base64, or a header such as `Proc-Type: 4,ENCRYPTED`. */
const BODY = /(?:(?:\s|\\{1,4}[nr]|["',]){1,8}(?:[A-Za-z0-9+/=]{16,}|[A-Za-z][\w-]{2,20}: [^\n\\]{0,100}(?=[\n\\])))+/y
/** The last line, which may be short, and the end. */
const REST =
  /(?:\s|\\{1,4}[nr]|["',]){0,8}[A-Za-z0-9+/=]{0,64}(?:\s|\\{1,4}[nr]|["',]){0,8}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
/** A line of base64, seen from the end of a block whose beginning is elsewhere. */
const BASE64_LINE = /^[A-Za-z0-9+/=]+\r?$/

const LEAST_KEY = 16

/** Private keys in PEM, whole, or the part of one that a text holds: it may begin in one message and end in the next. */
export function findKeyBlocks(text: string): readonly Secret[] {
  const found: Secret[] = []
  for (const begin of text.matchAll(BEGIN)) {
    const from = begin.index
    if (from < (found.at(-1)?.to ?? 0)) continue
    const to = endOfBlock(text, from + begin[0].length)
    if (to !== undefined) found.push({ from, to, kind: 'private-key' })
  }
  return [...found, ...findEnds(text, found)]
}

/** Where a block that begins before `at` ends; undefined if what follows is not a key. */
function endOfBlock(text: string, at: number): number | undefined {
  const body = matchAt(BODY, text, at)
  return body === undefined ? undefined : (matchAt(REST, text, body) ?? body)
}

/** Ends whose beginning was in an earlier message: the lines of base64 before them belong to the key. */
function findEnds(text: string, blocks: readonly Secret[]): readonly Secret[] {
  const found: Secret[] = []
  const known = new Set(blocks.map((block) => block.to))
  let least = 0
  for (const end of text.matchAll(END)) {
    const to = end.index + end[0].length
    const from = known.has(to) ? to : startOfLines(text, end.index, least)
    if (from < end.index) found.push({ from, to, kind: 'private-key' })
    least = to
  }
  return found
}

function startOfLines(text: string, end: number, least: number): number {
  let start = end
  while (start > least && text[start - 1] === '\n') {
    const line = text.lastIndexOf('\n', start - 2) + 1
    const from = Math.max(line, least)
    if (!BASE64_LINE.test(text.slice(from, start - 1))) break
    start = from
  }
  // One short word before an end may be anything.
  return end - start < LEAST_KEY ? end : start
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
