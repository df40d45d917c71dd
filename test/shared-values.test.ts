import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isJsonObject } from '../src/schema/json.ts'

/** The doors of the package, as files of the source. */
function doors(): readonly string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: Readonly<Record<string, unknown>> }
  return Object.values(exports).flatMap((door) => {
    const built = isJsonObject(door) ? door['default'] : undefined
    // Generators and cases are for tests, and hold objects of the libraries that they are made with.
    const isOurs = typeof built === 'string' && built.endsWith('.js') && !built.includes('/testing/')
    return isOurs ? [built.replace('./dist/', '../src/').replace(/\.js$/, '.ts')] : []
  })
}

/** Where in a value something can be changed in place. A function is code, and a module cannot be written to. */
function open(value: unknown, at: string, seen: Set<object> = new Set()): readonly string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  const isOpen = (!Object.isFrozen(value) && !isModule(value)) || value instanceof Map || value instanceof Set
  return [...(isOpen ? [at] : []), ...Object.entries(value).flatMap(([key, inner]) => open(inner, `${at}.${key}`, seen))]
}

function isModule(value: object): boolean {
  return Reflect.get(value, Symbol.toStringTag) === 'Module'
}

describe('L13, case 98 · what all tenants of a process share', () => {
  it.each(doors())('nothing that %s exports can be changed in place', async (door) => {
    const found: Readonly<Record<string, unknown>> = await import(door)
    expect(Object.entries(found).flatMap(([name, value]) => open(value, name))).toEqual([])
  })
})
