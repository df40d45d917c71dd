import type { CompactorOptions } from '../../src/engine/ports.ts'
import { createCompactor, presets, type Thread } from '../../src/index.ts'
import type { ItemDraft, LedgerOperation } from '../../src/schema/ledger.ts'
import type { SummarizeRecord } from '../../src/schema/plan.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import { recordsOf } from '../../src/schema/stored-plan.ts'
import type { SummaryAnswer, SummaryJob } from '../../src/schema/summary.ts'
import { messagesFor, type Step } from './steps.ts'

export const add = (
  kind: ItemDraft['kind'],
  text: string,
  sources: readonly number[],
  authority: ItemDraft['authority'] = 'assistant',
): LedgerOperation => ({ op: 'add', item: { kind, text, sources, authority } })

/** What a model that did as it was told gives back. */
export function answerOf(
  content: SummaryAnswer['content'] | readonly LedgerOperation[],
  more: Partial<SummaryAnswer> = {},
): SummaryAnswer {
  return {
    by: 'scripted',
    content: 'kind' in content ? content : { kind: 'operations', operations: content },
    finish: 'stop',
    toolCalls: 0,
    attempts: [{ by: 'scripted', outcome: 'answered', detail: '', ms: 0 }],
    usage: null,
    money: null,
    remarks: [],
    ...more,
  }
}

/** A summarizer in this process that answers by a function, and remembers what it was asked. */
export function scripted(
  answer: (job: SummaryJob, call: number) => SummaryAnswer | Promise<SummaryAnswer>,
): Summarizer & { readonly jobs: SummaryJob[] } {
  const jobs: SummaryJob[] = []
  return {
    name: 'scripted',
    jobs,
    // Not async: a summarizer may throw at once.
    summarize: (job) => {
      jobs.push(job)
      return answer(job, jobs.length) as Promise<SummaryAnswer>
    },
  }
}

/** A thread with these messages and this summarizer. It acts at, and plans for, the whole budget. */
export async function threadOf(
  steps: readonly Step[],
  summarizer: Summarizer | undefined,
  ports: CompactorOptions = {},
  tenant = 'default',
): Promise<Thread> {
  const compactor = createCompactor({
    clock: () => 0,
    policy: presets.balanced({ trigger: 1, release: 1 }),
    summarizer,
    ...ports,
  })
  const thread = await compactor.thread('case', { tenant })
  await thread.append(messagesFor('openai-chat', steps))
  return thread
}

/** The summary that a thread's latest commit shows. */
export async function summaryIn(thread: Thread): Promise<SummarizeRecord> {
  const records = (await thread.commits()).slice(-1).flatMap(({ plan }) => recordsOf(plan))
  const record = records.findLast((candidate) => candidate.action === 'summarize')
  if (record?.action !== 'summarize') throw new Error('expected a summary')
  return record
}
