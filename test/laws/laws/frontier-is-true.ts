import { isJsonObject } from '../../../src/schema/json.ts'
import type { Receipt } from '../../../src/schema/receipt.ts'
import type { FlatBlock } from '../../../src/testing/provider-rules/flatten.ts'
import { fixedPart } from '../judge/lower-bound.ts'
import { type Observation, type Outcome, observe } from '../judge/observe.ts'
import { ownCount } from '../judge/own-count.ts'
import { type OwnFrontier, ownFrontier } from '../judge/own-frontier.ts'
import type { Trial } from '../judge/trials.ts'
import { showsInput, showsResult, type Visible, visibleIn } from '../judge/visible.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * L5: what people wrote last is shown word for word, under their own role; the calls of the open round are all there, each with
 * its result. Only L3's last resort may cut them: it must be in the receipt, it must have been needed, and results go first.
 */
export const frontierIsTrue: Law = {
  name: 'L5',
  title: 'the frontier is shown word for word, and calls with their results',
  async check(subject, trial) {
    const observation = await observe(subject, trial)
    return [observation.first, observation.later].flatMap((outcome) => frontierFaults(trial, observation, outcome))
  },
}

export function frontierFaults(trial: Trial, observation: Seen, outcome: Outcome): readonly LawBreach[] {
  if (outcome.kind !== 'made') return []
  const { receipt, request } = outcome.made
  const visible = visibleIn(trial.target, request)
  return [
    ...(isCut(receipt)
      ? cutFaults(trial, observation, outcome, visible)
      : wholeFaults(trial, visible, mayCut(observation, outcome))),
    ...openRoundFaults(trial, visible),
    ...turnFaults(observation, receipt),
  ]
}

/** What of an observation is looked at. */
type Seen = Pick<Observation, 'entries' | 'pinned'>

function isCut(receipt: Receipt): boolean {
  return receipt.lawOverrides.some(({ law, floor }) => law === 'L3' && floor !== true)
}

type Made = Extract<Outcome, { kind: 'made' }>

/**
 * From how many tokens on a message that the model has answered may be shortened (L15): then it takes more than a quarter of what history
 * may take; never if the receipt does not say so.
 */
function mayCut({ entries }: Seen, { made: { receipt, budget } }: Made): number {
  const isSaid = receipt.lawOverrides.some(({ law, detail }) => law === 'L15' && detail.includes('was answered'))
  return isSaid ? (budget.history - leadingSystemTokens(entries)) / 4 : Number.POSITIVE_INFINITY
}

/** System text that leads the log is no history, and the budget does not know of it. */
function leadingSystemTokens(entries: Seen['entries']): number {
  const end = entries.findIndex(({ role }) => role !== 'system')
  const leading = end === -1 ? entries : entries.slice(0, end)
  return leading.reduce((sum, entry) => sum + (entry.kind === 'text' ? ownCount(entry.text) : 0), 0)
}

function wholeFaults(trial: Trial, visible: Visible, mayCutFrom: number): readonly LawBreach[] {
  const { run, answers, ...frontier } = ownFrontier(trial.transcript)
  const people = untouchable(frontier, mayCutFrom)
  const calls = run.filter((block) => block.kind === 'call')
  return [
    ...lostWords(people, visible).map((text) => ({
      law: 'L5' as const,
      what: `what a person wrote last is not shown: ${short(text)}`,
    })),
    ...calls
      .filter((call) => !showsInput(visible, call.text))
      .map((call) => ({ law: 'L5' as const, what: `a call of the open round is not shown: ${short(call.text)}` })),
    ...answers
      .filter((answer) => answer !== undefined)
      .filter((answer) => answer.text.trim() !== '' && !showsResult(visible, answer.json, answer.text))
      .map((answer) => ({ law: 'L5' as const, what: `a result of the open round is not shown: ${short(answer.text)}` })),
    ...starvedFaults(frontier, visible, mayCutFrom),
  ]
}

/** What of its quarter a shortened message must show at least: an excerpt may end with a line, counts differ, and the cut is noted. */
const SHOWN = 0.8
const NOTE = 32

/** L15: a message that was answered is shortened, not cut away. A file beside the words may go whole, and then nothing is known of them. */
function starvedFaults({ people, answered }: Words, visible: Visible, mayCutFrom: number): readonly LawBreach[] {
  const words = people.filter(({ message }) => answered.has(message))
  if (mayCutFrom === Number.POSITIVE_INFINITY || words.some(({ kind }) => kind !== 'text')) return []
  const shown = words.reduce((sum, { text }) => sum + shownTokens(text.toWellFormed(), visible), 0)
  const enough = Math.min(mayCutFrom, tokensOf(words)) * SHOWN - NOTE
  return demand('L5', shown >= enough, `of what a person wrote last and was answered, ${shown} tokens are shown, not ${enough}`)
}

/** Tokens of a text that stand in the request: all of them, or those of its beginning and of its end. */
function shownTokens(text: string, { blocks }: Visible): number {
  const texts = blocks.filter(({ role, kind }) => role === 'user' && kind === 'text').map((block) => block.text)
  if (texts.includes(text)) return ownCount(text)
  return Math.max(0, ...texts.map((other) => ownCount(sharedHead(text, other)) + ownCount(sharedTail(text, other))))
}

function sharedHead(text: string, other: string): string {
  let end = 0
  while (end < text.length && text[end] === other[end]) end += 1
  return text.slice(0, end)
}

function sharedTail(text: string, other: string): string {
  let length = 0
  while (length < text.length && text.at(-1 - length) === other.at(-1 - length)) length += 1
  return text.slice(text.length - length)
}

/** What people wrote last, without the messages that L15 may shorten. Marks and joined signs are several tokens a character. */
function untouchable({ people, answered }: Words, mayCutFrom: number): OwnFrontier['people'] {
  const sizeOf = (message: number): number => tokensOf(people.filter((block) => block.message === message))
  return people.filter(({ message }) => !answered.has(message) || sizeOf(message) <= mayCutFrom)
}

type Words = Pick<OwnFrontier, 'people' | 'answered'>

/** What a block may cost besides its text. */
const FRAME = 16

function tokensOf(words: OwnFrontier['people']): number {
  return words.reduce((sum, { text }) => sum + FRAME + ownCount(text), 0)
}

function lostWords(people: OwnFrontier['people'], visible: Visible): readonly string[] {
  const words = people.filter((block) => block.kind === 'text').map((block) => block.text.toWellFormed())
  return words.filter(
    (text) => !visible.blocks.some((block) => block.role === 'user' && block.kind === 'text' && block.text === text),
  )
}

/** How a receipt says that L3 came to its last resort. */
const WORDS_CUT = 'what people wrote last'

/** A result this long is cut before a person's words are. */
const LONG_RESULT = 120

function cutFaults(trial: Trial, observation: Seen, outcome: Made, visible: Visible): readonly LawBreach[] {
  const { limit } = outcome
  const { answers, ...frontier } = ownFrontier(trial.transcript)
  const whole = fixedPart(trial, observation, 'verbatim') + heardPage(observation, limit)
  const pinned = new Set(observation.pinned.map((entry) => ('text' in entry ? entry.text : '')))
  const uncut = answers.filter(
    (answer) =>
      answer !== undefined &&
      !pinned.has(answer.text) &&
      ownCount(answer.text) > LONG_RESULT &&
      showsResult(visible, answer.json, answer.text),
  )
  const words = lostWords(untouchable(frontier, mayCut(observation, outcome)), visible)
  const isSaid = outcome.made.receipt.lawOverrides.some(({ law, detail }) => law === 'L3' && detail.includes(WORDS_CUT))
  return [
    ...demand('L5', words.length === 0 || isSaid, 'a person’s words were cut, and the receipt does not say so'),
    ...demand('L5', whole > limit, `the frontier was cut, though it comes to ${whole} of ${limit} tokens`),
    ...demand('L5', words.length === 0 || uncut.length === 0, 'a person’s words were cut before a result of the open round'),
  ]
}

/** What the opening of a summary, its message and its headings may cost. */
const PAGE = 160
const PER_LINE = 10

/** At most what the page of L15 takes: all that people said, or a quarter of the room. */
function heardPage({ entries }: Seen, limit: number): number {
  const words = entries.flatMap((entry) => (entry.kind === 'text' && entry.author === 'person' ? [entry.text] : []))
  if (words.length === 0) return 0
  return (
    PAGE +
    Math.min(
      limit / 4,
      words.reduce((sum, text) => sum + ownCount(text) + PER_LINE, 0),
    )
  )
}

/** Each call of the open round stands in the request and is answered there. */
function openRoundFaults(trial: Trial, visible: Visible): readonly LawBreach[] {
  const calls = ownFrontier(trial.transcript).run.filter((block) => block.kind === 'call')
  const shown = visible.blocks.filter((block) => block.kind === 'call')
  const last = shown.slice(-calls.length)
  const results = new Set([
    ...visible.blocks.filter((block) => block.kind === 'result').map((block) => block.id),
    ...approvedNow(visible),
  ])
  if (calls.length === 0) return []
  return [
    ...demand('L5', shown.length >= calls.length, `${calls.length} calls are open, ${shown.length} are shown`),
    ...demand(
      'L5',
      last.every((call) => results.has(call.id) || waitsForPerson(call)),
      'a call of the open round has no result',
    ),
  ]
}

/** Calls that the very last message approves: the receiver of the request carries them out. */
function approvedNow({ blocks }: Visible): readonly string[] {
  const parts = blocks.map((block) => ({ ...block, part: isJsonObject(block.json) ? block.json : {} }))
  const end = blocks.at(-1)?.message
  const answered = parts.filter(({ part, message }) => part['type'] === 'tool-approval-response' && message === end)
  const ids = new Set(answered.map(({ part }) => part['approvalId']))
  return parts
    .filter(({ part }) => part['type'] === 'tool-approval-request' && ids.has(part['approvalId'] ?? null))
    .map(({ part }) => String(part['toolCallId']))
}

/** Only a person may answer it, whenever that is. */
function waitsForPerson({ json }: FlatBlock): boolean {
  return isJsonObject(json) && json['type'] === 'mcp_approval_request'
}

/** Nothing of the current turn is folded while an older entry that nothing protects is still shown. */
function turnFaults({ entries }: Seen, receipt: Receipt): readonly LawBreach[] {
  const folds = receipt.records.filter((record) => record.action === 'summarize' || record.action === 'drop')
  const current = entries.at(-1)?.turn ?? 0
  const start = entries.findIndex((entry) => entry.turn === current)
  const fixed = entries.findIndex((entry) => entry.role !== 'system')
  const inside = folds.filter((record) => record.to >= start && record.from > Math.max(fixed, 0))
  const covered = (seq: number): boolean => folds.some((record) => record.from <= seq && seq <= record.to)
  const older = entries.slice(Math.max(fixed, 0), start).filter((entry) => !covered(entry.seq))
  return demand('L5', inside.length === 0 || older.length === 0, 'the current turn was folded while older turns are shown')
}

function short(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
