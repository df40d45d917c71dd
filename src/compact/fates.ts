import { carriedBy } from '../plan/build-plan.ts'
import type { Entry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Action, Carried, PlanRecord } from '../schema/plan.ts'
import type { Loss, Repair } from '../schema/prompt.ts'
import { rangeAt } from '../schema/range.ts'
import type { Fate, FateRun, RecordLine } from '../schema/receipt.ts'
import { shownRange } from '../schema/stored-plan.ts'

const FATES: Readonly<Record<Action, Fate>> = {
  include: 'kept',
  shorten: 'shortened',
  clear: 'cleared',
  summarize: 'summarized',
  externalize: 'externalized',
  drop: 'dropped',
}

/** Exactly one fate for every entry, as runs (L6). */
export function fatesOf(options: {
  readonly entries: readonly Entry[]
  readonly records: readonly PlanRecord[]
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
}): readonly FateRun[] {
  const repaired = new Set(options.repairs.map((repair) => repair.seq))
  const lost = new Set(options.losses.map((loss) => loss.seq))
  const removed = new Set(options.repairs.filter((repair) => isRemoval(repair)).map((repair) => repair.seq))
  const runs: { from: Seq; end: Seq; fate: Fate }[] = []
  const carried = carriedBy(options.records)
  /** What became of an entry that was to be shown. What the dialect has no place for is gone from the prompt; a file leaves its name. */
  const shown = (seq: Seq): Fate => {
    if (lost.has(seq)) return options.entries[seq]?.kind === 'file' ? 'cleared' : 'dropped'
    return repaired.has(seq) ? 'repaired' : 'kept'
  }
  let next = 0
  for (let seq = seqOf(0); seq < options.entries.length; seq = after(seq)) {
    while ((options.records[next]?.span.end ?? seq + 1) <= seq) next += 1
    const planned = plannedFate(options.records[next], carried, seq)
    // What was to be shown in part but could not be shown at all was not shortened.
    const isGone = planned === 'shortened' && (lost.has(seq) || removed.has(seq))
    const fate = planned === 'kept' || isGone ? shown(seq) : planned
    const run = runs.at(-1)
    if (run?.fate === fate) run.end = after(seq)
    else runs.push({ ...rangeAt(seq), fate })
  }
  return runs.map(({ fate, ...range }) => ({ ...shownRange(range), fate }))
}

function isRemoval(repair: Repair): boolean {
  return repair.kind === 'reasoning-removed' || repair.kind === 'empty-removed'
}

/** What the first record that reaches to an entry says about it. */
function plannedFate(record: PlanRecord | undefined, carried: ReadonlyMap<Seq, Carried>, seq: Seq): Fate {
  if (record === undefined || seq < record.span.from) return 'kept'
  if (record.action !== 'summarize' && record.action !== 'drop') return FATES[record.action]
  const carry = carried.get(seq)
  if (carry === undefined) return FATES[record.action]
  return carry.excerpt === undefined ? 'kept' : 'shortened'
}

/** How many entries met each fate. */
export function countFates(runs: readonly FateRun[]): Readonly<Record<Fate, number>> {
  const counts = { kept: 0, shortened: 0, cleared: 0, summarized: 0, externalized: 0, dropped: 0, repaired: 0 }
  for (const run of runs) counts[run.fate] += run.to - run.from + 1
  return counts
}

export function recordLines(records: readonly PlanRecord[]): readonly RecordLine[] {
  return records.map(({ action, span, tokens }) => ({ action, ...shownRange(span), tokens }))
}
