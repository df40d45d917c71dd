import type { Json } from '../schema/json.ts'
import type { ToolPolicies, ToolPolicy } from '../schema/tool-policy.ts'
import { declaredTools } from '../view/declared-tools.ts'

/** What is known about a thread's tools: what they declared when they were last handed in, under what the host has set. */
export interface ToolKnowledge {
  declare(tools: readonly Json[] | undefined): void
  policies(): ToolPolicies
}

export function toolKnowledge(configured: ToolPolicies): ToolKnowledge {
  let last: readonly Json[] | undefined
  let declared: ToolPolicies = {}
  let merged = configured
  return {
    declare(tools) {
      if (tools === undefined || tools === last) return
      last = tools
      const { policies } = declaredTools(tools)
      if (Object.keys(policies).length === 0) return
      declared = { ...declared, ...policies }
      merged = mergedPolicies(declared, configured)
    },
    policies: () => merged,
  }
}

/** Field by field, a host's own settings go before what a tool declares (C10). */
function mergedPolicies(declared: ToolPolicies, configured: ToolPolicies): ToolPolicies {
  const names = new Set([...Object.keys(declared), ...Object.keys(configured)])
  return Object.fromEntries([...names].map((name) => [name, { ...policyOf(declared, name), ...policyOf(configured, name) }]))
}

function policyOf(policies: ToolPolicies, name: string): ToolPolicy | undefined {
  return Object.hasOwn(policies, name) ? policies[name] : undefined
}
