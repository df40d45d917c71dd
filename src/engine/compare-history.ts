import { knownLog } from '../reconcile/known-log.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { viewFacts } from '../render/view-facts.ts'
import type { Commit } from '../schema/commit.ts'
import type { CommitId } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Dialect, ThreadKey } from '../schema/ports.ts'
import type { OtherWords, Reconciliation } from '../schema/reconciliation.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import type { EnginePorts } from './ports.ts'
import type { Revisions } from './revisions.ts'
import type { ThreadLog } from './thread-log.ts'

type Given = Omit<Parameters<typeof reconcile>[0], 'known' | 'view'>

/**
 * Reconciles histories with a thread's log and view. Earlier plans and recorded revisions are read from the store only for a history
 * that does not simply go on where the log ends.
 */
export function comparer(
  host: {
    readonly key: ThreadKey
    readonly ports: EnginePorts
    readonly own: ThreadLog
    commit(): Commit | null
    /** The records of its plan. */
    records(): readonly PlanRecord[]
  },
  revisions: Revisions,
): (dialect: Dialect, given: Given) => Promise<Reconciliation> {
  const { key, ports } = host
  const { entries } = host.own.log
  const known = knownLog(entries)
  let plans: { readonly commit: CommitId | null; readonly records: readonly PlanRecord[] } = { commit: null, records: [] }
  let revised: readonly OtherWords[] = []

  async function readMore(): Promise<void> {
    const commit = host.commit()?.id ?? null
    if (plans.commit !== commit) {
      const commits = await ports.store.commits(key)
      plans = { commit, records: commits.flatMap(({ plan }) => recordsOf(plan)) }
    }
    revised = await revisions.words()
  }

  function look(dialect: Dialect, given: Given): { readonly found: Reconciliation; readonly asked: boolean } {
    let asked = false
    const facts = viewFacts({
      entries,
      records: host.records(),
      earlier: plans.records,
      revisions: revised,
      traits: dialect.traits,
      summaryRole: ports.policy.summaryRole,
    })
    const asking = <Answer>(ask: () => Answer): Answer => {
      asked = true
      return ask()
    }
    const otherWords = () => asking(facts.otherWords)
    const shown = () => asking(facts.shown)
    return { found: reconcile({ ...given, known, view: { ...facts, otherWords, shown } }), asked }
  }

  return async (dialect, given) => {
    const { found, asked } = look(dialect, given)
    if (!asked) return found
    const before = plans.records.length + revised.length
    await readMore()
    return before === plans.records.length + revised.length ? found : look(dialect, given).found
  }
}
