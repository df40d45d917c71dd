import { createCompactor } from '../../src/index.ts'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { balanced } from '../../src/plan/presets/balanced.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { SummarizeRecord } from '../../src/schema/plan.ts'
import { recordsOf } from '../../src/schema/stored-plan.ts'
import type { SummaryAccount, SummaryAnswer } from '../../src/schema/summary.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { type Target, targetsOf } from '../score.ts'
import { entriesIn, MESSAGES_AFTER } from '../session.ts'
import { scoreStrictly } from '../strict.ts'
import type { AnswerFile } from './files.ts'
import { type Material, materialOf } from './material.ts'

const tokenizer = bpeTokenizer()

/** What the engine made of one answer. */
export interface Told {
  readonly record: SummarizeRecord
  readonly account: SummaryAccount
  readonly entries: readonly Entry[]
}

/** A text that stands for a conversation, and how much of what was needed it holds. */
export interface Page {
  readonly name: 'deterministic' | 'with the answer' | 'the product’s own'
  readonly text: string
  readonly tokens: number
  /** Of what the agent needed later, the share that is useful and grounded here; `undefined` if it needed too little to say. */
  readonly score: { readonly useful: number; readonly grounded: number } | undefined
}

export interface MeasuredAnswer extends Told {
  readonly file: AnswerFile
  readonly pages: readonly Page[]
  /** What a model is shown for such an answer. */
  readonly material: Material
}

/** Gives the engine an answer, as a summarizer would, under the settings that the answers were made with. */
export async function tellEngine(
  { messages, name, window }: Pick<AnswerFile, 'messages' | 'name' | 'window'>,
  operations: readonly LedgerOperation[],
): Promise<Told> {
  const answer: SummaryAnswer = {
    ...{ by: 'answers', content: { kind: 'operations', operations }, finish: 'stop', toolCalls: 0 },
    attempts: [{ by: 'answers', outcome: 'answered', detail: '', ms: 0 }],
    ...{ usage: null, money: null, remarks: [] },
  }
  const compactor = createCompactor({
    policy: balanced({ summaryShare: 1, summaryTokens: 4_000 }),
    summarizer: { name: 'answers', summarize: () => Promise.resolve(answer) },
    clock: () => 0,
  })
  const thread = await compactor.thread(name)
  await thread.append(messages, { dialect: 'neutral' })
  const { receipt } = await thread.compact({ window, reserve: 0 })
  const [commit] = (await thread.commits()).slice(-1)
  const record = commit === undefined ? undefined : recordsOf(commit.plan).findLast(({ action }) => action === 'summarize')
  if (record?.action !== 'summarize' || receipt.summary === undefined) throw new Error(`${name}: there was nothing to sum up`)
  return { record, account: receipt.summary, entries: await thread.entries() }
}

/** With fewer identifiers to find, a share says nothing. */
const LEAST_TARGETS = 5

/** Measures one answer: what the engine took of it, and what its page is worth beside the others of its size. */
export async function measureAnswer(file: AnswerFile): Promise<MeasuredAnswer> {
  const told = await tellEngine(file, file.operations)
  const { record, entries } = told
  const after = entriesIn(file.after.slice(0, MESSAGES_AFTER))
  const targets = targetsOf({ before: entries, after }, 'words')
  const tokens = tokenizer.count(record.summary)
  const deterministic = floorSummary({
    ...{ log: readLog(entries), from: record.span.from, end: record.span.end },
    ...{ tokens, shown: new Set(), tokenizer },
  })
  const page = (name: Page['name'], text: string): Page => ({
    ...{ name, text, tokens: tokenizer.count(text), score: scoreOf(targets, text) },
  })
  return {
    ...{ ...told, file, material: materialOf(entries, record.span) },
    pages: [
      page('deterministic', deterministic),
      page('with the answer', record.summary),
      ...(file.realSummary === undefined ? [] : [page('the product’s own', file.realSummary)]),
    ],
  }
}

function scoreOf(targets: readonly Target[], text: string): Page['score'] {
  if (targets.length < LEAST_TARGETS) return undefined
  const { useful, grounded } = scoreStrictly(targets, text)
  return { useful: useful / targets.length, grounded: grounded / targets.length }
}
