import { checkToolPolicies } from '../plan/check-tool-policy.ts'
import { CompactionError } from '../schema/failures.ts'
import type { HookName } from '../schema/hooks.ts'
import { checkCapabilities } from './check-capabilities.ts'
import { checkOptions, type Kind } from './options.ts'
import type { EnginePorts } from './ports.ts'
import { checkPromptCache } from './prompt-cache.ts'
import { MODEL_OPTIONS } from './request-options.ts'

const HOOKS: Readonly<Record<HookName, Kind>> = {
  ...{ before: 'function', select: 'function', summarize: 'function', validate: 'function', after: 'function' },
}

/** Refuses what an engine cannot work with, before it does. */
export function checkPorts(ports: EnginePorts): void {
  checkToolPolicies(ports.toolPolicies)
  checkDeadline('summaryDeadlineMs', ports.summaryDeadlineMs)
  checkDeadline('hookDeadlineMs', ports.hookDeadlineMs)
  for (const [field, value] of Object.entries(ports.spendCap)) checkDeadline(`spendCap.${field}`, value)
  checkOptions('hooks', ports.hooks ?? {}, HOOKS)
  checkCapabilities(ports)
  checkPromptCache(ports)
  checkUsual(ports)
}

/** What is said of all threads is refused at once, and not when the first of them is used. */
function checkUsual({ usual, dialects }: EnginePorts): void {
  checkOptions('createCompactor', usual, MODEL_OPTIONS)
  const { dialect: name, window, byteLimit } = usual
  if (window !== undefined) checkDeadline('window', window)
  if (byteLimit !== undefined) checkDeadline('byteLimit', byteLimit)
  const known = dialects.map(({ traits }) => traits.name)
  if (typeof name !== 'string' || known.includes(name)) return
  throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
}

function checkDeadline(field: string, value: number): void {
  if (value > 0) return
  const expected = 'a number above 0'
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}
