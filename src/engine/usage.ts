import { reportsOf, type TurnTokens, tokensAdded } from '../budget/usage.ts'
import type { ThreadState } from './thread-state.ts'

/** Tokens that each turn added, by what came with the messages and what `settle` was told. */
export async function usage({ key, log, ports, provider }: ThreadState): Promise<readonly TurnTokens[]> {
  const commits = await ports.store.commits(key)
  const reports = new Map([...reportsOf(log.entries), ...provider.reports()].map((report) => [report.seq, report]))
  return tokensAdded(
    [...reports.values()].sort((a, b) => a.seq - b.seq),
    commits.map(({ plan }) => plan.version),
  )
}
