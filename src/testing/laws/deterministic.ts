import { memoryStore } from '../../index.ts'
import { compactTo, type Outcome, observe, optionsOf, pinAll, prepareTo } from '../observe.ts'
import { DIALECT, type Subject } from '../subject.ts'
import { piecesOf, type Trial } from '../transcripts/trials.ts'
import { demand, type Law } from './law.ts'

/**
 * L7: the bytes are a function of the log and the request's inputs. Another engine, at another time, that gets the same messages
 * piece by piece through threads opened anew each time, makes the same request and the same account of it. What is handed in is
 * the same afterwards.
 */
export const deterministic: Law = {
  name: 'L7',
  title: 'the same log gives the same bytes, whenever and however it came',
  async check(subject, trial) {
    const { first } = await observe(subject, trial)
    const given = JSON.stringify(trial.transcript.input)
    const second = await otherEngine(subject, trial)
    const [atOnce, byAndBy] = [await grown(subject, trial, 'at once'), await grown(subject, trial, 'piece by piece')]
    return [
      ...demand('L7', account(first) === account(second), `two engines differ: ${difference(account(first), account(second))}`),
      ...demand('L7', atOnce === byAndBy, `a request after every piece is another: ${difference(atOnce, byAndBy)}`),
      ...demand('L7', JSON.stringify(trial.transcript.input) === given, 'what was handed in is not what it was'),
    ]
  },
}

async function otherEngine(subject: Subject, trial: Trial): Promise<Outcome> {
  const store = memoryStore()
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  let time = 1_700_000_000_000
  const open = () => subject.open(trial.policy, { store, clock: () => (time += 997) }).thread('other')
  for (const piece of piecesOf(trial, messages)) await (await open()).appendDrafts(piece)
  const thread = await open()
  await pinAll(thread, await thread.entries(), trial)
  return compactTo(thread, optionsOf(trial, around))
}

/** The last request of a thread that never compacts, asked for only then or after every piece. */
async function grown(subject: Subject, trial: Trial, how: 'at once' | 'piece by piece'): Promise<string> {
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  const { window: _, ...options } = optionsOf(trial, around)
  const thread = await subject.open(trial.policy).thread('grown')
  for (const piece of how === 'at once' ? [messages] : piecesOf(trial, messages)) {
    await thread.appendDrafts(piece)
    if (how === 'piece by piece') await prepareTo(thread, options)
  }
  const last = await prepareTo(thread, options)
  return last.kind === 'made' ? JSON.stringify([last.made.request, last.made.tokens, last.made.prompt.repairs]) : last.kind
}

/** All that must be the same. The time of the receipt is recorded and may differ. */
function account(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'broken':
      return 'broken'
    case 'refused':
      return JSON.stringify(outcome.error.failure)
    case 'made': {
      const { at: _, ...receipt } = outcome.made.receipt
      return JSON.stringify([outcome.made.request, receipt, outcome.made.record.bytes])
    }
  }
}

function difference(a: string, b: string): string {
  let index = 0
  while (index < Math.min(a.length, b.length) && a[index] === b[index]) index += 1
  return `at ${index}: ${a.slice(index, index + 60)} | ${b.slice(index, index + 60)}`
}
