import { restoreMessages } from '../../adapters/restore-messages.ts'
import { observe } from '../observe.ts'
import { firstDifference } from '../same-bytes.ts'
import { DIALECT } from '../subject.ts'
import { sameJson } from '../visible.ts'
import { demand, type Law } from './law.ts'

/** The law of adapters: taken apart into entries and put together again, a transcript is what it was, unknown fields included. */
export const adaptersRestore: Law = {
  name: 'adapters',
  title: 'a transcript taken apart and put together is the same',
  async check(subject, trial) {
    const { dialect: name, input } = trial.transcript
    const dialect = DIALECT[name]
    const before = JSON.stringify(input)
    const { envelope } = dialect.read(input)
    const { entries } = await observe(subject, trial)
    const restored = dialect.restore(envelope, restoreMessages(entries))
    return [
      ...demand('adapters', sameJson(restored, input), () => `restored: ${firstDifference(restored, input)}`),
      ...demand('adapters', JSON.stringify(input) === before, 'reading changed the input'),
    ]
  },
}
