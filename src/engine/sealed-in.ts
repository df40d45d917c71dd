import { bindsReasoning } from '../budget/preserved-thinking.ts'
import type { Commit } from '../schema/commit.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import type { ThreadState } from './thread-state.ts'

/** Entries in which sealed reasoning may be shown. */
export type Sealed = readonly SeqRange[] | 'everywhere'

/** Whatever is appended. */
const END = Number.MAX_SAFE_INTEGER

/**
 * Where reasoning was sealed together with what stands before it now: since the last change of what the model sees, and, if that went back to a
 * plan of before, while that plan was in effect. Everywhere if the model's provider does not look at it and never complained.
 */
export function sealedIn({ commit, unsealed }: Pick<ThreadState, 'commit' | 'unsealed'>, model: string): Sealed {
  const since = bindsReasoning(model) && commit !== null ? commit.receipt.inputs.head : 0
  if (since <= unsealed) return unsealed === 0 ? 'everywhere' : [rangeOf(unsealed, END)]
  const before = commit === null ? [] : restoredIn(commit)
  return [...before.filter(({ from }) => from >= unsealed), rangeOf(since, END)]
}

/** The same once a plan is committed that is being made. */
export function sealedSince(head: number): readonly SeqRange[] {
  return [rangeOf(head, END)]
}

/**
 * What goes with a commit that returns to a plan of before: where reasoning was sealed under that plan. The latest time counts, and what was
 * shown then.
 */
export function sealedUnder(commits: readonly Commit[], records: Commit['plan']['records'], head: number): Json {
  const wanted = JSON.stringify(records)
  for (let at = commits.length; at > 0; at -= 1) {
    const commit = commits[at - 1]
    if (commit === undefined || JSON.stringify(commit.plan.records) !== wanted) continue
    const own = rangeOf(commit.receipt.inputs.head, commits[at]?.receipt.inputs.head ?? head)
    return stored([...restoredIn(commit), own])
  }
  const first = rangeOf(0, commits[0]?.receipt.inputs.head ?? head)
  return records.length === 0 ? stored([first]) : []
}

function stored(ranges: readonly SeqRange[]): Json {
  return ranges.filter(({ from, end }) => from < end).map(({ from, end }) => [from, end])
}

function restoredIn({ receipt }: Commit): readonly SeqRange[] {
  const { circumstances = null } = receipt.inputs
  const said = isJsonObject(circumstances) ? circumstances['sealed'] : undefined
  if (!Array.isArray(said)) return []
  return said.flatMap((range) => {
    const [from, end] = Array.isArray(range) ? range : []
    return typeof from === 'number' && typeof end === 'number' ? [rangeOf(from, end)] : []
  })
}
