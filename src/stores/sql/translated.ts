import type { SqlBackend } from './backend.ts'

/** The same functions, also those in groups, with every error of the driver in our words. */
export function translated<Verbs extends object>(backend: SqlBackend, verbs: Verbs): Verbs {
  const wrapped = Object.entries(verbs).map(([name, verb]) => {
    if (typeof verb !== 'function') return [name, translated(backend, verb)]
    const called = async (...given: readonly unknown[]): Promise<unknown> => {
      try {
        return await verb(...given)
      } catch (error) {
        throw backend.translate(error)
      }
    }
    return [name, called]
  })
  return { ...verbs, ...Object.fromEntries(wrapped) }
}
