import type { Compacted, CompactOptions, Prepared, Thread } from '../../../src/index.ts'
import type { Commit } from '../../../src/schema/commit.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import { CompactionError, isFailure } from '../../../src/schema/failures.ts'
import type { Surroundings } from '../../../src/schema/ports.ts'
import { DIALECT, type Subject } from './subject.ts'
import type { Trial } from './trials.ts'

/** How making a request ended. `broken` is anything but a request or a refusal because the fixed part is too large. */
export type Outcome<Made extends Prepared = Compacted> =
  | { readonly kind: 'made'; readonly made: Made; readonly limit: number }
  | { readonly kind: 'refused'; readonly error: CompactionError<'fixed-part-too-large'>; readonly limit: number }
  | { readonly kind: 'broken'; readonly why: string }

/** A trial's transcript in a fresh thread: pinned, compacted, compacted again as it is, and once more for a smaller window. */
export interface Observation {
  /** The transcript as text, before anything was done with it. */
  readonly given: string
  readonly entries: readonly Entry[]
  readonly pinned: readonly Entry[]
  /** A request in a window without limit, before anything was compacted. */
  readonly whole: Outcome<Prepared>
  readonly first: Outcome
  readonly again: Outcome
  readonly prepared: Outcome<Prepared>
  readonly later: Outcome
  /** Commits after the first, the second and the prepared request. */
  readonly commits: readonly [readonly Commit[], readonly Commit[], readonly Commit[]]
}

const made = new WeakMap<Subject, WeakMap<Trial, Promise<Observation>>>()

/** What most laws look at. Made once for each trial. */
export function observe(subject: Subject, trial: Trial): Promise<Observation> {
  const known = made.get(subject) ?? new WeakMap<Trial, Promise<Observation>>()
  made.set(subject, known)
  const observation = known.get(trial) ?? makeObservation(subject, trial)
  known.set(trial, observation)
  return observation
}

async function makeObservation(subject: Subject, trial: Trial): Promise<Observation> {
  const given = JSON.stringify(trial.transcript.input)
  let time = 0
  const thread = await subject.open(trial.policy, { clock: () => ++time }).thread('trial')
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  await thread.appendDrafts(messages)
  const entries = await thread.entries()
  const pinned = await pinAll(thread, entries, trial)
  const options = optionsOf(trial, around)
  const whole = await prepareTo(await untouched(subject, trial, thread), withoutLimit(options))
  const first = await compactTo(thread, options)
  const afterFirst = await thread.commits()
  const again = await compactTo(thread, options)
  const afterAgain = await thread.commits()
  const prepared = await prepareTo(thread, options)
  const commits = [afterFirst, afterAgain, await thread.commits()] as const
  const later = await compactTo(thread, { ...options, window: trial.laterWindow })
  return { given, entries, pinned, whole, first, again, prepared, later, commits }
}

/** Where prices decide, a thread may be compacted in any window: the request before that is another's. */
async function untouched(subject: Subject, { policy, transcript, ...trial }: Trial, thread: Thread): Promise<Thread> {
  if (policy.priced !== true) return thread
  const { priced: _, ...plain } = policy
  const other = await subject.open(plain).thread('untouched')
  await other.appendDrafts(DIALECT[transcript.dialect].read(transcript.input).messages)
  await pinAll(other, await other.entries(), { policy, transcript, ...trial })
  return other
}

/** The options of every request of a trial. */
export function optionsOf(trial: Trial, around: Surroundings): CompactOptions {
  const { window, reserve, target, system } = trial
  return { window, reserve, dialect: target, around, ...(system === undefined ? {} : { system }) }
}

/** The same in a window that no transcript fills. Without one the engine takes what most models have, which some transcripts do fill. */
export function withoutLimit(options: CompactOptions): CompactOptions {
  return { ...options, window: 1_000_000_000 }
}

/** Compacts, and says how it ended instead of throwing. */
export function compactTo(thread: Thread, options: CompactOptions): Promise<Outcome> {
  return outcomeOf(() => thread.compact(options), options)
}

export function prepareTo(thread: Thread, options: CompactOptions): Promise<Outcome<Prepared>> {
  return outcomeOf(() => thread.prepare(options), options)
}

async function outcomeOf<Made extends Prepared>(make: () => Promise<Made>, options: CompactOptions): Promise<Outcome<Made>> {
  const limit = (options.window ?? 0) - (options.reserve ?? 0)
  try {
    return { kind: 'made', made: await make(), limit }
  } catch (error) {
    if (isFailure(error, 'fixed-part-too-large')) return { kind: 'refused', error, limit }
    return { kind: 'broken', why: wordsFor(error) }
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof CompactionError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Pins what the trial says; a text that no person wrote is not pinned. */
export async function pinAll(thread: Thread, entries: readonly Entry[], trial: Trial): Promise<readonly Entry[]> {
  const pinned = new Set<string>()
  const words = entries.filter((entry) => entry.kind === 'text' && entry.author === 'person' && entry.text.trim() !== '')
  for (const pin of trial.pins) {
    const choice = pin.by === 'text' ? words : entries
    const entry = choice[pin.at % Math.max(1, choice.length)]
    if (entry === undefined) continue
    const target = pin.by === 'text' && entry.kind === 'text' ? { text: entry.text } : { entry: entry.id }
    for (const id of await thread.pin(target)) pinned.add(id)
  }
  return entries.filter((entry) => pinned.has(entry.id))
}
