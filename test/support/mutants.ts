import type { Json } from '../../src/schema/json.ts'
import type { Violation } from '../../src/schema/prompt.ts'

/** A legal request with one place changed, and the rule that must refuse it. */
export interface Mutant {
  readonly rule: string
  readonly at: readonly (string | number)[]
  readonly becomes: Json
  /** Rules that cannot but be broken along with it. */
  readonly also?: readonly string[]
}

export function mutated(request: Json, { at, becomes }: Mutant): Json {
  const copy = structuredClone(request)
  const path = [...at]
  const last = path.pop() as string | number
  const place = path.reduce((value, key) => (value as Record<string | number, Json>)[key] as Json, copy)
  ;(place as Record<string | number, Json>)[last] = becomes
  return copy
}

/** The names of the rules that a request breaks, each once, in alphabetical order. */
export function rulesBroken(validate: (request: Json) => readonly Violation[], request: Json): readonly string[] {
  return [...new Set(validate(request).map((violation) => violation.rule))].sort()
}
