/**
 * Changes everything in a value that can be changed, in place and at any depth: texts, numbers, fields, lists, maps, bytes. What is
 * frozen stays as it is, without a word.
 */
export function vandalise(value: unknown, seen: Set<object> = new Set()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength).fill(7)
    return
  }
  if (value instanceof Map || value instanceof Set) value.clear()
  for (const key of Reflect.ownKeys(value)) {
    const field: unknown = Reflect.get(value, key)
    vandalise(field, seen)
    if (typeof field === 'string') Reflect.set(value, key, `${field} vandalised`)
    if (typeof field === 'number' && key !== 'length') Reflect.set(value, key, field + 1)
    if (typeof field === 'boolean') Reflect.set(value, key, !field)
  }
  if (Array.isArray(value)) Reflect.set(value, value.length, { role: 'user', content: 'vandalised' })
  else Reflect.set(value, 'cache_control', { type: 'ephemeral' })
}
