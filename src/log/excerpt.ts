import { graphemesIn } from '../schema/graphemes.ts'
import type { Excerpt } from '../schema/plan.ts'

/** How far around a cut to look for the boundaries of what readers see as one character. */
const NEIGHBOURHOOD = 64
/** How far back to look for a place that is certainly a boundary. */
const FARTHEST = 4_096
/** Of an excerpt's characters, how many are taken from the head. Errors and results tend to stand at the tail. */
const HEAD_SHARE = 0.6
const MOST_TRIES = 8
/** About what the note of what is left out costs more than a bare handle. */
const NOTE_TOKENS = 6
/** Characters of a token, at the most: words of prose. */
const LONGEST_TOKENS = 8
/** How many characters an excerpt may give up to end with a line. */
const NEAR_LINE_END = 60

/** Head and tail of a text with a note of what is between them. Never cuts inside a grapheme or a surrogate pair. */
export function excerptText(text: string, excerpt: Excerpt, handle: string): string {
  const head = boundaryAtOrBefore(text, excerpt.head)
  const tail = Math.max(head, boundaryAtOrBefore(text, text.length - excerpt.tail))
  const left = tail - head
  if (left <= 0) return text
  if (head === 0 && tail === text.length) return `[cut: ${handle}]`
  return `${text.slice(0, head)}\n${leftOutText(left, handle)}\n${text.slice(tail)}`
}

/** Says that something is not shown, and where it stands. */
export function leftOutText(characters: number, handle: string): string {
  return `[… ${characters} characters left out: ${handle} …]`
}

/**
 * The longest excerpt of `text` that costs at most `tokens` by `count`, found by scaling: a few tries, none of which looks at more of the
 * text than it would show. If nothing fits, the excerpt is empty: only the handle is left.
 */
export function fitExcerpt(options: {
  readonly text: string
  /** Tokens of the whole text, for the first guess. */
  readonly size: number
  readonly tokens: number
  readonly count: (excerpt: Excerpt) => number
}): Excerpt {
  const { text, tokens, count } = options
  // All of it, if its text was not what made it too large. Tried only if the text can be so short.
  const whole = { head: text.length, tail: 0 }
  if (text.length <= tokens * LONGEST_TOKENS && count(whole) <= tokens) return whole
  let best: Excerpt = { head: 0, tail: 0 }
  const least = count(best)
  if (least > tokens) return best
  // A straight line: what is shown of nothing, the note of what is left out, and so much for each character.
  const fixed = least + NOTE_TOKENS
  const guess = (perCharacter: number): number => Math.floor((tokens - 1 - fixed) / perCharacter)
  let characters = guess(Math.max(1, options.size) / Math.max(1, text.length))
  let low = 0
  let high = text.length
  for (let tries = 0; tries < MOST_TRIES && high - low > 8; tries += 1) {
    characters = characters > low && characters < high ? characters : (low + high) >> 1
    const excerpt = splitCharacters(characters)
    const cost = count(excerpt)
    if (cost <= tokens) {
      best = excerpt
      low = characters
      if (cost >= tokens - Math.max(2, tokens * 0.03)) break
    } else {
      high = characters
    }
    characters = guess(Math.max(0.01, (cost - fixed) / characters))
  }
  return atLineEnds(text, best)
}

/** An excerpt that says everything from a character on, and of what is in front of it as much as there is room for; `undefined` if there is none. */
export function excerptFrom(whole: number, { text, size, tokens, count }: Parameters<typeof fitExcerpt>[0]): Excerpt | undefined {
  const tail = text.length - whole
  const spare = tokens - count({ head: 0, tail })
  if (spare < 0) return undefined
  const most = Math.min(whole, (spare * text.length) / Math.max(1, size))
  for (let share = MOST_TRIES; share > 0; share -= 1) {
    const head = Math.floor((most * share) / MOST_TRIES)
    if (count({ head, tail }) <= tokens) return { head, tail }
  }
  return { head: 0, tail }
}

/** Ends head and tail at a line's end if one is near: what is shown reads better, and costs no more. */
function atLineEnds(text: string, excerpt: Excerpt): Excerpt {
  const headEnd = text.lastIndexOf('\n', excerpt.head)
  const head = headEnd > 0 && excerpt.head - headEnd <= NEAR_LINE_END ? headEnd : excerpt.head
  const tailStart = text.length - excerpt.tail
  const lineStart = text.indexOf('\n', tailStart)
  const tail = lineStart !== -1 && lineStart - tailStart <= NEAR_LINE_END ? text.length - lineStart - 1 : excerpt.tail
  return { head, tail: Math.max(0, tail) }
}

function splitCharacters(characters: number): Excerpt {
  const head = Math.ceil(characters * HEAD_SHARE)
  return { head, tail: characters - head }
}

/** The last place at or before `index` where a text may be cut. */
export function boundaryAtOrBefore(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (isCertain(text, index)) return index
  const from = certainBoundary(text, index - NEIGHBOURHOOD)
  const near = text.slice(from, Math.min(text.length, index + NEIGHBOURHOOD))
  const boundary = from + (graphemesIn(near).containing(index - from)?.index ?? 0)
  // A cluster longer than we look back: at least keep surrogate pairs whole.
  if (index - boundary >= FARTHEST) return isLowSurrogate(text, index) ? index - 1 : index
  return boundary
}

/** A place at or before `index` where segmenting may start: at a certain boundary, or between two flags of a long row. */
function certainBoundary(text: string, index: number): number {
  let at = Math.max(0, index)
  const least = Math.max(0, at - FARTHEST)
  while (at > least && !isCertain(text, at)) at -= 1
  let run = at
  while (run > 0 && isHalfOfFlag(text, run - 1)) run -= 1
  return at - ((at - run) % FLAG_LENGTH)
}

/** A flag is two letters, each a surrogate pair. */
const FLAG_LENGTH = 4

function isHalfOfFlag(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code === 0xd83c || (code >= 0xdde6 && code <= 0xddff)
}

/** Between two plain characters, or beside a line break: nearly every place in prose, code and logs. Nothing need be segmented there. */
function isCertain(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)]
  if (before === LINE_FEED || after === LINE_FEED) return before !== CARRIAGE_RETURN
  return isPlain(before) && isPlain(after)
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Joins no neighbour: Latin letters, digits and signs, Chinese characters, Korean syllables. */
function isPlain(code: number): boolean {
  if (code < 0x300) return code !== LINE_FEED && code !== CARRIAGE_RETURN
  return (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}
