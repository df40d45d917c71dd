import { itemAt } from '../schema/at.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import { rangeAt, type SeqRange } from '../schema/range.ts'
import type { ResentFate, ResentRun, Verdict } from '../schema/reconciliation.ts'
import { isNew } from './block-fate.ts'
import type { ResendStart } from './common-start.ts'
import { isBlank } from './given-blocks.ts'
import type { Case } from './judge.ts'

type Judged = Case & { readonly start: ResendStart; readonly verdict: Verdict }

/** Of a message's blocks, the one that says most decides. */
const WEIGHT: Readonly<Record<ResentFate, number>> = {
  passing: 0,
  ours: 1,
  known: 2,
  reduced: 3,
  summary: 4,
  new: 5,
  inserted: 6,
  edited: 7,
}

/** One fate for every message, as runs. */
export function fateRuns({ given, classified, start }: Judged): readonly ResentRun[] {
  const runs: { fate: ResentFate; from: number; to: number; seq?: Seq }[] = []
  if (start.messages > 0) runs.push({ fate: 'known', from: 0, to: start.messages - 1, seq: seqOf(0) })
  let fate: ResentFate = 'passing'
  let first: Seq | undefined
  let reached = start.seq - 1
  for (let index = 0; index < given.length; index += 1) {
    const { message } = itemAt(given, index)
    const block = itemAt(classified.fates, index)
    if (WEIGHT[block.kind] > WEIGHT[fate]) fate = block.kind
    if (block.kind === 'known' && block.seq !== null) first ??= block.seq
    if (given[index + 1]?.message === message) continue
    const at = start.messages + message
    const last = runs.at(-1)
    if (last?.fate === fate && (fate !== 'known' || first === undefined || first > reached)) last.to = at
    else runs.push({ fate, from: at, to: at, ...(fate === 'known' && first !== undefined ? { seq: first } : {}) })
    reached = first ?? reached
    fate = 'passing'
    first = undefined
  }
  return runs
}

/** Entries that say something and are not in what was handed in; for a branch, those before it. */
export function omissionsOf({ known, classified, start, verdict }: Judged): readonly SeqRange[] {
  if (verdict.kind === 'unrelated') return []
  const { entries } = known
  const end = verdict.kind === 'branch' ? verdict.at : entries.length
  const present = new Uint8Array(entries.length)
  for (const fate of classified.fates) if ('seq' in fate && fate.seq !== null && fate.kind !== 'inserted') present[fate.seq] = 1
  const omitted: { from: Seq; end: Seq }[] = []
  for (let seq = start.seq; seq < end; seq = after(seq)) {
    const entry = itemAt(entries, seq)
    if (present[seq] === 1 || entry.kind === 'turn-start' || isBlank(entry)) continue
    const last = omitted.at(-1)
    if (last?.end === seq) last.end = after(seq)
    else omitted.push(rangeAt(seq))
  }
  return omitted
}

/** The entry behind the last one of each message, counting what will have been appended. */
export function reachOf({ known, given, alignment, classified, start }: Judged): readonly Seq[] {
  const reach: Seq[] = []
  let at = start.seq
  let appended = known.entries.length
  for (let index = 0; index < given.length; index += 1) {
    const { message } = itemAt(given, index)
    if (isNew(itemAt(classified.fates, index))) appended += 1
    if (index >= classified.end && appended > known.entries.length) at = seqOf(appended)
    else at = seqOf(Math.max(at, (alignment.seqs[index] ?? -1) + 1))
    reach[message] = at
  }
  return reach
}
