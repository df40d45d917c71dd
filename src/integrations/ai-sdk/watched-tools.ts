import type { Determinism } from '../../schema/entry.ts'
import type { Json } from '../../schema/json.ts'
import { rememberCall, type WatchedPolicies } from '../watched.ts'

/** What was seen of a call while its tool was at work. */
interface Seen {
  readonly startedAt: number
  readonly endedAt: number
  readonly determinism?: Determinism
}

/** Watches tools at work, and notes on their results in a history what was seen. */
export interface ToolWatch {
  watch<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools
  noted(history: readonly object[]): readonly object[]
}

export function toolWatch(policies: WatchedPolicies): ToolWatch {
  const seen = new Map<string, Seen>()
  const watched = (name: string, tool: object): object => {
    if (!('execute' in tool) || typeof tool.execute !== 'function') return tool
    const { execute } = tool
    const policy = Object.hasOwn(policies, name) ? policies[name] : undefined
    return {
      ...tool,
      async execute(input: Json, options: { readonly toolCallId?: string } = {}) {
        const startedAt = Date.now()
        const output: Json = await execute.call(tool, input, options)
        const endedAt = Date.now()
        const determinism = await policy?.determinism?.(input, output)
        rememberCall(seen, options.toolCallId ?? '', {
          startedAt,
          endedAt,
          ...(determinism === undefined ? {} : { determinism }),
        })
        return output
      },
    }
  }
  return {
    watch: <Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools =>
      Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, watched(name, tool)])) as Tools,
    noted: (history) => (seen.size === 0 ? history : history.map((message) => withNotes(message, seen))),
  }
}

function withNotes(message: object, seen: ReadonlyMap<string, Seen>): object {
  if (!('role' in message) || message.role !== 'tool' || !('content' in message) || !Array.isArray(message.content))
    return message
  const parts: readonly object[] = message.content
  return { ...message, content: parts.map((part) => withNote(part, seen)) }
}

function withNote(part: object, seen: ReadonlyMap<string, Seen>): object {
  const note = 'toolCallId' in part ? seen.get(String(part.toolCallId)) : undefined
  if (note === undefined) return part
  const options = 'providerOptions' in part && typeof part.providerOptions === 'object' ? part.providerOptions : {}
  return { ...part, providerOptions: { ...options, palimpsest: note } }
}
