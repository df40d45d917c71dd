import { type Authority, ITEM_KINDS, type ItemDraft, type LedgerOperation } from '../schema/ledger.ts'
import {
  FINDING_REASONS,
  type Finding,
  SUMMARY_FAULTS,
  SUMMARY_WAYS,
  type SummaryAnswer,
  type SummaryAttempt,
  type SummaryContent,
  type SummaryUsage,
} from '../schema/summary.ts'

/**
 * Reads what a summarizer handed back. It may be foreign code, or its answer may have lain in a cache for a year: gives a copy in the
 * agreed shape, with each operation that does not have it among the findings; or nothing, if it is not an answer at all.
 */
export function readSummaryAnswer(value: unknown): SummaryAnswer | undefined {
  if (!isRecord(value) || !isRecord(value['content']) || typeof value['finish'] !== 'string') return undefined
  const { finish, toolCalls, display, usage, money, cached } = value
  const read = readContent(value['content'])
  if (read === undefined) return undefined
  return {
    by: lineIn(value['by']) || 'a summarizer without a name',
    content: read.content,
    finish,
    toolCalls: typeof toolCalls === 'number' ? toolCalls : 0,
    ...(typeof display === 'string' ? { display } : {}),
    attempts: readAttempts(value['attempts']),
    usage: readUsage(usage),
    money: amountIn(money) ?? null,
    remarks: listIn(value['remarks']).flatMap((remark) => (typeof remark === 'string' ? [lineIn(remark)] : [])),
    rejected: [...read.malformed, ...listIn(value['rejected']).flatMap(readFinding)],
    ...(cached === true ? { cached } : {}),
  }
}

/** Of what is only told in a receipt, so many lines of so many characters. */
const MOST_LINES = 500
const LONGEST_LINE = 300

interface ReadContent {
  readonly content: SummaryContent
  readonly malformed: readonly Finding[]
}

function readContent({ kind, text, operations }: Fields): ReadContent | undefined {
  if (kind === 'prose') return typeof text === 'string' ? { content: { kind, text }, malformed: [] } : undefined
  if (kind !== 'operations' || !Array.isArray(operations)) return undefined
  const read = operations.map(readOperation)
  const sound = read.flatMap((operation) => operation ?? [])
  // Nothing but rubbish is not an answer; an empty list is one, though not a summary.
  if (sound.length === 0 && read.length > 0) return undefined
  const malformed = read.flatMap((operation, index): readonly Finding[] =>
    operation === undefined ? [{ reason: 'malformed', text: `operation ${index}` }] : [],
  )
  return { content: { kind, operations: sound }, malformed: malformed.slice(0, MOST_LINES) }
}

function readOperation(value: unknown): LedgerOperation | undefined {
  if (!isRecord(value)) return undefined
  const { op, id, text } = value
  if (op === 'add') {
    const item = readDraft(value['item'])
    return item && { op, item }
  }
  if (typeof id !== 'string') return undefined
  if (op === 'supersede') {
    const by = readDraft(value['by'])
    return by && { op, id, by }
  }
  const sources = sourcesIn(value['sources'])
  if (sources === undefined) return undefined
  if (op === 'update') return typeof text === 'string' ? { op, id, text, sources } : undefined
  return op === 'resolve' ? { op, id, sources } : undefined
}

const AUTHORITIES: readonly Authority[] = ['user', 'assistant', 'tool', 'system']

function readDraft(value: unknown): ItemDraft | undefined {
  if (!isRecord(value)) return undefined
  const kind = ITEM_KINDS.find((known) => known === value['kind'])
  const authority = AUTHORITIES.find((known) => known === value['authority'])
  const sources = sourcesIn(value['sources'])
  const { text } = value
  if (kind === undefined || authority === undefined || sources === undefined || typeof text !== 'string') return undefined
  const { status, context } = value
  return {
    ...{ kind, text, sources, authority },
    ...(typeof context === 'string' && context !== '' ? { context: lineIn(context) } : {}),
    ...(status === 'done' ? { status } : {}),
  }
}

/** Whether there are such entries is for the checker to say. */
function sourcesIn(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) && value.every((seq) => typeof seq === 'number') ? [...value] : undefined
}

const OUTCOMES: readonly SummaryAttempt['outcome'][] = ['answered', ...SUMMARY_FAULTS]

/** What a summarizer says it tried. */
export function readAttempts(value: unknown): readonly SummaryAttempt[] {
  return listIn(value).flatMap(readAttempt)
}

function readAttempt(value: unknown): readonly SummaryAttempt[] {
  if (!isRecord(value)) return []
  const money = amountIn(value['money'])
  const told = {
    by: lineIn(value['by']),
    outcome: OUTCOMES.find((known) => known === value['outcome']) ?? 'broken',
    detail: lineIn(value['detail']),
    ms: amountIn(value['ms']) ?? 0,
  }
  const way = SUMMARY_WAYS.find((known) => known === value['way'])
  return [{ ...told, ...(way === undefined ? {} : { way }), ...(money === undefined ? {} : { money }) }]
}

function readFinding(value: unknown): readonly Finding[] {
  if (!isRecord(value)) return []
  const reason = FINDING_REASONS.find((known) => known === value['reason']) ?? 'malformed'
  return [{ reason, text: lineIn(value['text']) }]
}

function readUsage(value: unknown): SummaryUsage | null {
  if (!isRecord(value)) return null
  const [input, output] = [amountIn(value['input']), amountIn(value['output'])]
  const cached = amountIn(value['cached'])
  return input === undefined || output === undefined ? null : { input, output, ...(cached === undefined ? {} : { cached }) }
}

function amountIn(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined
}

function lineIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_LINE).toWellFormed() : ''
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_LINES) : []
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
