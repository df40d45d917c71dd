import { restoreMessages } from '../../../src/dialects/restore-messages.ts'
import { observe } from '../judge/observe.ts'
import { firstDifference } from '../judge/same-bytes.ts'
import { DIALECT } from '../judge/subject.ts'
import { sameJson } from '../judge/visible.ts'
import { demand, type Law } from './law.ts'

/** The law of dialects: taken apart into entries and put together again, a transcript is what it was, unknown fields included. */
export const dialectsRestore: Law = {
  name: 'dialects',
  title: 'a transcript taken apart and put together is the same',
  async check(subject, trial) {
    const { dialect: name, input } = trial.transcript
    const dialect = DIALECT[name]
    const before = JSON.stringify(input)
    const { envelope } = dialect.read(input)
    const { entries } = await observe(subject, trial)
    const restored = dialect.restore(envelope, restoreMessages(entries))
    return [
      ...demand('dialects', sameJson(restored, input), () => `restored: ${firstDifference(restored, input)}`),
      ...demand('dialects', JSON.stringify(input) === before, 'reading changed the input'),
    ]
  },
}
