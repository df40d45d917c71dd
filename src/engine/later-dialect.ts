import type { Dialect, DialectOutline, LaterDialect } from '../schema/ports.ts'

const made = new WeakSet<object>()

/** A dialect of which the rest is loaded by the first call that needs it. What could not be loaded is tried again. */
export function laterDialect(outline: DialectOutline, load: () => Promise<Dialect>): LaterDialect {
  let loaded: Dialect | undefined
  const later: LaterDialect = Object.freeze({
    ...outline,
    load: () =>
      loaded ??
      load().then((dialect) => {
        loaded = dialect
        return dialect
      }),
  })
  made.add(later)
  return later
}

/** Whether something of a dialect is not loaded with it. One of the host's own may have a `load` of its own. */
export function isLater(dialect: Dialect | LaterDialect): dialect is LaterDialect {
  return made.has(dialect)
}
