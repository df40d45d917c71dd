import { casesOf } from './coverage.ts'
import type { Law, LawBreach } from './laws/law.ts'
import { LAWS } from './laws.ts'
import type { Subject } from './subject.ts'
import type { Trial } from './transcripts/trials.ts'

/** What came of holding laws against one trial. */
export interface TrialReport {
  readonly breaches: readonly LawBreach[]
  /** Cases of FAILURES.md that it reached. */
  readonly cases: ReadonlySet<number>
}

/** Holds every law against a trial. A law that throws is broken too: whatever comes in, nothing may. */
export async function checkTrial(subject: Subject, trial: Trial, laws: readonly Law[] = LAWS): Promise<TrialReport> {
  const breaches: LawBreach[] = []
  for (const law of laws) breaches.push(...(await check(law, subject, trial)))
  return { breaches, cases: breaches.length > 0 ? new Set() : await casesOf(subject, trial) }
}

async function check(law: Law, subject: Subject, trial: Trial): Promise<readonly LawBreach[]> {
  try {
    return await law.check(subject, trial)
  } catch (error) {
    return [{ law: law.name, what: error instanceof Error ? (error.stack ?? error.message) : String(error) }]
  }
}

/** Breaches in words, a line each, equal ones once. */
export function printBreaches(breaches: readonly LawBreach[]): string {
  return [...new Set(breaches.map(({ law, what }) => `${law} · ${what}`))].join('\n')
}
