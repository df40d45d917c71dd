import { checkProfile } from '../ledger/profile.ts'
import { checkPolicy } from '../plan/check-policy.ts'
import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import { freshCopy } from '../schema/fresh-copy.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'

/** A host's policy as our own copy, checked. Strategies of its own are code, and stay what they are. */
export function ownPolicy(given: Policy): Policy {
  if (!isJsonObject(given) || !isJsonObject(given.trigger)) {
    const expected = "a policy, such as presets.balanced(), or 'off' for a thread"
    const found = isJsonObject(given) ? 'an object without a trigger' : foundIn(given)
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'policy', expected, found })
  }
  const { ladder } = given
  const policy = { ...freshCopy(given), ladder: Array.isArray(ladder) ? ladder.map(ownStep) : ladder }
  checkPolicy(policy)
  const { summaryProfile } = policy
  if (typeof summaryProfile === 'object') checkProfile(summaryProfile, 'summaryProfile')
  return policy
}

/** The same policy, which never acts. */
export function switchedOff(policy: Policy): Policy {
  return { ...policy, trigger: { kind: 'off' }, afterTurn: [] }
}

function ownStep(step: Policy['ladder'][number]): Policy['ladder'][number] {
  return isJsonObject(step) && 'rung' in step ? freshCopy(step) : step
}
