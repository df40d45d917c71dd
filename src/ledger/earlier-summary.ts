import type { Entry, TextEntry } from '../schema/entry.ts'
import { asksForSummary, opensSummary } from '../schema/notices.ts'
import { kindOfWish } from './cues.ts'
import { sentencesOf } from './sentences.ts'

/** What a summary from before says that nobody else in the log does. */
export interface EarlierReading {
  /** What the work is about, if a part of it is called so. */
  readonly task: string | undefined
  /** Its first paragraph, behind what the program says of it. */
  readonly opening: string
  /** What it says that people had laid down. Its own words: no person is quoted by them. */
  readonly rules: readonly string[]
}

/** Whether an entry is a summary that another program wrote: by its mark, by its first words, or by the question before it. */
export function isEarlierSummary(entry: Entry | undefined, before: Entry | undefined): entry is TextEntry {
  if (entry?.kind !== 'text') return false
  if (entry.foreignSummary === true) return true
  if (entry.author === 'harness') return entry.role === 'user' && opensSummary(entry.text)
  return entry.author === 'agent' && before?.kind === 'text' && before.author === 'harness' && asksForSummary(before.text)
}

/** The summary at the start of a stretch of a log, if the agent has done nothing before it: then the log does not hold what it sums up. */
export function earlierAt(entries: readonly Entry[], from: number): TextEntry | undefined {
  let found: TextEntry | undefined
  for (let seq = from; seq < entries.length; seq += 1) {
    const entry = entries[seq]
    if (isEarlierSummary(entry, entries[seq - 1])) found = entry
    else if (entry?.author === 'agent' || entry?.author === 'tool') break
  }
  return found
}

const TASK =
  /^(?:primary request|(?:overall|final|main|user)?[ _]?goals?\b|objective|task(?:$| (?:overview|description))|original request)/i
const RULES = /\b(?:constraints?|instructions?|preferences?|rules?|guidelines)\b|directives$/i
const MESSAGES = /^(?:all )?user (?:messages|requests)/i

/** So much of a summary is looked at, and so much of it is said. */
const LOOKED_AT = 60_000
const LONGEST_TASK = 20_000
const LONGEST_OPENING = 600
const LONGEST_RULE = 300
const MOST_RULES = 24

/** Reads a summary by its headings, as agents are told to write them. */
export function readSummary(whole: string): EarlierReading {
  const text = whole.slice(0, LOOKED_AT)
  const parts = partsOf(text)
  const task = parts.findLast(({ title, body }) => TASK.test(title) && body.trim() !== '')?.body.trim()
  const rules = parts.flatMap(({ title, body }) => {
    if (RULES.test(title)) return linesOf(body)
    return TASK.test(title) || MESSAGES.test(title) ? linesOf(body).flatMap(sentencesOf).filter(isRule) : []
  })
  const said = [...new Set(rules)].filter(({ length }) => length <= LONGEST_RULE && length > 0)
  return {
    task: task?.slice(0, LONGEST_TASK).toWellFormed(),
    opening: openingOf(text),
    rules: said.slice(0, MOST_RULES),
  }
}

function isRule(sentence: string): boolean {
  return kindOfWish(sentence) === 'constraint'
}

/** What stands under one heading. */
export interface Part {
  readonly title: string
  readonly body: string
}

/** Some programs let the model think before it writes, and keep both. */
const THOUGHT = /^(?:Analysis:|<analysis>)$/m
const WRITTEN = /^(?:Summary:|<summary>)$/m
/** What programs say behind a summary. */
const BEHIND =
  /^(?:If you need specific details from before compaction|Please continue the conversation from where we left|<\/summary>)/m

/** What a summary sums up, as far as it is looked at: without the thoughts before it, and without what the program says behind it. */
export function summaryProper(whole: string): string {
  const text = whole.slice(0, LOOKED_AT)
  const written = THOUGHT.test(text) ? WRITTEN.exec(text) : null
  const proper = written === null ? text : text.slice(written.index + written[0].length)
  const end = BEHIND.exec(proper)
  return (end === null ? proper : proper.slice(0, end.index)).toWellFormed()
}

/** Headings as agents write them: `## Goal`, `**Goal**`, `1. Primary Request and Intent:`, `<overall_goal>`. */
const HEADINGS: readonly RegExp[] = [
  /^#{1,4}\s+(?:\d{1,2}\.\s*)?\**([^*\n]{2,80})/,
  /^(?:\d{1,2}\.\s+)?\*\*([^*\n]{2,80})\*\*:?$/,
  /^\d{1,2}\.\s+([A-Z][^.!?*\n]{2,70}):$/,
  /^<\/?([a-z][a-z_]{2,40})>$/,
]

/** A summary by its headings, without what stands above the first. */
export function partsOf(text: string): readonly Part[] {
  const parts: { title: string; body: string }[] = []
  for (const line of text.split('\n')) {
    const title = titleOf(line.trim())
    const last = parts.at(-1)
    if (title !== undefined) parts.push({ title, body: '' })
    else if (last !== undefined) last.body += `${line}\n`
  }
  return parts
}

function titleOf(line: string): string | undefined {
  if (line.startsWith('</')) return ''
  for (const heading of HEADINGS) {
    const title = heading.exec(line)?.[1]
    if (title !== undefined) return title.replace(/:$/, '').trim()
  }
  return undefined
}

/** Lines without the signs of a list, and without quotation marks around them. */
function linesOf(body: string): readonly string[] {
  return body.split('\n').map((line) =>
    line
      .trim()
      .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '')
      .replace(/^["“](.*)["”]$/, '$1')
      .trim(),
  )
}

/** The first paragraph behind what the program says of the summary. */
function openingOf(text: string): string {
  const lines = text.trimStart().split('\n')
  const rest = opensSummary(text) ? lines.slice(1).join('\n') : text
  return (rest.trim().split(/\n\s*\n/, 1)[0] ?? '').slice(0, LONGEST_OPENING).toWellFormed().trim()
}
