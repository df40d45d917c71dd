import { expectOptions } from '../../engine/options.ts'
import type { Thread } from '../../engine/thread.ts'
import type { Determinism } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { rememberCall, type WatchedPolicies } from '../watched.ts'
import { putAwayAbove } from './put-away.ts'

/** What was seen of a call while its tool was at work. */
interface Seen {
  readonly startedAt: number
  readonly endedAt: number
  readonly determinism?: Determinism
}

/** Watches tools at work, notes on their results in a history what was seen, and keeps long ones out of messages. */
export interface ToolWatch {
  watch<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools
  /** A history as the log takes it: with what was seen, and with long results whole. */
  noted(history: readonly object[], thread: Thread): Promise<Noted>
}

interface Noted {
  readonly messages: readonly object[]
  /** Whether the history had a long result in short: then the model is shown what the log has. */
  readonly wasShort: boolean
}

interface Calling {
  readonly toolCallId?: string
}

export function toolWatch(policies: WatchedPolicies, offloadAbove: number = Number.POSITIVE_INFINITY): ToolWatch {
  const seen = new Map<string, Seen>()
  const results = putAwayAbove(offloadAbove)
  const watched = (name: string, tool: object): object => {
    expectOptions(`memory.watch as the tool ${name}`, tool)
    if (!('execute' in tool) || typeof tool.execute !== 'function') return tool
    const { execute } = tool
    const policy = Object.hasOwn(policies, name) ? policies[name] : undefined
    const note = async (input: Json, output: Json, { toolCallId = '' }: Calling, startedAt: number): Promise<void> => {
      const endedAt = Date.now()
      const determinism = await policy?.determinism?.(input, output)
      rememberCall(seen, toolCallId, { startedAt, endedAt, ...(determinism === undefined ? {} : { determinism }) })
    }
    const made = {
      ...tool,
      // Not async itself: a tool that gives results bit by bit hands back an iterator, and the SDK looks for one.
      execute(input: Json, options: Calling = {}) {
        const startedAt = Date.now()
        const output: AsyncIterable<Json> | Promise<Json> | Json = execute.call(tool, input, options)
        if (isIterable(output)) return followed(output, (last) => note(input, last, options, startedAt))
        return Promise.resolve(output).then(async (last) => {
          await note(input, last, options, startedAt)
          return last
        })
      },
    }
    return offloadAbove === Number.POSITIVE_INFINITY ? made : { ...made, toModelOutput: offloading(tool, results.shortened) }
  }
  return {
    watch<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools {
      expectOptions('memory.watch', tools)
      return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, watched(name, tool)])) as Tools
    },
    async noted(history, thread) {
      const whole = await results.whole(history, thread)
      const messages = seen.size === 0 ? whole : whole.map((message) => withNotes(message, seen))
      return { messages, wasShort: whole !== history }
    },
  }
}

/** What the SDK asks for when it makes a message of a result. Who called, steps and pages have the output itself, untouched. */
function offloading(tool: object, shortened: (callId: string, output: JsonObject) => JsonObject) {
  const own = 'toModelOutput' in tool && typeof tool.toModelOutput === 'function' ? tool.toModelOutput : undefined
  return async (given: Calling & { readonly output: Json }): Promise<unknown> => {
    const { toolCallId = '', output = null } = given
    const made: Json = own === undefined ? plain(output) : await own.call(tool, given)
    return isJsonObject(made) ? shortened(toolCallId, made) : made
  }
}

/** As the SDK types an output that nobody else types. */
function plain(output: Json): JsonObject {
  return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output }
}

/** The same values; the last one is the result. */
async function* followed(values: AsyncIterable<Json>, ended: (last: Json) => Promise<void>): AsyncGenerator<Json> {
  let last: Json = null
  for await (const value of values) {
    last = value
    yield value
  }
  await ended(last)
}

function isIterable(value: unknown): value is AsyncIterable<Json> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
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
