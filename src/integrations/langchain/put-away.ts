import { type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { estimateText } from '../../budget/estimate-text.ts'
import type { Thread } from '../../engine/thread.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Conversation } from '../conversation.ts'
import { headAndTail, isWorthCutting } from '../head-and-tail.ts'
import { rememberCall, type WatchedPolicies } from '../watched.ts'
import type { ToolRequest } from './shapes.ts'
import { resultOf } from './tool-errors.ts'
import { type Wire, wire } from './wire.ts'

/** Tools at work: when each call began and ended is noted, and what is too long for a state stays in the log. */
export interface ToolResults {
  called<Request extends ToolRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer | ToolMessage>
  /** A history with what was noted on its results, and with the whole text of those that are in the log. */
  whole(history: readonly Wire[], thread: Thread): Promise<readonly Wire[]>
}

interface Options {
  readonly conversation: Conversation
  readonly tools: WatchedPolicies
  /** Tokens above which a result leaves the state. */
  readonly offloadAbove: number | undefined
}

export function toolResults({ conversation, tools, offloadAbove = Number.POSITIVE_INFINITY }: Options): ToolResults {
  const notes = new Map<string, JsonObject>()
  const texts = new Map<string, string>()
  return {
    async called(request, handler) {
      const { id = '', name, args } = request.toolCall
      const startedAt = Date.now()
      const answer = await answeredBy(request, handler)
      if (!ToolMessage.isInstance(answer)) return answer
      const endedAt = Date.now()
      try {
        const determinism = await tools[name]?.determinism?.(jsonOf(args), answer.text)
        rememberCall(notes, id, { startedAt, endedAt, ...(determinism === undefined ? {} : { determinism: { ...determinism } }) })
        if (!isText(answer) || estimateText(answer.text) <= offloadAbove || !isWorthCutting(answer.text)) return answer
        return await shortened(answer, await conversation.latest(), { notes, texts })
      } catch (error) {
        conversation.failed(error)
        return answer
      }
    },
    async whole(history, thread) {
      const missing = history.filter(({ message }) => isPutAway(message) && !texts.has(callOf(message)))
      if (missing.length > 0) await fillFrom(thread, texts)
      return history.map((each) => restored(each, { notes, texts }))
    },
  }
}

async function answeredBy<Request extends ToolRequest, Answer>(
  request: Request,
  handler: (request: Request) => Answer | Promise<Answer>,
): Promise<Answer | ToolMessage> {
  try {
    return await handler(request)
  } catch (error) {
    return resultOf(error, request)
  }
}

interface Known {
  readonly notes: Map<string, JsonObject>
  readonly texts: Map<string, string>
}

/** The log has the whole result before the state loses it. */
async function shortened(answer: ToolMessage, thread: Thread, { notes, texts }: Known): Promise<ToolMessage> {
  const { text, tool_call_id: id } = answer
  rememberCall(texts, id, text)
  const note = { ...notes.get(id), putAway: true }
  const { status, artifact, id: own } = answer
  const beside = { ...(own === undefined ? {} : { id: own }), ...(status === undefined ? {} : { status }) }
  const whole = { type: 'tool', tool_call_id: id, content: text, ...named(answer), ...(status === undefined ? {} : { status }) }
  await thread.append([{ ...whole, additional_kwargs: { palimpsest: notes.get(id) ?? {} } }], { dialect: 'langchain' })
  const content = headAndTail(text)
  const more = { ...answer.additional_kwargs, palimpsest: note }
  return new ToolMessage({ ...beside, ...named(answer), tool_call_id: id, content, artifact, additional_kwargs: more })
}

/** A result with what was noted on it, and with its whole text. */
function restored(each: Wire, { notes, texts }: Known): Wire {
  const { json, message } = each
  const id = callOf(message)
  const [note, text] = [notes.get(id), isPutAway(message) ? texts.get(id) : undefined]
  if (id === '' || (note === undefined && text === undefined)) return each
  const more = isJsonObject(json['additional_kwargs']) ? json['additional_kwargs'] : {}
  const changed = {
    ...json,
    ...(text === undefined ? {} : { content: text }),
    additional_kwargs: { ...more, palimpsest: note ?? {} },
  }
  return wire(changed, text === undefined ? message : new ToolMessage({ content: text, tool_call_id: id, ...named(message) }))
}

/** In a process of its own, what a state has put away is looked up in the log. */
async function fillFrom(thread: Thread, texts: Map<string, string>): Promise<void> {
  for (const entry of await thread.entries()) if (entry.kind === 'tool-result') texts.set(entry.callId, entry.text)
}

function isPutAway({ additional_kwargs: more }: BaseMessage): boolean {
  const note = more['palimpsest']
  return typeof note === 'object' && note !== null && 'putAway' in note
}

function callOf(message: BaseMessage): string {
  return ToolMessage.isInstance(message) ? message.tool_call_id : ''
}

/** Nothing but text: pictures and the like stay where they are. */
function isText({ content }: ToolMessage): boolean {
  return typeof content === 'string' || content.every((part) => typeof part === 'object' && part.type === 'text')
}

function named({ name }: BaseMessage): { readonly name?: string } {
  return name === undefined ? {} : { name }
}

/** Arguments are JSON: a model wrote them. */
function jsonOf(args: unknown): Json {
  return JSON.parse(JSON.stringify(args ?? null))
}
