import fc from 'fast-check'
import { ALL_LAWS } from '../all-laws.ts'
import { everywhere } from '../laws/everywhere.ts'
import type { Law, LawName } from '../laws/law.ts'
import { casesOf } from './coverage.ts'
import type { Subject } from './subject.ts'
import { type Trial, trials } from './trials.ts'

/** Trials are drawn this many at a time; the seed of a chunk and a place in it name a trial for ever. */
export const CHUNK = 100

/** A broken law, and how to see it again: `npm run laws -- --seed S --runs N` with these numbers. */
export interface FoundBreach {
  readonly law: LawName
  readonly what: string
  readonly seed: number
  readonly runs: number
  /** The trial, as small as it could be made. */
  readonly trial: string
}

export interface LawsReport {
  readonly trials: number
  readonly breaches: readonly FoundBreach[]
  /** How many trials reached each case of damage, by the case's number. */
  readonly cases: Readonly<Record<string, number>>
}

/** Runs laws over generated trials. With `stopAtFirst` it ends at the first breach. */
export async function runLaws(options: {
  readonly subject: Subject
  readonly runs: number
  readonly seed: number
  readonly laws?: readonly LawName[]
  readonly stopAtFirst?: boolean
  /** Laws that look deep look at one transcript in so many; 1 unless told. */
  readonly deepEvery?: number
  readonly onProgress?: (done: number) => void
}): Promise<LawsReport> {
  const laws = ALL_LAWS.filter((law) => options.laws?.includes(law.name) ?? true)
  const breaches: FoundBreach[] = []
  const cases: Record<string, number> = {}
  let done = 0
  while (done < options.runs && !(options.stopAtFirst === true && breaches.length > 0)) {
    const seed = options.seed + done
    const runs = Math.min(CHUNK, options.runs - done)
    const all = fc.sample(trials, { seed, numRuns: runs })
    const some = all.filter((_, index) => index % (options.deepEvery ?? 1) === 0)
    const shrink = options.stopAtFirst !== true
    for (const law of laws) {
      const chunk = law === everywhere ? all : some
      breaches.push(...(await breachesIn({ law, chunk, seed, runs, shrink, subject: options.subject })))
    }
    // The laws' own observations are looked at again, so that this costs next to nothing.
    const isDeep = laws.some((law) => law !== everywhere)
    for (const trial of options.stopAtFirst === true || !isDeep ? [] : some) {
      for (const reached of await casesOf(options.subject, trial)) cases[reached] = (cases[reached] ?? 0) + 1
    }
    done += runs
    options.onProgress?.(done)
  }
  return { trials: done, breaches, cases }
}

interface ChunkRun {
  readonly law: Law
  readonly chunk: readonly Trial[]
  readonly seed: number
  readonly runs: number
  readonly shrink: boolean
  readonly subject: Subject
}

/** The first breach of a law in a chunk, made small. One is enough: a law that is broken once is broken. */
async function breachesIn({ law, chunk, seed, runs, shrink, subject }: ChunkRun): Promise<readonly FoundBreach[]> {
  for (const trial of chunk) {
    const [breach] = await checkLaw(law, subject, trial)
    if (breach === undefined) continue
    const smallest = shrink ? ((await shrinkTrial({ law, seed, runs, subject })) ?? trial) : trial
    const [what = breach] = shrink ? await checkLaw(law, subject, smallest) : [breach]
    return [{ law: law.name, what, seed, runs, trial: JSON.stringify(smallest).slice(0, 4_000) }]
  }
  return []
}

async function shrinkTrial({ law, seed, runs, subject }: Omit<ChunkRun, 'chunk' | 'shrink'>): Promise<Trial | undefined> {
  const property = fc.asyncProperty(trials, async (candidate) => {
    const [breach] = await checkLaw(law, subject, candidate)
    if (breach !== undefined) throw new Error(breach)
  })
  const { counterexample } = await fc.check(property, { seed, numRuns: runs, interruptAfterTimeLimit: 10_000 })
  return counterexample?.[0]
}

/** What is wrong, in words. A law that throws is broken, too. */
async function checkLaw(law: Law, subject: Subject, trial: Trial): Promise<readonly string[]> {
  try {
    return (await law.check(subject, trial)).map((breach) => breach.what)
  } catch (error) {
    return [`threw ${error instanceof Error ? error.stack : String(error)}`]
  }
}
