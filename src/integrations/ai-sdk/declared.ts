import { isSameJson } from '../../schema/same-json.ts'
import type { ToolPolicies } from '../../schema/tool-policy.ts'

/** What tools declare about their results. The SDK hands definitions to a model without it, so it is kept here and put back for us. */
export interface Declared {
  declare(policies: ToolPolicies): void
  /** Definitions as a model gets them, each with what its tool has declared. */
  beside(tools: readonly object[]): readonly object[]
}

export function declaredHere(): Declared {
  const known = new Map<string, object>()
  let last: { readonly given: readonly object[]; readonly made: readonly object[] } | undefined
  return {
    declare(policies) {
      // What a policy captures is code, and none of the engine's business.
      for (const [name, policy] of Object.entries(policies)) known.set(name, withoutCode(policy))
      last = undefined
    },
    beside(given) {
      // The same list again, so that nobody reads the same definitions anew at every step.
      if (last !== undefined && isSameJson(last.given, given)) return last.made
      const made = given.map((tool) => withDeclared(tool, known))
      last = { given: structuredClone(given), made }
      return made
    },
  }
}

function withoutCode(policy: object): object {
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => typeof value !== 'function'))
}

function withDeclared(tool: object, known: ReadonlyMap<string, object>): object {
  const declared = 'name' in tool && typeof tool.name === 'string' ? known.get(tool.name) : undefined
  return declared === undefined ? tool : { ...tool, palimpsest: declared }
}
