import type { Entry } from '../../src/schema/entry.ts'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { SummarizeRecord } from '../../src/schema/plan.ts'
import type { SummaryAccount, SummaryAnswer } from '../../src/schema/summary.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { type Target, targetsOf } from '../score.ts'
import { entriesIn, MESSAGES_AFTER } from '../session.ts'
import { scoreStrictly } from '../strict.ts'
import { type Conversation, compacted } from './compacted.ts'
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

/** Gives the engine an answer, as a summarizer would. */
export async function tellEngine(file: Conversation, operations: readonly LedgerOperation[]): Promise<Told> {
  const answer: SummaryAnswer = {
    ...{ by: 'answers', content: { kind: 'operations', operations }, finish: 'stop', toolCalls: 0 },
    attempts: [{ by: 'answers', outcome: 'answered', detail: '', ms: 0 }],
    ...{ usage: null, money: null, remarks: [] },
  }
  const { record, receipt, entries } = await compacted(file, { name: 'answers', summarize: () => Promise.resolve(answer) })
  if (receipt.summary === undefined) throw new Error(`${file.name}: nobody was asked`)
  return { record, account: receipt.summary, entries }
}

/** With fewer identifiers to find, a share says nothing. */
const LEAST_TARGETS = 5

/** Measures one answer: what the engine took of it, and what its page is worth beside the others of its size. */
export async function measureAnswer(file: AnswerFile): Promise<MeasuredAnswer> {
  const told = await tellEngine(file, file.operations)
  const { record, entries } = told
  const after = entriesIn(file.after.slice(0, MESSAGES_AFTER))
  const targets = targetsOf({ before: entries, after }, 'words')
  const { record: without } = await compacted(file)
  const page = (name: Page['name'], text: string): Page => ({
    ...{ name, text, tokens: tokenizer.count(text), score: scoreOf(targets, text) },
  })
  return {
    ...{ ...told, file, material: materialOf(entries, record.span) },
    pages: [
      page('deterministic', without.summary),
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
