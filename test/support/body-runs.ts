import fc from 'fast-check'
import type { Prepared } from '../../src/index.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import { type Outcome, observe } from '../laws/judge/observe.ts'
import { ownEngine, type Subject } from '../laws/judge/subject.ts'
import { type Trial, trials } from '../laws/judge/trials.ts'
import { bodyFaults } from './body-faults.ts'
import { bodyOf, DOORS, type DoorName } from './provider-bodies.ts'

export const DOOR_NAMES = Object.keys(DOORS) as readonly DoorName[]

/** Somebody else's judgement of a body: what is wrong with it, or nothing. */
export type SecondOpinion = (door: DoorName, body: Json, given: Json) => string | undefined

/** What became of the requests of some sessions. */
export interface BodiesReport {
  readonly bodies: number
  /** Requests that hold what a package, or the provider behind it, has no place for: a sound, say. */
  readonly unsupported: number
  readonly refused: readonly Refused[]
}

/** A body that its provider would refuse: of which session, through which package, in which window, and why. */
export interface Refused {
  readonly session: number
  readonly door: DoorName
  readonly window: Window
  readonly why: readonly string[]
}

/** Whole, in the window of the trial, and afterwards in a later one. */
const WINDOWS = ['whole', 'first', 'later'] as const
type Window = (typeof WINDOWS)[number]

/**
 * Sends generated sessions through every package, each in three windows. Every body that a package builds is judged by the documented rules of
 * its provider, and by `opinion`, if there is one. A session of the seed is the same however many are asked for.
 */
export async function runBodies(options: {
  readonly sessions: number
  readonly seed: number
  readonly opinion?: SecondOpinion
}): Promise<BodiesReport> {
  const subject = ownEngine()
  const refused: Refused[] = []
  const count = { bodies: 0, unsupported: 0 }
  for (const [session, trial] of fc.sample(trials, { seed: options.seed, numRuns: options.sessions }).entries()) {
    for (const { door, window, outcome } of await requestsOf(subject, trial)) {
      const { kind, why } = await judge(door, outcome, { opinion: options.opinion, given: trial.transcript.input })
      count[kind] += 1
      if (why.length > 0) refused.push({ session, door, window, why })
    }
  }
  return { ...count, refused }
}

interface Sent {
  readonly door: DoorName
  readonly window: Window
  readonly outcome: Outcome<Prepared>
}

/** The requests of a session in every dialect that a package takes, each made once for all of its packages. */
async function requestsOf(subject: Subject, trial: Trial): Promise<readonly Sent[]> {
  const targets = new Map(DOOR_NAMES.map((door) => [DOORS[door].dialect, { ...trial, target: DOORS[door].dialect }]))
  const sent: Sent[] = []
  for (const door of DOOR_NAMES) {
    const observed = await observe(subject, targets.get(DOORS[door].dialect) ?? trial)
    sent.push(...WINDOWS.map((window) => ({ door, window, outcome: observed[window] })))
  }
  // A fixed part that is larger than the window is refused by the engine, in words: there is nothing to send.
  return sent.filter(({ outcome }) => outcome.kind !== 'refused')
}

interface Judgement {
  readonly kind: 'bodies' | 'unsupported'
  readonly why: readonly string[]
}

async function judge(
  door: DoorName,
  outcome: Outcome<Prepared>,
  { opinion, given }: { readonly opinion: SecondOpinion | undefined; readonly given: Json },
): Promise<Judgement> {
  if (outcome.kind !== 'made') return { kind: 'bodies', why: ['no request was made'] }
  const { request } = outcome.made
  if (isOneProviders(request, door)) return { kind: 'unsupported', why: [] }
  const built = await bodyOf(door, request)
  if (built.kind === 'unsupported') return { kind: 'unsupported', why: [] }
  if (built.kind === 'refused') return { kind: 'bodies', why: [built.why] }
  const second = opinion?.(door, built.body, given)
  return { kind: 'bodies', why: [...bodyFaults(door, built.body), ...(second === undefined ? [] : [second])] }
}

/**
 * What no other provider can go on with: a tool that it runs itself, as the last word, and messages of nothing but what it alone can read. All
 * are in the dialect of the AI SDK, which cannot know who will read them.
 */
function isOneProviders(request: Json, door: DoorName): boolean {
  const messages = isJsonObject(request) ? request['messages'] : request
  const contents = Array.isArray(messages) ? messages.map(partsOfAgent) : []
  const paused = contents.at(-1)?.at(-1)
  if (paused?.['type'] === 'tool-call' && paused['providerExecuted'] === true) return door !== '@ai-sdk/anthropic'
  const isSealed = contents.some((parts) => parts.length > 0 && parts.every((part) => part['type'] === 'custom'))
  return isSealed && door !== '@ai-sdk/openai responses'
}

function partsOfAgent(message: Json): readonly JsonObject[] {
  const content = isJsonObject(message) && message['role'] === 'assistant' ? message['content'] : undefined
  return Array.isArray(content) ? content.filter(isJsonObject) : []
}
