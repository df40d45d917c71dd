import { leftOutText } from '../log/excerpt.ts'
import type { TextEntry } from '../schema/entry.ts'
import { handleOf } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { defused } from './defuse.ts'
import { type Part, partsOf, summaryProper } from './earlier-summary.ts'
import { type Gap, labelled } from './quote.ts'

/**
 * What the parts of a summary are worth to somebody who has the log, best first: what went wrong and why, what was decided, what was laid
 * down; then what is called something else; then files, what was under way when it was written, and what it was about in general.
 */
const WORTH: readonly RegExp[] = [
  /\b(?:errors?|fix(?:es)?|fail\w*|problems?|issues?|pitfalls?|gotchas?|bugs?|blockers?|blocked)\b/i,
  /\b(?:decisions?|decided|rationale|reject\w*|lessons?|learn\w*|discover\w*|findings?|insights?)\b/i,
  /\b(?:constraints?|instructions?|preferences?|rules?|guidelines|directives)\b/i,
  /(?:)/,
  /\b(?:files?|code|artifacts?)\b|file_system/i,
  /\b(?:pending|next|todos?|tasks?|progress|current|state|status|work|remaining|done|completed|accomplished)\b/i,
  /\b(?:concepts?|technologies|overview|background|context)\b/i,
]
/** Stands for every other title. */
const ANY = 3
/** People's words are quoted from the log, the others repeat what follows them. */
const ELSEWHERE = /\buser (?:messages|requests)|^(?:primary request|analysis$)|\b(?:goal|objective)\b/i

/** A summary with fewer parts has no form that could be relied on. */
const FEWEST_PARTS = 3
/** Less of a part says nothing. */
const LEAST_TOKENS = 60
/** What is left out says so in about so many tokens. */
const NOTE_TOKENS = 12

/** The parts of a summary from before that are most worth their tokens, in its own order. Nothing if it fits, or has no form that is known. */
export function earlierGist(
  entry: TextEntry,
  { tokens, tokenizer }: { readonly tokens: number; readonly tokenizer: Tokenizer },
): { readonly text: string; readonly gap: Gap } | undefined {
  if (tokenizer.count(entry.text) <= tokens) return undefined
  const parts = partsOf(withoutCode(summaryProper(entry.text))).filter(({ body }) => /\S/.test(body))
  if (parts.length < FEWEST_PARTS) return undefined
  const chosen = new Map<Part, string>()
  let room = tokens - NOTE_TOKENS
  for (const part of parts
    .filter(({ title }) => !ELSEWHERE.test(title))
    .toSorted((one, other) => worthOf(one) - worthOf(other))) {
    const text = beginning(`${part.title}:\n${part.body.trim()}`, room, tokenizer)
    if (text === undefined) break
    chosen.set(part, text)
    room -= tokenizer.count(text) + NOTE_TOKENS
  }
  if (chosen.size === 0) return undefined
  const said = parts.flatMap((part) => chosen.get(part) ?? [])
  const left = entry.text.length - said.reduce((sum, text) => sum + text.length, 0)
  const handle = handleOf(entry.seq)
  // It is no quotation of a stretch of the entry: no sentence of it counts as said.
  return {
    text: labelled(handle, `${defused(said.join('\n'))}\n${leftOutText(left, handle)}`),
    gap: { from: 0, to: entry.text.length },
  }
}

function worthOf({ title }: Part): number {
  const found = WORTH.findIndex((words, index) => index !== ANY && words.test(title))
  return found === -1 ? ANY : found
}

/** Lines without their indentation, and without blocks of code: the log has the code. */
function withoutCode(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const fences = lines.flatMap((line, at) => (line.startsWith('```') ? [at] : []))
  // A block that does not end is none.
  const pairs = fences.length - (fences.length % 2)
  const isCode = new Uint8Array(lines.length)
  for (let at = 0; at < pairs; at += 2) isCode.fill(1, fences[at], (fences[at + 1] ?? 0) + 1)
  return lines.filter((line, at) => line !== '' && isCode[at] === 0).join('\n')
}

/** As many lines of a text as there is room for. */
function beginning(text: string, room: number, tokenizer: Tokenizer): string | undefined {
  if (tokenizer.count(text) <= room) return text
  if (room < LEAST_TOKENS) return undefined
  const lines: string[] = []
  let taken = 0
  for (const line of text.split('\n')) {
    taken += tokenizer.count(line) + 1
    if (taken > room) break
    lines.push(line)
  }
  return lines.length > 1 ? lines.join('\n') : undefined
}
