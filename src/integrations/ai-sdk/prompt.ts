import { withoutForeign } from '../../schema/foreign-values.ts'
import { isJsonList, isJsonObject } from '../../schema/json.ts'
import { type FileForm, modelPart } from './model-part.ts'
import type { Part, PromptMessage } from './shapes.ts'

/** What the SDK has made of messages: the prompt that a model was called with. */
interface Converted {
  /** The messages that were handed to the SDK. */
  readonly sent: readonly object[]
  /** What it made of them. */
  readonly prompt: readonly PromptMessage[]
  /** How the model takes files of which the SDK has made nothing. */
  readonly form: FileForm
}

/**
 * A request as a model takes it. Files and results with files have a form there that the SDK alone knows (it may have fetched them), so what it
 * made of the same part is used, if it was handed that; everything else has the same form in both.
 *
 *     sent    user [text a, image b]   →   prompt   user [text a, file b']
 *     again   user [ours], user [b]    →            user [ours], user [b']
 */
export function asPrompt(messages: readonly object[], converted: Converted): readonly PromptMessage[] {
  const known = madeOf(converted)
  const made = messages.filter(isMessage).map((message) => asPromptMessage(message, { known, form: converted.form }))
  return joinedResults(made.filter(({ content }) => !isJsonList(content) || content.length > 0))
}

/**
 * Whether a prompt can be what the SDK has made of these messages, by how many there are. A caller who hands `prepareStep` other messages than the SDK
 * has (pruned ones), and returns nothing but what that returns, has the SDK go on with its own.
 */
export function isMadeOf({ sent, prompt }: Pick<Converted, 'sent' | 'prompt'>): boolean {
  return spokenIn(sent) === spokenIn(prompt)
}

/** Messages that say something, neighbours of results as one. */
function spokenIn(messages: readonly object[]): number {
  let count = 0
  let before = ''
  for (const message of messages) {
    if (!isMessage(message) || message.role === 'system' || !saysSomething(message)) continue
    if (message.role !== 'tool' || before !== 'tool') count += 1
    before = message.role
  }
  return count
}

function saysSomething(message: PromptMessage): boolean {
  return typeof message.content === 'string' || partsOf(message).some((part) => !isLeftOut(part))
}

/** What of a message no prompt has. */
function isLeftOut(part: Part): boolean {
  if (part.type === 'text') return 'text' in part && part.text === ''
  return part.type === 'tool-approval-request' || part.type === 'tool-approval-response'
}

/** What the SDK made of parts that it changes on the way, by what they were. */
type Known = ReadonlyMap<string, Part>

function madeOf({ sent, prompt }: Converted): Known {
  const before = partsIn(sent).filter(isConverted)
  const after = partsIn(prompt).filter(isConverted)
  // It drops none of these and keeps their order.
  if (before.length !== after.length) return new Map()
  return new Map(before.flatMap((part, at) => pair(nameOf(part), after[at])))
}

function pair(name: string, made: Part | undefined): readonly (readonly [string, Part])[] {
  return made === undefined ? [] : [[name, made]]
}

/** Bytes and addresses are told apart by what they hold. */
function nameOf(part: Part): string {
  return JSON.stringify(withoutForeign(part))
}

/** Words, calls and plain results are the same for the SDK and for a model. */
function isConverted(part: Part): boolean {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-call':
    case 'custom':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return false
    case 'tool-result':
      return 'output' in part && isJsonObject(part.output) && part.output['type'] === 'content'
    default:
      return true
  }
}

interface Files {
  readonly known: Known
  readonly form: FileForm
}

function asPromptMessage(message: PromptMessage, files: Files): PromptMessage {
  const { content, ...rest } = message
  if (message.role === 'system') return message
  if (typeof content === 'string') return { ...rest, content: [{ type: 'text', text: content }] }
  return { ...rest, content: partsOf(message).flatMap((part) => asPromptPart(part, files)) }
}

function asPromptPart(part: Part, { known, form }: Files): readonly Part[] {
  if (part.type === 'tool-approval-request') return []
  if (part.type === 'tool-approval-response') return 'providerExecuted' in part && part.providerExecuted === true ? [part] : []
  if (!isConverted(part)) return [part]
  return [known.get(nameOf(part)) ?? modelPart(part, form)]
}

/** Results that stand in messages one after another belong to one message: the SDK joins them too. */
function joinedResults(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const joined: PromptMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (message.role === 'tool' && last?.role === 'tool')
      joined[joined.length - 1] = { ...last, content: [...partsOf(last), ...partsOf(message)] }
    else joined.push(message)
  }
  return joined
}

function partsIn(messages: readonly object[]): readonly Part[] {
  return messages.filter(isMessage).flatMap(partsOf)
}

function partsOf({ content }: PromptMessage): readonly Part[] {
  return Array.isArray(content) ? content.filter(isPart) : []
}

function isMessage(message: object): message is PromptMessage {
  return 'role' in message && typeof message.role === 'string' && 'content' in message
}

function isPart(part: unknown): part is Part {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string'
}
