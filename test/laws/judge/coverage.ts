import type { Entry } from '../../../src/schema/entry.ts'
import { isJsonObject } from '../../../src/schema/json.ts'
import { type Observation, observe } from './observe.ts'
import { countRequest, ownCount } from './own-count.ts'
import type { Subject } from './subject.ts'
import type { Trial } from './trials.ts'

/** The cases of FAILURES.md that transcripts and budgets can express, in a few words. */
export const CASES: Readonly<Record<number, string>> = {
  1: 'parallel batch, partly answered',
  2: 'cut point at a parallel batch',
  3: 'result before its call, or apart from it',
  4: 'orphan result',
  5: 'orphan among a round’s own results',
  6: 'call ids used twice, "None"',
  7: 'two results for a call; call without one at the end',
  8: 'user message with text and results',
  9: 'synthetic "interrupted" results',
  10: 'compacted while a tool runs, result comes later',
  11: 'compacted again for a smaller window',
  12: 'tools removed or renamed, tools: []',
  13: 'tool defined twice',
  14: 'malformed, large and empty arguments',
  15: 'server-side and unknown blocks',
  16: 'approval pending',
  17: 'tool result larger than the window',
  18: 'user message larger than the window',
  19: 'system and tools larger than the budget',
  20: 'pins larger than the budget',
  21: 'at most two messages, none',
  22: 'current turn alone exceeds the budget',
  23: 'less to fold than a summary takes',
  24: 'fits, but stays above the trigger',
  25: 'window unknown: never compacts',
  26: 'reserve that leaves a single token',
  31: 'empty, blank, null; reasoning only',
  32: 'tool result without output',
  33: 'emoji, surrogates, right to left, NUL',
  34: 'Chinese, Japanese, Korean',
  35: 'base64, data URLs, minified',
  36: 'images, documents, audio',
  37: 'text like our own marks',
  38: 'a person’s "Summary:"',
  39: 'citations, cache marks, refusals',
  40: 'same role twice, assistant first, system in the middle',
}

/** Cases that need something this part does not have; each has a test of its own in the part where it is due. */
export const NOT_EXPRESSIBLE: Readonly<Record<number, string>> = {
  27: 'needs a summarizer with a window of its own',
  28: 'a matter of size: 100,000 messages have a test of their own',
  29: 'needs a limit in bytes',
  30: 'needs a provider that refuses',
}

/** The cases a trial reached: by its transcript, and by its budget once it was compacted. */
export async function casesOf(subject: Subject, trial: Trial): Promise<ReadonlySet<number>> {
  const observation = await observe(subject, trial)
  const limit = trial.window - trial.reserve
  const cases = new Set(trial.transcript.cases)
  const add = (number: number, holds: boolean): void => {
    if (holds) cases.add(number)
  }
  const { entries, pinned, first } = observation
  add(2, cutsBatch(observation))
  add(
    10,
    entries.some((entry) => isParted(entries, entry, trial)),
  )
  add(11, first.kind === 'made' && observation.later.kind === 'made' && observation.later.made.changed)
  add(
    17,
    entries.some((entry) => entry.kind === 'tool-result' && ownCount(entry.text) > limit),
  )
  add(
    18,
    entries.some((entry) => entry.kind === 'text' && entry.author === 'person' && ownCount(entry.text) > limit),
  )
  add(19, first.kind === 'refused' && fixedTokens(trial) > limit)
  add(20, pinned.reduce((sum, entry) => sum + sizeOf(entry), 0) > limit)
  add(22, currentTurn(entries).reduce((sum, entry) => sum + sizeOf(entry), 0) > limit)
  add(23, first.kind === 'made' && first.made.receipt.strategy === 'drop')
  add(24, first.kind === 'made' && first.made.changed && first.made.receipt.tokens.after > limit * trial.policy.trigger)
  cases.add(25) // L9 grows every transcript once without a window.
  add(26, limit === 1)
  return cases
}

/** A fold that ends inside, before or after a message with several calls. */
function cutsBatch({ entries, first }: Observation): boolean {
  if (first.kind !== 'made') return false
  const isBatch = (entry: Entry | undefined): boolean =>
    entry?.kind === 'tool-call' &&
    entries.some((other) => other.kind === 'tool-call' && other.seq !== entry.seq && other.message.id === entry.message.id)
  const folds = first.made.receipt.records.filter((record) => record.action === 'summarize' || record.action === 'drop')
  return folds.some((record) => entries.slice(Math.max(0, record.to - 5), record.to + 6).some(isBatch))
}

/** A result that came in another piece than its call. */
function isParted(entries: readonly Entry[], entry: Entry, { cuts }: Trial): boolean {
  if (entry.kind !== 'tool-result' || entry.answers.kind !== 'call') return false
  const place = (seq: number): number => entries.slice(0, seq + 1).filter((other) => other.message.block === 0).length - 1
  const [call, result] = [place(entry.answers.seq), place(entry.seq)]
  return cuts.some((cut) => call < cut && cut <= result)
}

function currentTurn(entries: readonly Entry[]): readonly Entry[] {
  const turn = entries.at(-1)?.turn
  return entries.filter((entry) => entry.turn === turn)
}

function sizeOf(entry: Entry): number {
  return ownCount(entry.kind === 'tool-call' ? entry.input : 'text' in entry ? entry.text : '')
}

function fixedTokens({ transcript }: Trial): number {
  return isJsonObject(transcript.input)
    ? countRequest({ ...transcript.input, messages: [], contents: [], input: [] })
    : countRequest(transcript.messages.slice(0, 1))
}

/** How often each case was reached. */
export type Coverage = ReadonlyMap<number, number>

export function countCases(reached: Iterable<ReadonlySet<number>>): Coverage {
  const counts = new Map<number, number>()
  for (const cases of reached) for (const number of cases) counts.set(number, (counts.get(number) ?? 0) + 1)
  return counts
}

export function addCoverage(all: readonly Coverage[]): Coverage {
  const counts = new Map<number, number>()
  for (const one of all) for (const [number, times] of one) counts.set(number, (counts.get(number) ?? 0) + times)
  return counts
}

/** Coverage as a table: case, how often, what it is. */
export function printCoverage(coverage: Coverage): string {
  const reached = Object.entries(CASES).map(
    ([number, title]) => `${number.padStart(4)}  ${String(coverage.get(Number(number)) ?? 0).padStart(7)}  ${title}`,
  )
  const others = Object.entries(NOT_EXPRESSIBLE).map(([number, why]) => `${number.padStart(4)}        –  ${why}`)
  return ['case    times', ...reached, ...others].join('\n')
}
