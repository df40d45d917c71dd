import { knownLog } from '../reconcile/known-log.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { viewFacts } from '../render/view-facts.ts'
import type { Dialect } from '../schema/ports.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import type { ThreadState } from './thread-state.ts'

type Given = Omit<Parameters<typeof reconcile>[0], 'known' | 'view'>

/**
 * Reconciles a history with a thread's log and view. Earlier plans and recorded revisions are read from the store only for a history
 * that does not simply go on where the log ends.
 */
export async function compareHistory(state: ThreadState, dialect: Dialect, given: Given): Promise<Reconciliation> {
  const { history } = state
  const { found, asked } = compare(state, dialect, given)
  if (!asked) return found
  const before = history.records.length + history.revised.length
  await readEarlier(state)
  const isMore = before !== history.records.length + history.revised.length
  return isMore ? compare(state, dialect, given).found : found
}

async function readEarlier({ history, commit, ports, key, revisions }: ThreadState): Promise<void> {
  const latest = commit?.id ?? null
  if (history.commit !== latest) {
    history.records = (await ports.store.commits(key)).flatMap(({ plan }) => recordsOf(plan))
    history.commit = latest
  }
  history.revised = await revisions.words()
}

function compare(
  { log, records, ports, history, commit, pins }: ThreadState,
  { traits }: Dialect,
  given: Given,
): { readonly found: Reconciliation; readonly asked: boolean } {
  let asked = false
  const { entries } = log
  const facts = viewFacts({
    ...{ entries, records, pins, traits, summaryRole: ports.policy.summaryRole },
    ...{ earlier: history.records, revisions: history.revised, version: commit?.plan.version ?? 0 },
  })
  const asking = <Answer>(ask: () => Answer): Answer => {
    asked = true
    return ask()
  }
  history.known ??= knownLog(entries)
  const view = { ...facts, otherWords: () => asking(facts.otherWords), shown: () => asking(facts.shown) }
  return { found: reconcile({ ...given, known: history.known, view }), asked }
}
