import type { LedgerOperation } from '../../src/schema/ledger.ts'
import { agent, finishedTurns, type Step, user } from './steps.ts'
import { add } from './summaries.ts'

/** A talk that does not fit `at`, and what a good summarizer says of it. */
export const at: { readonly window: number; readonly reserve: number } = { window: 1500, reserve: 100 }
export const talk: readonly Step[] = [
  user('Build the importer.'),
  agent('The importer reads src/import.ts.'),
  ...finishedTurns(9, 150),
  user('go on'),
]
export const operations: readonly LedgerOperation[] = [add('decision', 'The importer reads src/import.ts.', [1])]
