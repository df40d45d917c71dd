import { memoryStore, type Prepared } from '../../../src/index.ts'
import { growUnbounded } from '../judge/growth.ts'
import { compactTo, type Outcome, observe, optionsOf, pinAll } from '../judge/observe.ts'
import { firstDifference, sameBytes } from '../judge/same-bytes.ts'
import { DIALECT, type Subject } from '../judge/subject.ts'
import { piecesOf, type Trial } from '../judge/trials.ts'
import { demand, type Law } from './law.ts'

/**
 * L7: the bytes are a function of the log and the request's inputs. Another engine, at another time, that gets the same messages
 * piece by piece, the last through a thread opened anew and asked for a request before, makes the same request and the same account of it. What is handed in is
 * the same afterwards.
 */
export const deterministic: Law = {
  name: 'L7',
  title: 'the same log gives the same bytes, whenever and however it came',
  async check(subject, trial) {
    const { given, whole, first } = await observe(subject, trial)
    const [one, other] = [account(first), account(await otherEngine(subject, trial))]
    const last = (await growUnbounded(subject, trial)).at(-1)?.outcome ?? whole
    const [atOnce, byAndBy] = [partsOf(whole), partsOf(last)]
    return [
      ...demand('L7', sameBytes(one, other), () => `two engines differ: ${firstDifference(one, other)}`),
      ...demand(
        'L7',
        sameBytes(atOnce, byAndBy),
        () => `a request after every message is another: ${firstDifference(atOnce, byAndBy)}`,
      ),
      ...demand('L7', JSON.stringify(trial.transcript.input) === given, 'what was handed in is not what it was'),
    ]
  },
}

async function otherEngine(subject: Subject, trial: Trial): Promise<Outcome> {
  const store = memoryStore()
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  let time = 1_700_000_000_000
  const open = () => subject.open(trial.policy, { store, clock: () => (time += 997) }).thread('other')
  const pieces = piecesOf(trial, messages)
  const earlier = await open()
  for (const piece of pieces.slice(0, -1)) await earlier.appendDrafts(piece)
  const thread = await open()
  await thread.appendDrafts(pieces.at(-1) ?? [])
  await pinAll(thread, await thread.entries(), trial)
  const options = optionsOf(trial, around)
  // A request far from the trigger is estimated. What is planned after it must not be. Where prices decide, no window is far from it.
  const unbounded = { ...options, window: Number.MAX_SAFE_INTEGER }
  await (trial.policy.priced === true ? thread.check(unbounded) : thread.prepare(unbounded))
  return compactTo(thread, options)
}

function partsOf(outcome: Outcome<Prepared>): unknown {
  return outcome.kind === 'made' ? [outcome.made.request, outcome.made.tokens, outcome.made.prompt.repairs] : outcome.kind
}

/** All that must be the same. The time of the receipt, and how long a summarizer took, are recorded and may differ. */
function account(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'broken':
      return 'broken'
    case 'refused':
      return outcome.error.failure
    case 'made': {
      const { at: _, summary, ...receipt } = outcome.made.receipt
      const told = summary === undefined ? undefined : { ...summary, ms: 0 }
      return [outcome.made.request, receipt, told, outcome.made.record.bytes]
    }
  }
}
