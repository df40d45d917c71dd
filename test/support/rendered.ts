import { makeSpan } from '../../src/log/span.ts'
import { renderPrompt } from '../../src/render/render-prompt.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Carried, PlanRecord } from '../../src/schema/plan.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import type { Prompt, Violation } from '../../src/schema/prompt.ts'
import { rangeShown } from '../../src/schema/stored-plan.ts'
import { messagesIn } from './invariants.ts'
import { logOf } from './logs.ts'

export interface Rendered {
  readonly prompt: Prompt
  readonly request: Json
  readonly messages: readonly Json[]
  readonly violations: readonly Violation[]
}

/** What a dialect sends for these entries under these records. */
export function rendered(
  dialect: Dialect,
  entries: readonly Entry[],
  records: readonly PlanRecord[] = [],
  summaryRole: 'user' | 'assistant' = 'assistant',
): Rendered {
  const prompt = renderPrompt({ entries, records, traits: dialect.traits, summaryRole })
  const request = dialect.assemble(prompt.system, dialect.writeMessages(prompt.messages), {
    dialect: dialect.traits.name,
    envelope: {},
    tools: [],
  })
  return { prompt, request, messages: messagesIn(request), violations: dialect.validate(request) }
}

/** A record that summarizes entries `from` to `to`. */
export function summaryOf(entries: readonly Entry[], from: number, to: number, carries: readonly Carried[] = []): PlanRecord {
  return {
    action: 'summarize',
    span: makeSpan(logOf(entries), rangeShown({ from, to })),
    tokens: 5,
    summary: `summary of ${from}–${to}`,
    carries,
  }
}

const NO_INDEX = { keywords: [], brief: '', time: null }

/** A record that drops entries `from` to `to`. */
export function dropOf(entries: readonly Entry[], from: number, to: number): PlanRecord {
  const span = makeSpan(logOf(entries), rangeShown({ from, to }))
  return { action: 'drop', span, tokens: 0, reason: 'a test', index: NO_INDEX, carries: [] }
}

/** A value with every object in it frozen: writing to it fails. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
