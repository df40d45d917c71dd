/** What somebody handed in, in a few words. A store that is still being opened is nearly always a forgotten word. */
export function foundIn(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value).slice(0, 80)
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return 'a promise: it wants `await`'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
