import { createCompactor } from '../../src/index.ts'
import { balanced } from '../../src/plan/presets/balanced.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { SummarizeRecord } from '../../src/schema/plan.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { Receipt } from '../../src/schema/receipt.ts'
import { recordsOf } from '../../src/schema/stored-plan.ts'
import type { AnswerFile } from './files.ts'

/** Messages, and the window in which they are compacted. */
export type Conversation = Pick<AnswerFile, 'messages' | 'name' | 'window'>

/** What became of a conversation, with its summary. */
interface Compacted {
  readonly record: SummarizeRecord
  readonly receipt: Receipt
  readonly entries: readonly Entry[]
}

/** Compacts a conversation under the settings that answers are made with, with a summarizer or without one. */
export async function compacted({ messages, name, window }: Conversation, summarizer?: Summarizer): Promise<Compacted> {
  const compactor = createCompactor({
    policy: balanced({ summaryShare: 1, summaryTokens: 4_000 }),
    ...(summarizer === undefined ? {} : { summarizer }),
    clock: () => 0,
  })
  const thread = await compactor.thread(name)
  await thread.append(messages, { dialect: 'neutral' })
  const { receipt } = await thread.compact({ window, reserve: 0 })
  const [commit] = (await thread.commits()).slice(-1)
  const record = commit === undefined ? undefined : recordsOf(commit.plan).findLast(({ action }) => action === 'summarize')
  if (record?.action !== 'summarize') throw new Error(`${name}: there was nothing to sum up`)
  return { record, receipt, entries: await thread.entries() }
}
