import { checkSummary } from '../../ledger/check-summary.ts'
import { foldLedger } from '../../ledger/fold.ts'
import { readLog } from '../../ledger/read-log.ts'
import { isFailure } from '../../schema/failures.ts'
import type { Ledger, LedgerOperation } from '../../schema/ledger.ts'
import type { Finding, SummaryAnswer, SummaryFault, SummaryJob } from '../../schema/summary.ts'
import type { AskedMessage } from '../asker.ts'
import { chunksOf } from './chunks.ts'
import { type Asking, type Conversation, converse } from './conversation.ts'
import { summarizerFailed } from './failure.ts'
import { GAPS_TOKENS, promptFor } from './prompt.ts'
import { type ReadAnswer, readOperations } from './read-answer.ts'
import type { Settings } from './settings.ts'
import { type Shown, transcriptOf, unseenFiles } from './transcript.ts'
import { wayOf } from './warm.ts'

/** Tokens for operations by default. */
const USUAL_OUTPUT = 4_096
/** A window with less room than this for entries cannot be worked with. */
const LEAST_ROOM = 200

/**
 * Asks a model how the new entries change the ledger: part by part if they are more than its window takes, each with the ledger as the part
 * before left it.
 */
export async function summarizeByOperations(job: SummaryJob, settings: Settings): Promise<SummaryAnswer> {
  const talk = converse(job, settings)
  const shown = transcriptOf(job.entries, job, job.input)
  const maxOutput = mostOutput(job, settings)
  const way = wayOf({ job, settings, nonce: talk.nonce, shown, usual: promptTokens(job, settings, shown, maxOutput), maxOutput })
  const operations: LedgerOperation[] = []
  const remarks: string[] = unseenFiles(job.entries, job).map((file) => `not seen by the summarizer: ${file}`)
  if (way !== undefined) remarks.push(`asked the ${way.way} way: ${way.why}`)
  const rejected: Finding[] = []
  let display: string | undefined
  const log = readLog(job.entries)
  let ledger = job.ledger

  const take = (read: Extract<ReadAnswer, { kind: 'read' }>, isPart = false): void => {
    const checked = checkSummary(
      { content: { kind: 'operations', operations: read.operations }, finish: 'stop', toolCalls: 0 },
      { ...job, ledger, log },
    )
    rejected.push(...checked.rejected)
    // One part may have nothing to say; all of them together may not.
    if (checked.kind === 'unsound' && isPart && (checked.fault === 'empty' || checked.fault === 'rejected')) return
    if (checked.kind === 'unsound') {
      const why = checked.rejected.slice(0, 3).map(({ reason, text }) => `${reason} (${text})`)
      throw summarizerFailed(settings.name, checked.fault, [checked.detail, ...why].join('; '), talk.tab.attempts)
    }
    operations.push(...checked.operations)
    remarks.push(...read.remarks)
    display = read.display ?? display
    ledger = foldLedger(ledger, checked.operations, job).ledger
  }

  const read =
    way?.asking === undefined
      ? undefined
      : await readWarm(talk, settings, { ...way.asking, maxOutput: maxOutput + (way.asking.again.thoughts ?? 0), way: 'warm' })
  if (read !== undefined) take(read)
  else {
    let rest = shown
    for (let index = 0; index === 0 || rest.length > 0; index += 1) {
      // The ledger grows from part to part, and takes its room from what is shown.
      const [chunk = [], ...others] = chunksOf(rest, roomFor(job, settings, ledger, maxOutput), settings.tokenizer)
      rest = others.flat()
      const isPart = index > 0 || others.length > 0
      const part = isPart ? `, part ${index + 1} of ${index + 1 + others.length}` : ''
      const nonce = talk.nonce([...chunk.map(({ text }) => text), JSON.stringify(ledger), job.instructions])
      const prompt = promptFor({ ...settings, job, ledger, chunk, part, tokens: job.tokens, previous: '', nonce })
      const messages = [{ role: 'user' as const, content: prompt.user }]
      const asking = { system: prompt.system, messages, maxOutput, ...(way === undefined ? {} : { way: 'usual' as const }) }
      take(await readPatiently(talk, settings, asking), isPart)
    }
  }
  if (operations.length === 0) throw summarizerFailed(settings.name, 'rejected', 'no operation was sound', talk.tab.attempts)
  return {
    by: settings.name,
    content: { kind: 'operations', operations },
    ...{ finish: 'stop', toolCalls: 0, attempts: talk.tab.attempts, usage: talk.tab.usage, remarks, rejected },
    money: settings.prices === undefined ? null : talk.tab.money,
    ...(display === undefined ? {} : { display }),
  }
}

/** Tokens that a model may write for one part. */
export function mostOutput(job: SummaryJob, { maxOutput, window }: Settings): number {
  return Math.min(maxOutput ?? job.mostOutput ?? USUAL_OUTPUT, Math.floor(window / 2))
}

/** Tokens of all parts together, if the model is shown the new entries. */
export function promptTokens(job: SummaryJob, settings: Settings, shown: readonly Shown[], maxOutput: number): number {
  const room = settings.window - maxOutput - frameTokens(job, settings, job.ledger)
  const material = shown.reduce((sum, { label, text }) => sum + settings.tokenizer.count(`[${label}]\n${text}`) + LABEL_TOKENS, 0)
  const parts = Math.max(1, Math.ceil(material / Math.max(LEAST_ROOM, room)))
  return material + parts * frameTokens(job, settings, job.ledger)
}

/** The code behind a label, and what is between two entries. */
const LABEL_TOKENS = 6

/** Tokens of a prompt that shows no entries. */
function frameTokens(job: SummaryJob, settings: Settings, ledger: Ledger): number {
  const nothing = { chunk: [], part: '', tokens: job.tokens, previous: '', nonce: 'x'.repeat(36) }
  const { system, user } = promptFor({ ...settings, job, ledger, ...nothing })
  return settings.tokenizer.count(system) + settings.tokenizer.count(user)
}

/** Tokens that a chunk of the transcript may have. */
function roomFor(job: SummaryJob, settings: Settings, ledger: Ledger, maxOutput: number): number {
  const room = settings.window - maxOutput - frameTokens(job, settings, ledger) - GAPS_TOKENS
  if (room < LEAST_ROOM) {
    throw summarizerFailed(
      settings.name,
      'window-too-small',
      `a window of ${settings.window} tokens has no room for entries beside the prompt`,
    )
  }
  return room
}

/** Reads an answer; if it cannot be read, the model gets one chance to write it again. */
async function readPatiently(
  talk: Conversation,
  settings: Settings,
  asking: Asking,
): Promise<Extract<ReadAnswer, { kind: 'read' }>> {
  const first = await talk.ask(asking)
  const read = readOperations(first.text)
  if (read.kind === 'read') return read
  const again: readonly AskedMessage[] = [
    ...asking.messages,
    { role: 'assistant', content: first.text.slice(0, 4_000) },
    { role: 'user', content: `That could not be read: ${read.detail}. Answer with the JSON object only, as described.` },
  ]
  const repaired = readOperations((await talk.ask({ ...asking, messages: again })).text)
  if (repaired.kind === 'read') return repaired
  throw summarizerFailed(settings.name, 'unreadable', repaired.detail, talk.tab.attempts)
}

/**
 * The same for a request that is sent again; nothing if the provider does not take it, which may be why there is a compaction, or if the model
 * goes on with its work instead of answering.
 */
async function readWarm(
  talk: Conversation,
  settings: Settings,
  asking: Asking,
): Promise<Extract<ReadAnswer, { kind: 'read' }> | undefined> {
  try {
    return await readPatiently(talk, settings, asking)
  } catch (error) {
    if (isFailure(error, 'summarizer-failed') && NOT_WARM.has(error.failure.reason)) return undefined
    throw error
  }
}

/** What may be otherwise if the new entries alone are shown. */
const NOT_WARM: ReadonlySet<SummaryFault> = new Set<SummaryFault>(['denied', 'tool-call'])
