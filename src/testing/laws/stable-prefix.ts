import type { CompactOptions, Prepared } from '../../index.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { Json } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import { type FlatBlock, flatten } from '../flatten.ts'
import { optionsOf, prepareTo } from '../observe.ts'
import { DIALECT, type Subject } from '../subject.ts'
import { piecesOf, type Trial } from '../transcripts/trials.ts'
import { faultsOf } from './always-valid.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * L9: a request is stable ++ ephemeral, and between commits each stable part is a prefix of the next. Compared block by block with
 * role: neighbours of one role may be joined into one message, and a single text may stand as a string, which is the same to a
 * provider. So that "nothing is stable" does not pass, all that stands before the open round must be stable.
 */
export const stablePrefix: Law = {
  name: 'L9',
  title: 'between commits each stable part is a prefix of the next',
  async check(subject, trial) {
    const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
    const given = optionsOf(trial, around)
    const { window: _, ...unbounded } = given
    return [
      ...(await grow({ subject, trial, around, options: given, pieces: piecesOf(trial, messages) })),
      // Without a window none of these compacts, so every step is compared with the one before.
      ...(await grow({ subject, trial, around, options: unbounded, pieces: messages.map((message) => [message]) })),
    ]
  },
}

async function grow(options: {
  readonly subject: Subject
  readonly trial: Trial
  readonly around: Surroundings
  readonly options: CompactOptions
  readonly pieces: readonly (readonly MessageDraft[])[]
}): Promise<readonly LawBreach[]> {
  const { subject, trial, around } = options
  const thread = await subject.open(trial.policy).thread('growing')
  const breaches: LawBreach[] = []
  let before: Prepared | undefined
  for (const [index, piece] of options.pieces.entries()) {
    await thread.appendDrafts(piece)
    const outcome = await prepareTo(thread, options.options)
    breaches.push(...faultsOf(trial, outcome))
    if (outcome.kind !== 'made') {
      before = undefined
      continue
    }
    const open = openSince(await thread.entries())
    breaches.push(...ownFaults({ trial, around, made: outcome.made, index, open }))
    if (before !== undefined && before.record.commit === outcome.made.record.commit) {
      const [old, now] = [stableOf(trial, around, before), stableOf(trial, around, outcome.made)]
      breaches.push(...demand('L9', isPrefix(old, now), `step ${index}: ${firstDifference(old, now)}`))
    }
    before = outcome.made
  }
  return breaches
}

type Shown = Pick<FlatBlock, 'role' | 'json' | 'kind' | 'text'>

/** What the stable messages look like on the wire, written without the rest. */
function stableOf(trial: Trial, around: Surroundings, made: Prepared): readonly Shown[] {
  const { prompt } = made
  if (prompt.stable === 0) return []
  return flatten(trial.target, writeRequest(trial, { ...prompt, messages: prompt.messages.slice(0, prompt.stable) }, around))
}

function writeRequest(trial: Trial, prompt: Prepared['prompt'], around: Surroundings): Json {
  const dialect = DIALECT[trial.target]
  const given = trial.system === undefined ? [] : [{ role: 'system', parts: [{ kind: 'synthetic', text: trial.system }] } as const]
  return dialect.assemble([...given, ...prompt.system], dialect.writeMessages(prompt.messages), around)
}

/** Where the last run of assistant messages begins: a call in it may still get its result. */
function openSince(entries: readonly Entry[]): Seq {
  let start = entries.findLastIndex((entry) => entry.role === 'assistant')
  if (start === -1) return entries.length
  while (start > 0 && entries[start - 1]?.role === 'assistant') start -= 1
  return start
}

function ownFaults(options: {
  readonly trial: Trial
  readonly around: Surroundings
  readonly made: Prepared
  readonly index: number
  readonly open: Seq
}): readonly LawBreach[] {
  const { trial, around, made, index, open } = options
  const { messages, stable } = made.prompt
  const first = messages.findIndex((message) => message.parts.some((part) => part.kind === 'entry' && part.entry.seq >= open))
  const closed = first === -1 ? messages.filter((message) => message.parts.some((part) => part.kind === 'entry')).length : first
  const whole = flatten(trial.target, made.request)
  const shown = stableOf(trial, around, made)
  return [
    ...demand(
      'L9',
      isPrefix(shown, whole),
      `step ${index}: the stable part is no prefix of its own request: ${firstDifference(shown, whole)}`,
    ),
    ...demand('L9', stable >= closed, `step ${index}: only ${stable} of ${closed} closed messages are stable`),
  ]
}

function isPrefix(old: readonly Shown[], now: readonly Shown[]): boolean {
  return old.length <= now.length && old.every((block, index) => print(block) === print(now[index]))
}

function print(block: Shown | undefined): string {
  return block === undefined ? 'nothing' : JSON.stringify([block.role, block.json])
}

function firstDifference(old: readonly Shown[], now: readonly Shown[]): string {
  const index = old.findIndex((block, at) => print(block) !== print(now[at]))
  return `block ${index}: ${print(old[index]).slice(0, 200)} became ${print(now[index]).slice(0, 200)}`
}
