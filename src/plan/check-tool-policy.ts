import { refuse } from '../budget/triggers/fit-constants.ts'
import { CompactionError } from '../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { ToolPolicies, ToolPolicy } from '../schema/tool-policy.ts'

type Check = (at: string, value: Json) => void

/** What each field of a tool policy must be. */
const FIELDS: Readonly<Record<keyof ToolPolicy, Check>> = {
  durability: oneOf('ephemeral', 'replayable', 'anchoring', 'non-replayable'),
  preserve(at, value) {
    const isNames = Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')
    if (!isNames) refuseShape(at, 'a list of names of fields', value)
  },
  externalizeAbove(at, value) {
    if (typeof value !== 'number') refuseShape(at, 'a whole number of at least 1', value)
    if (!Number.isSafeInteger(value) || value < 1) refuse(at, value, 'a whole number of at least 1')
  },
  replayCost: oneOf('free', 'cheap', 'expensive'),
}

/** Reads what a tool declares about its results. Refuses anything else, naming the field and what is allowed. */
export function readToolPolicy(value: Json, at: string): ToolPolicy {
  if (!isJsonObject(value)) return refuseShape(at, `an object with ${Object.keys(FIELDS).join(', ')}`, value)
  for (const [field, given] of Object.entries(value)) {
    if (!Object.hasOwn(FIELDS, field)) refuseShape(`${at}.${field}`, `one of ${Object.keys(FIELDS).join(', ')}`, field)
    FIELDS[field as keyof ToolPolicy](`${at}.${field}`, given)
  }
  return value as JsonObject & ToolPolicy
}

/** Refuses a host's own settings in the same way, when they are handed in. */
export function checkToolPolicies(policies: ToolPolicies): void {
  for (const [tool, policy] of Object.entries(policies)) readToolPolicy({ ...policy } as JsonObject, `toolPolicies.${tool}`)
}

function oneOf(...allowed: readonly string[]): Check {
  return (at, value) => {
    if (typeof value !== 'string' || !allowed.includes(value)) refuseShape(at, `one of ${allowed.join(', ')}`, value)
  }
}

function refuseShape(at: string, expected: string, found: Json): never {
  const words = JSON.stringify(found)
  const short = words.length > 40 ? `${words.slice(0, 40)}…` : words
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: short })
}
