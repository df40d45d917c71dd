import { fence } from '../ledger/fence.ts'
import { excerptText } from '../log/excerpt.ts'
import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Excerpt, ExternalizeRecord, SummarizeRecord } from '../schema/plan.ts'
import type { DialectTraits } from '../schema/prompt.ts'
import type { Span } from '../schema/span.ts'

// Names and quotations may hold half a character (a lone surrogate): what is written here must not.

/** Changes when any text below changes, so that a stored request can be told from one rendered today. */
export const RENDER_VERSION = 'v1.2'

/** The fixed user message, for a dialect that needs one when no person wrote one (C18). */
export const USER_FRAME = '[The conversation continues from here.]'

/** A cleared tool result (C7): which tool, how it ended, a note if the plan has one, and the fields that must survive. */
export function clearedText(entry: ToolResultEntry, note?: string): string {
  const { tool, outcome, keyFields } = entry.envelope
  const head = note === undefined ? `[${tool}: ${outcome}]` : `[${tool}: ${outcome}] ${note}`
  return Object.keys(keyFields).length === 0 ? head : `${head}\nKey data: ${JSON.stringify(keyFields)}`
}

/** Stands for a tool result that came back empty. */
export function emptyResultText(entry: ToolResultEntry): string {
  return `[${entry.envelope.tool}: ${entry.envelope.outcome}, no output]`.toWellFormed()
}

/** Stands for a result that has not come, or never came. */
export function missingResultText(call: ToolCallEntry): string {
  return `[${call.tool === '' ? 'tool' : call.tool}: no result was recorded]`.toWellFormed()
}

const STRAY = {
  'no-call': 'its call is not in this conversation',
  'already-answered': 'its call was answered before',
  'too-late': 'it came after the conversation had gone on',
  call: 'its call is not shown here',
} as const

/** A tool result with no call to answer, as quoted data: it was not written by the role it has to stand under. */
export function strayResultText(entry: ToolResultEntry, text: string): string {
  const why = STRAY[entry.answers.kind]
  return `[Output of ${entry.envelope.tool}; ${why}: ${handleOf(entry.seq)}]\n${fence(text)}`.toWellFormed()
}

/** System text in the middle of a conversation, for a dialect that takes it only in front. */
export function quotedSystemText(text: string): string {
  return `[System note]\n${fence(text)}`
}

/** A file, for a dialect that cannot carry it. */
export function fileText(entry: { readonly media: string; readonly description: string; readonly seq: Seq }): string {
  return `[${entry.media}: ${entry.description} · ${handleOf(entry.seq)}]`.toWellFormed()
}

/** The text an entry shows when it is shortened: for a call, still arguments in JSON. */
export function shortenedText(entry: Entry, excerpt: Excerpt): string {
  switch (entry.kind) {
    case 'tool-call':
      return JSON.stringify({ shortened: excerptText(entry.input, excerpt, handleOf(entry.seq)) })
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return excerptText(entry.text, excerpt, handleOf(entry.seq))
    case 'file':
      return fileText(entry)
    case 'opaque':
    case 'turn-start':
      return `[${entry.kind}: ${handleOf(entry.seq)}]`
  }
}

/** What a result says that holds nothing but files: a package that hands files on by themselves has no result to send without words. */
export const FILES_ONLY = '[The result is attached.]'

/** How every summary begins. */
export const SUMMARY_HEAD = '[Context Summary - Turns '

/** What a summary ends with for an agent that has our tools. Its example is there in every thread. */
export const LOOKUP_LINE = '\n[Open a handle: expand("e0"). Search everything: recall("words").]'

/** For whom it is shown: an agent that has our tools is told how to look things up, and no other (C25). */
export type Reader = Pick<DialectTraits, 'lookup'>

export function summaryText(record: SummarizeRecord, { lookup }: Reader = {}): string {
  const known = lookup === true ? withLookup : withoutLookup
  const text =
    known.get(record) ??
    `${SUMMARY_HEAD}${turnsOf(record.span)}]\n${record.summary}${lookup === true ? LOOKUP_LINE : ''}`.toWellFormed()
  known.set(record, text)
  return text
}

/** A page is long, and its text asked for by every view and every count. */
const withLookup = new WeakMap<SummarizeRecord, string>()
const withoutLookup = new WeakMap<SummarizeRecord, string>()

export function externalizedText(record: Pick<ExternalizeRecord, 'artifact' | 'summary'>, { lookup }: Reader = {}): string {
  const how = lookup === true ? `\nTo retrieve full content, call: read_artifact("${record.artifact}")` : ''
  return `[Externalized Content - artifact:${record.artifact}]\nSummary: ${record.summary}${how}`.toWellFormed()
}

/** For the second and later results of a span whose pointer stands in the first. */
export function seeAlsoText(first: Seq): string {
  return `[see ${handleOf(first)}]`
}

function turnsOf(span: Span): string {
  return `${span.firstTurn}-${span.lastTurn}`
}
