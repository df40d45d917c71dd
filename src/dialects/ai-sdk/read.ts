import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { expectObject, messageDraft, refuseInput, takeContent } from '../reading.ts'
import { type Carver, carve, shellOf, takeBlock } from '../shell.ts'
import { markOf, untitled } from './mark.ts'
import { approvalsIn, readCall, readModelPart, writtenBy } from './model-parts.ts'
import { AI_SDK } from './name.ts'
import { hasInvocations } from './old-invocations.ts'
import { readOldUiMessage, readUiMessage } from './ui-read.ts'

const ROLES = ['system', 'user', 'assistant', 'tool'] as const

/** Takes messages of the AI SDK apart: those for models (version 5 and later, and the older core messages) and those for people. */
export function readAiSdkMessages(messages: readonly Json[]): readonly MessageDraft[] {
  return messages.flatMap((value, index) => {
    const at = `messages[${index}]`
    const message = expectObject(value, at, 'a message object')
    const { role } = message
    const known = ROLES.find((name) => name === role) ?? refuseInput(`${at}.role`, 'system, user, assistant or tool', role)
    if (!Array.isArray(message['parts']))
      return hasInvocations(message) ? readOldUiMessage(message, at) : [readModelMessage(message, known, at)]
    return known === 'tool' ? refuseInput(`${at}.role`, 'system, user or assistant', role) : readUiMessage(message, known, at)
  })
}

function readModelMessage(message: JsonObject, role: (typeof ROLES)[number], at: string): MessageDraft {
  const carver = carve(message)
  const approvals = approvalsIn(message['content'])
  const content = takeContent(carver, message, at, (part, place) => readModelPart(part, place, { role, approvals }))
  const blocks = [...content, ...takeOldCalls(carver, message, at)]
  const kind = markOf(message)
  return messageDraft({ dialect: AI_SDK, role, message, carver, blocks: kind === undefined ? blocks : blocks.map(ours(kind)) })
}

/** Messages of our own that come back are the harness's, and say what they said before they were written in this dialect. */
function ours(kind: NonNullable<ReturnType<typeof markOf>>): (block: BlockDraft) => BlockDraft {
  return (block) => (block.kind === 'text' ? { ...block, text: untitled(block.text), ...writtenBy(kind) } : block)
}

/** Old messages kept calls beside the content. */
function takeOldCalls(carver: Carver, message: JsonObject, at: string): readonly BlockDraft[] {
  const calls = message['toolCalls']
  if (!Array.isArray(calls)) return []
  return calls.map((call, index) => {
    takeBlock(carver, ['toolCalls', index])
    return readCall(expectObject(call, `${at}.toolCalls[${index}]`), new Map())
  })
}

/** Takes the system text of a request apart: a string, a system message, or a list of them. */
export function readAiSdkSystem(system: Json | undefined, at: string): readonly MessageDraft[] {
  if (system === undefined || system === null) return []
  const carver = carve(system)
  const blocks = Array.isArray(system)
    ? system.map((item, index) => takeSystem(carver, [index], item, `${at}[${index}]`))
    : [takeSystem(carver, [], system, at)]
  return [{ role: 'system', blocks, shell: shellOf(AI_SDK, carver) }]
}

function takeSystem(carver: Carver, path: readonly number[], system: Json, at: string): BlockDraft {
  takeBlock(carver, path)
  if (typeof system === 'string') return { kind: 'text', raw: system, text: system }
  const { content } = expectObject(system, at, 'a string or a system message')
  return {
    kind: 'text',
    raw: system,
    text: typeof content === 'string' ? content : refuseInput(`${at}.content`, 'a string', content),
  }
}
