import { DIALECTS } from '../../../src/testing/transcripts/transcripts.ts'
import { compactTo, type Outcome, optionsOf, pinAll } from '../judge/observe.ts'
import { sameBytes } from '../judge/same-bytes.ts'
import { DIALECT, type Subject } from '../judge/subject.ts'
import type { Trial } from '../judge/trials.ts'
import { fitFaults } from './always-fits.ts'
import { faultsOf } from './always-valid.ts'
import { frontierFaults } from './frontier-is-true.ts'
import { demand, type Law, type LawBreach } from './law.ts'
import { lostPins } from './pins-hold.ts'

/**
 * The laws that must never be broken, over one transcript in every dialect at once: valid, within its budget, with frontier and pins, the
 * same when it is asked twice, the same from another engine, and what was handed in as it was. A transcript is read once and goes out six
 * times, so that very many can be tried; the other laws look deeper into fewer.
 */
export const everywhere: Law = {
  name: 'everywhere',
  title: 'in every dialect: valid, fits, keeps frontier and pins, is the same twice',
  async check(subject, trial) {
    const given = JSON.stringify(trial.transcript.input)
    const one = await opened(subject, trial)
    const breaches: LawBreach[] = []
    for (const target of DIALECTS) {
      const at = { ...trial, target }
      const first = await compactTo(one.thread, optionsOf(at, one.around))
      const again = await compactTo(one.thread, optionsOf(at, one.around))
      breaches.push(
        ...faultsOf(at, first, 'provider'),
        ...fitFaults(at, one, first),
        ...frontierFaults(at, one, first),
        ...lostPins({
          trial: at,
          pinned: one.pinned,
          request: { outcome: first, entries: one.entries, pinned: one.pinned.length },
          index: 0,
        }),
        ...demand('L8', isSame(first, again), `${target}: the second time it is another`),
      )
    }
    return [
      ...breaches,
      ...(await otherEngineFaults(subject, trial, one)),
      ...demand('L7', JSON.stringify(trial.transcript.input) === given, 'what was handed in is not what it was'),
    ]
  },
}

type Opened = Awaited<ReturnType<typeof opened>>

async function opened(subject: Subject, trial: Trial) {
  const thread = await subject.open(trial.policy, { clock: () => 0 }).thread('everywhere')
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  await thread.appendDrafts(messages)
  const entries = await thread.entries()
  return { thread, around, entries, pinned: await pinAll(thread, entries, trial) }
}

/** Another engine, in the trial's own dialect: what was compacted for the others before must not show. */
async function otherEngineFaults(subject: Subject, trial: Trial, one: Opened): Promise<readonly LawBreach[]> {
  const other = await opened(subject, trial)
  const [a, b] = [
    await compactTo(one.thread, optionsOf(trial, one.around)),
    await compactTo(other.thread, optionsOf(trial, other.around)),
  ]
  return demand('L7', isSame(a, b), `${trial.target}: two engines differ`)
}

function isSame(a: Outcome, b: Outcome): boolean {
  if (a.kind !== 'made' || b.kind !== 'made') return a.kind === b.kind
  return sameBytes(a.made.request, b.made.request)
}
