import { checkToolPolicies } from '../plan/check-tool-policy.ts'
import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import type { HookName } from '../schema/hooks.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SpendCap } from './asking-guard.ts'
import { checkCapabilities } from './check-capabilities.ts'
import { checkOptions, type Kind } from './options.ts'
import type { EnginePorts } from './ports.ts'
import { checkPromptCache } from './prompt-cache.ts'
import { MODEL_OPTIONS } from './request-options.ts'

const HOOKS: Readonly<Record<HookName, Kind>> = {
  ...{ before: 'function', select: 'function', summarize: 'function', validate: 'function', after: 'function' },
}

const SPEND_CAP: Readonly<Record<keyof SpendCap, Kind>> = { thread: 'number', tenantPerDay: 'number' }

/** Refuses what an engine cannot work with, before it does. */
export function checkPorts(ports: EnginePorts): void {
  checkToolPolicies(ports.toolPolicies)
  checkDeadline('summaryDeadlineMs', ports.summaryDeadlineMs)
  checkDeadline('hookDeadlineMs', ports.hookDeadlineMs)
  checkOptions('spendCap', ports.spendCap, SPEND_CAP)
  for (const [field, value] of Object.entries(ports.spendCap)) if (value !== undefined) checkDeadline(`spendCap.${field}`, value)
  checkOptions('hooks', ports.hooks ?? {}, HOOKS)
  checkSummarizer(ports.summarizer)
  checkTokenizer(ports.tokenizer)
  checkCapabilities(ports)
  checkPromptCache(ports)
  checkUsual(ports)
}

/** Whatever has no function to ask would fail in silence at every compaction: the page is then written without it. */
function checkSummarizer(summarizer: unknown): void {
  if (summarizer === undefined) return
  const isOne = typeof summarizer === 'object' && summarizer !== null && 'summarize' in summarizer
  if (isOne && typeof summarizer.summarize === 'function') return
  const expected = "a summarizer, such as openaiSummarizer({ client, model: 'gpt-5-mini' })"
  const found = typeof summarizer === 'object' && summarizer !== null ? 'an object without `summarize`' : foundIn(summarizer)
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'summarizer', expected, found })
}

/** Everything is counted with it, from the first message on. */
function checkTokenizer(tokenizer: Partial<Tokenizer>): void {
  const lacks = typeof tokenizer.count !== 'function' ? '`count`' : typeof tokenizer.name !== 'string' ? '`name`' : undefined
  if (lacks === undefined) return
  const [expected, found] = ['a tokenizer, such as { name, count: (text) => … }', `an object without ${lacks}`]
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'tokenizer', expected, found })
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
