import { memoryStore } from '../../index.ts'
import type { Json } from '../../schema/json.ts'
import { compactTo, type Outcome, observe, optionsOf, pinAll } from '../observe.ts'
import { DIALECT, type Subject } from '../subject.ts'
import { piecesOf, type Trial } from '../transcripts/trials.ts'
import { demand, type Law } from './law.ts'

/**
 * L7: the bytes are a function of the log and the request's inputs. Another engine, at another time, that gets the same messages
 * piece by piece through threads opened anew each time, makes the same request and the same account of it. What is handed in is
 * frozen, so that whoever changes it fails.
 */
export const deterministic: Law = {
  name: 'L7',
  title: 'the same log gives the same bytes, whenever and however it came',
  async check(subject, trial) {
    const { first } = await observe(subject, trial)
    const second = await otherEngine(subject, trial)
    return demand('L7', account(first) === account(second), `two engines differ: ${difference(account(first), account(second))}`)
  },
}

async function otherEngine(subject: Subject, trial: Trial): Promise<Outcome> {
  const store = memoryStore()
  const input = frozen(JSON.parse(JSON.stringify(trial.transcript.input)) as Json)
  const { messages, ...around } = frozen(DIALECT[trial.transcript.dialect].read(input))
  let time = 1_700_000_000_000
  const open = () => subject.open(trial.policy, { store, clock: () => (time += 997) }).thread('other')
  for (const piece of piecesOf(trial, messages)) await (await open()).appendDrafts(piece)
  const thread = await open()
  await pinAll(thread, await thread.entries(), trial)
  return compactTo(thread, frozen(optionsOf(trial, around)))
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

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Object.keys(value)) frozen(Object.getOwnPropertyDescriptor(value, key)?.value)
  return Object.freeze(value)
}
