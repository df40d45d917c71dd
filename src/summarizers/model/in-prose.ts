import { checkSummary } from '../../ledger/check-summary.ts'
import { readLog } from '../../ledger/read-log.ts'
import type { SeqRange } from '../../schema/range.ts'
import type { Finding, SummaryAnswer, SummaryJob } from '../../schema/summary.ts'
import { chunksOf } from './chunks.ts'
import { type Conversation, converse } from './conversation.ts'
import { summarizerFailed } from './failure.ts'
import { GAPS_TOKENS, promptFor } from './prompt.ts'
import type { Settings } from './settings.ts'
import { transcriptOf, unseenFiles } from './transcript.ts'

/** Heads the part about a turn that is folded only to its middle (E6). */
const SPLIT_TURN = 'Turn Context (split turn)'
/** A short summary gets a quarter more tokens to end its last sentence; a long one does not need them. */
const SHORT = 2_000
const LEAST_ROOM = 200

/** One text, as the systems of the presets write it: it takes up the earlier one, and a turn that is split has a text of its own. */
export async function summarizeInProse(job: SummaryJob, settings: Settings): Promise<SummaryAnswer> {
  const talk = converse(job, settings)
  const limit = settings.proseTokens ?? job.most
  const rejected: Finding[] = []
  const tell = (range: SeqRange, tokens: number, previous: string): Promise<string> =>
    tellRange({ job, settings, talk, range, tokens, previous, rejected })
  const turn = job.splitTurn
  const splits = turn !== undefined && turn.from > job.from && turn.from < job.end
  const told = await tell({ from: job.from, end: splits ? turn.from : job.end }, limit, job.previous)
  const turnText = splits ? await tell({ from: turn.from, end: job.end }, turn.tokens, '') : ''
  const heading = `## Session Summary (Compaction Round ${job.ledger.round + 1})`
  const text = [
    `${heading}\n\n${withoutHeading(told)}`,
    ...(turnText === '' ? [] : [`${SPLIT_TURN}\n\n${withoutHeading(turnText)}`]),
  ].join('\n\n')
  return {
    by: settings.name,
    content: { kind: 'prose', text },
    ...{ finish: 'stop', toolCalls: 0, attempts: talk.tab.attempts, usage: talk.tab.usage, rejected },
    money: settings.prices === undefined ? null : talk.tab.money,
    remarks: unseenFiles(job.entries, job).map((file) => `not seen by the summarizer: ${file}`),
  }
}

interface Telling {
  readonly job: SummaryJob
  readonly settings: Settings
  readonly talk: Conversation
  readonly range: SeqRange
  readonly tokens: number
  readonly previous: string
  readonly rejected: Finding[]
}

/** Part by part, each taking up what was told of the parts before. */
async function tellRange({ job, settings, talk, range, tokens, previous, rejected }: Telling): Promise<string> {
  const maxOutput = settings.maxOutput ?? job.mostOutput ?? (tokens < SHORT ? Math.ceil(tokens * 1.25) : tokens)
  const room = roomFor({ job, settings, tokens, previous }, maxOutput)
  if (room < LEAST_ROOM)
    throw summarizerFailed(settings.name, 'window-too-small', `a window of ${settings.window} tokens has no room for entries`)
  const chunks = chunksOf(transcriptOf(job.entries, range, job.input), room, settings.tokenizer)
  const log = readLog(job.entries)
  let text = previous
  for (const [index, chunk] of chunks.entries()) {
    const part = chunks.length === 1 ? '' : `, part ${index + 1} of ${chunks.length}`
    const nonce = talk.nonce([...chunk.map((shown) => shown.text), text, job.instructions])
    const prompt = promptFor({ ...settings, job, ledger: job.ledger, chunk, part, tokens, previous: text, nonce })
    const written = await shortEnough(talk, settings, { ...prompt, tokens, maxOutput })
    const checked = checkSummary(
      { content: { kind: 'prose', text: written }, finish: 'stop', toolCalls: 0 },
      { ledger: job.ledger, log, start: job.start, end: job.end, previous: text },
    )
    if (checked.kind === 'unsound') throw summarizerFailed(settings.name, checked.fault, checked.detail, talk.tab.attempts)
    rejected.push(...checked.rejected)
    text = checked.prose
  }
  return text
}

/** Tokens that a chunk may have beside the rules, the wishes, what was told before, an answer, and one that was too long. */
function roomFor({ job, settings, tokens, previous }: Omit<Telling, 'talk' | 'range' | 'rejected'>, maxOutput: number): number {
  const { window, tokenizer } = settings
  const empty = { job, ledger: job.ledger, chunk: [], part: ', part 10 of 10', tokens, previous: '', nonce: 'x'.repeat(36) }
  const { system, user } = promptFor({ ...settings, ...empty })
  const before = Math.max(tokens, tokenizer.count(previous))
  return window - 2 * maxOutput - tokenizer.count(system) - tokenizer.count(user) - before - FRAMES - GAPS_TOKENS
}

/** Of messages and marks. */
const FRAMES = 60

/** Asks once more if the text is longer than it may be. */
async function shortEnough(
  talk: Conversation,
  settings: Settings,
  asking: { readonly system: string; readonly user: string; readonly tokens: number; readonly maxOutput: number },
): Promise<string> {
  const { system, user, tokens, maxOutput } = asking
  const question = { role: 'user', content: user } as const
  const { text } = await talk.ask({ system, messages: [question], maxOutput })
  if (settings.tokenizer.count(text) <= tokens) return text.trim()
  const shorter = { role: 'user', content: `That is longer than ${tokens} tokens. Write it again, shorter.` } as const
  const again = await talk.ask({ system, messages: [question, { role: 'assistant', content: text }, shorter], maxOutput })
  if (settings.tokenizer.count(again.text) <= tokens) return again.text.trim()
  throw summarizerFailed(settings.name, 'too-long', `it is longer than ${tokens} tokens`, talk.tab.attempts)
}

/** Its own heading would stand twice. */
function withoutHeading(text: string): string {
  const [first = '', ...rest] = text.trimStart().split('\n')
  const isOurs = first.includes(SPLIT_TURN) || (/^#{1,3}/.test(first) && /\bsummary\b/i.test(first))
  const isHeading = isOurs && rest.length > 0
  return (isHeading ? rest.join('\n') : text).trim()
}
