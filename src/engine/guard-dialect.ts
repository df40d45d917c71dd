import { freshCopy } from '../schema/fresh-copy.ts'
import type { Dialect } from '../schema/ports.ts'

const guards = new WeakMap<Dialect, Dialect>()

/**
 * A format of the host's own: it is handed copies, and what it gives is copied, so that nothing it does to either can change the log. Ours
 * are pure, and need none of this at every step. Always the same one for the same dialect.
 */
export function guardedDialect(dialect: Dialect): Dialect {
  const guarded = guards.get(dialect) ?? guard(dialect)
  guards.set(dialect, guarded)
  guards.set(guarded, guarded)
  return guarded
}

function guard(dialect: Dialect): Dialect {
  const own = freshCopy
  return {
    traits: own(dialect.traits),
    recognise: (input) => dialect.recognise(own(input)),
    read: (input) => own(dialect.read(own(input))),
    readMessages: (messages) => own(dialect.readMessages(own(messages))),
    restore: (envelope, messages) => own(dialect.restore(own(envelope), own(messages))),
    writeMessages: (messages) => own(dialect.writeMessages(own(messages))),
    assemble: (system, messages, around) => own(dialect.assemble(own(system), own(messages), own(around))),
    writeTools: (tools) => own(dialect.writeTools(own(tools))),
    validate: (request) => own(dialect.validate(own(request))),
    validateMessages(messages, { index, used }) {
      const found = dialect.validateMessages(own(messages), { index, used: new Set(used) })
      return { violations: own(found.violations), used: new Set(found.used) }
    },
  }
}
