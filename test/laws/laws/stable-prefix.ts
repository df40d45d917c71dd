import type { Prepared } from '../../../src/index.ts'
import type { CommitId } from '../../../src/schema/ids.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Surroundings } from '../../../src/schema/ports.ts'
import type { PromptMessage } from '../../../src/schema/prompt.ts'
import { type FlatBlock, flatten, unmarked } from '../../../src/testing/provider-rules/flatten.ts'
import { type GrowthStep, grow, growUnbounded } from '../judge/growth.ts'
import { optionsOf } from '../judge/observe.ts'
import { sameBytes } from '../judge/same-bytes.ts'
import { DIALECT } from '../judge/subject.ts'
import { piecesOf, type Trial } from '../judge/trials.ts'
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
    const options = optionsOf(trial, around)
    return [
      ...growthFaults(trial, around, await grow({ subject, trial, options, pieces: piecesOf(trial, messages) })),
      // Without a window none of these compacts, so every step is compared with the one before.
      ...growthFaults(trial, around, await growUnbounded(subject, trial)),
    ]
  },
}

function growthFaults(trial: Trial, around: Surroundings, steps: readonly GrowthStep[]): readonly LawBreach[] {
  let before: Step | undefined
  for (const [index, { outcome, commit, open }] of steps.entries()) {
    const now = outcome.kind === 'made' ? stepOf(trial, around, outcome.made, commit) : undefined
    const breaches = [
      ...faultsOf(trial, outcome, index === steps.length - 1 ? 'both' : 'provider'),
      ...(now === undefined ? [] : [...ownFaults(now, open), ...prefixFaults(before, now)]),
    ]
    if (breaches.length > 0) return breaches.map((breach) => ({ ...breach, what: `step ${index}: ${breach.what}` }))
    before = now
  }
  return []
}

interface Step {
  readonly prompt: Prepared['prompt']
  readonly commit: CommitId | undefined
  /** The blocks of the whole request, and of its stable part as it would be written alone. */
  readonly whole: readonly FlatBlock[]
  readonly stable: readonly FlatBlock[]
}

function stepOf(trial: Trial, around: Surroundings, made: Prepared, commit: CommitId | undefined): Step {
  const { prompt } = made
  const stable = { ...prompt, messages: prompt.messages.slice(0, prompt.stable) }
  return {
    prompt,
    commit,
    whole: flatten(trial.target, made.request),
    stable: prompt.stable === 0 ? [] : flatten(trial.target, writeRequest(trial, stable, around)),
  }
}

function writeRequest(trial: Trial, prompt: Prepared['prompt'], around: Surroundings): Json {
  const dialect = DIALECT[trial.target]
  const given =
    trial.system === undefined ? [] : [{ role: 'system', parts: [{ kind: 'synthetic', text: trial.system }] } as const]
  return dialect.assemble([...given, ...prompt.system], dialect.writeMessages(prompt.messages), around)
}

function ownFaults({ prompt, whole, stable }: Step, open: number): readonly LawBreach[] {
  const { messages } = prompt
  const first = messages.findIndex((message) => message.parts.some((part) => part.kind === 'entry' && part.entry.seq >= open))
  const isShown = (message: PromptMessage | undefined): boolean => message?.parts.some((part) => part.kind === 'entry') ?? false
  // What is only a frame around the open round is no more closed than that.
  const before = first > 0 && messages[first - 1]?.role === 'user' && !isShown(messages[first - 1]) ? first - 1 : first
  const closed = first === -1 ? messages.filter(isShown).length : before
  return [
    ...demand(
      'L9',
      isPrefix(stable, whole),
      () => `the stable part is no prefix of its own request: ${firstOther(stable, whole)}`,
    ),
    ...demand('L9', prompt.stable >= closed, `only ${prompt.stable} of ${closed} closed messages are stable`),
  ]
}

function prefixFaults(before: Step | undefined, now: Step): readonly LawBreach[] {
  if (before === undefined || before.commit !== now.commit) return []
  return demand('L9', isPrefix(before.stable, now.stable), () => firstOther(before.stable, now.stable))
}

function isPrefix(old: readonly FlatBlock[], now: readonly FlatBlock[]): boolean {
  return old.length <= now.length && old.every((block, index) => isSame(block, now[index]))
}

/** The same role and the same JSON. Cache marks aside: a provider takes only four, so that earlier ones go. */
function isSame(a: FlatBlock, b: FlatBlock | undefined): boolean {
  return a.role === b?.role && (a.json === b.json || sameBytes(unmarked(a.json), unmarked(b.json)))
}

function firstOther(old: readonly FlatBlock[], now: readonly FlatBlock[]): string {
  const index = old.findIndex((block, at) => !isSame(block, now[at]))
  return `block ${index}: ${print(old[index])} became ${print(now[index])}`
}

function print(block: FlatBlock | undefined): string {
  return JSON.stringify([block?.role, block?.json]).slice(0, 200)
}
