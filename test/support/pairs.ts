import type { Json, JsonObject } from '../../src/schema/json.ts'
import { messagesIn } from './invariants.ts'

interface Pairing {
  /** Call ids without a result right after them, and result ids without a call right before them. */
  readonly orphans: readonly string[]
  readonly calls: readonly string[]
  readonly results: readonly string[]
}

/** Calls and results of a request of either provider, paired by hand: a second opinion on what the validators say. */
export function pairsIn(request: Json): Pairing {
  const steps = messagesIn(request).map((message) => stepOf(message as JsonObject))
  const orphans: string[] = []
  let open = new Set<string>()
  for (const step of steps) {
    for (const id of step.results) if (!open.delete(id)) orphans.push(`result ${id}`)
    if (step.isOnlyResults) continue
    for (const id of open) orphans.push(`call ${id}`)
    open = new Set(step.calls)
  }
  for (const id of open) orphans.push(`call ${id}`)
  return { orphans, calls: steps.flatMap((step) => step.calls), results: steps.flatMap((step) => step.results) }
}

function stepOf(message: JsonObject): { calls: readonly string[]; results: readonly string[]; isOnlyResults: boolean } {
  const blocks = (Array.isArray(message['content']) ? message['content'] : []) as readonly JsonObject[]
  const openaiCalls = (message['tool_calls'] ?? []) as readonly JsonObject[]
  const uses = blocks.filter((block) => block['type'] === 'tool_use')
  const answers = blocks.filter((block) => block['type'] === 'tool_result')
  const isTool = message['role'] === 'tool'
  return {
    calls: [...openaiCalls, ...uses].map((call) => String(call['id'])),
    results: isTool ? [String(message['tool_call_id'])] : answers.map((block) => String(block['tool_use_id'])),
    isOnlyResults: isTool || (answers.length > 0 && answers.length === blocks.length),
  }
}
