import { hiddenRanges } from '../../log/hidden-ranges.ts'
import { schemaNeeds } from '../../recall/needed-by-schema.ts'
import { handlesIn, matchesHint, namesId } from '../../recall/references.ts'
import { termsOf } from '../../recall/terms.ts'
import type { Entry } from '../../schema/entry.ts'
import type { Json } from '../../schema/json.ts'
import type { ExternalizeRecord } from '../../schema/plan.ts'
import { rangeContains } from '../../schema/range.ts'
import type { RehydrationReason } from '../../schema/rehydration.ts'
import type { ThreadState } from '../thread-state.ts'

/** Something that was put away and is needed now. */
export type Need = { readonly why: RehydrationReason } & (
  | { readonly kind: 'artifact'; readonly record: ExternalizeRecord }
  | { readonly kind: 'entry'; readonly seq: number; readonly around?: string }
)

/**
 * What the end of the log asks for, the clearest first: ids and handles that people and the agent name, hints that a question fits, tools
 * whose input asks for it. What tools print asks for nothing: nobody may fill a prompt by writing ids into a file.
 */
export function needsIn(state: ThreadState, tools: readonly Json[]): readonly Need[] {
  const recent = recentEntries(state)
  const artifacts = state.records.flatMap((record) => (record.action === 'externalize' ? [record] : []))
  const said = recent.map(wordsOf).join('\n')
  const question = recent
    .filter(({ author }) => author === 'person')
    .map(wordsOf)
    .join('\n')
  const byReference = artifacts.filter(({ artifact }) => namesId(said, artifact)).map(because('reference'))
  const byHint = artifacts
    .filter((record) => matchesHint(question, record.rehydrateHint, toolOf(state, record)))
    .map(because('hint'))
  return [...byReference, ...handlesNamed(state, recent), ...byHint, ...neededBySchema(state, artifacts, tools, recent)]
}

function because(why: RehydrationReason): (record: ExternalizeRecord) => Need {
  return (record) => ({ kind: 'artifact', why, record })
}

/** What was said last: the agent's last message with its calls, and what people wrote since. Of what tools and harness say, nothing. */
export function recentEntries({ log }: ThreadState): readonly Entry[] {
  const { read } = log
  let from = read.length
  while (from > 0 && read[from - 1]?.role !== 'assistant') from -= 1
  while (from > 0 && read[from - 1]?.role === 'assistant') from -= 1
  return read.slice(from).flatMap((entry) => (entry?.author === 'person' || entry?.author === 'agent' ? [entry] : []))
}

function wordsOf(entry: Entry): string {
  if (entry.kind === 'text') return entry.text
  return entry.kind === 'tool-call' ? entry.input : ''
}

/** Handles in what people and the agent wrote; arguments of calls are code, in which `e1` may be anything. */
function handlesNamed(state: ThreadState, recent: readonly Entry[]): readonly Need[] {
  const hidden = hiddenRanges(state.records)
  const named = recent.flatMap((entry) => (entry.kind === 'text' ? handlesIn(entry.text) : []))
  return named
    .filter((seq) => hidden.some((range) => rangeContains(range, seq)))
    .map((seq) => ({ kind: 'entry', why: 'reference', seq }))
}

/** Of the artifacts that a tool may mean, the one that has most in common with what it says of itself; the latest of equals. */
function neededBySchema(
  state: ThreadState,
  artifacts: readonly ExternalizeRecord[],
  tools: readonly Json[],
  recent: readonly Entry[],
): readonly Need[] {
  const asked = new Set(recent.flatMap((entry) => termsOf(wordsOf(entry))))
  return schemaNeeds(tools).flatMap(({ terms, text }) => {
    const named = artifacts.filter(({ artifact }) => namesId(text, artifact))
    // A tool that nobody speaks of needs nothing yet.
    const isAsked = [...terms].some((term) => asked.has(term))
    const fitting = artifacts
      .map((record) => ({ record, shared: sharedTerms(terms, `${record.rehydrateHint} ${toolOf(state, record)}`) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared || b.record.span.from - a.record.span.from)
    const best = named[0] ?? (isAsked ? fitting[0]?.record : undefined)
    return best === undefined ? [] : [because('schema')(best)]
  })
}

function sharedTerms(terms: ReadonlySet<string>, text: string): number {
  return termsOf(text).filter((term) => terms.has(term)).length
}

function toolOf({ log }: ThreadState, { span }: ExternalizeRecord): string {
  const entry = log.read[span.from]
  return entry?.kind === 'tool-result' ? entry.envelope.tool : ''
}
