/** A dialect of your own: `{ who, says }`, with calls of tools and what came back. */
import assert from 'node:assert/strict'
import { createCompactor, openaiChat } from 'palimpsest'
import * as kit from 'palimpsest/dialects/kit'
import type {
  BlockDraft,
  Dialect,
  Json,
  JsonObject,
  MessageDraft,
  MessagesCheck,
  PromptMessage,
  PromptPart,
  ValidationStart,
} from 'palimpsest/ports'
import { dialectCases } from 'palimpsest/testing'

const NAME = 'campfire'
const ROLES = { rules: 'system', human: 'user', bot: 'assistant', tool: 'tool' } as const
const WHO = { system: 'rules', user: 'human', assistant: 'bot', tool: 'human' } as const

interface CampfireMessage {
  readonly who: keyof typeof ROLES
  readonly says?: string
  readonly calls?: readonly { readonly id: string; readonly tool: string; readonly input: string }[]
  /** The id of the call that `says` is the result of. */
  readonly answers?: string
}
interface CampfireRequest {
  readonly messages: readonly CampfireMessage[]
  readonly tools?: readonly JsonObject[]
}

/** Takes messages apart: each block leaves a hole in its message, and what is left is kept as it is. */
function readMessages(messages: readonly Json[]): readonly MessageDraft[] {
  return messages.map((value, index) => {
    const at = `messages[${index}]`
    const message = kit.expectObject(value, at, 'a message')
    const { who = null } = message
    if (who !== 'rules' && who !== 'human' && who !== 'bot' && who !== 'tool') kit.refuseInput(`${at}.who`, 'who says it', who)
    const carver = kit.carve(message)
    const blocks =
      who === 'tool' ? [takeResult(carver, message)] : [...takeText(carver, message), ...takeCalls(carver, message, at)]
    return kit.messageDraft({ dialect: NAME, role: ROLES[who], message, carver, blocks })
  })
}

function takeResult(carver: kit.Carver, message: JsonObject): BlockDraft {
  kit.takeBlock(carver, [])
  return { kind: 'tool-result', raw: message, callId: kit.textIn(message, 'answers'), text: kit.textIn(message, 'says') }
}

function takeText(carver: kit.Carver, message: JsonObject): readonly BlockDraft[] {
  const text = kit.stringField(message, 'says')
  if (text === undefined) return []
  kit.takeBlock(carver, ['says'])
  return [{ kind: 'text', raw: text, text }]
}

function takeCalls(carver: kit.Carver, message: JsonObject, at: string): readonly BlockDraft[] {
  return kit.expectArray(message['calls'] ?? [], `${at}.calls`).map((value, index) => {
    const raw = kit.expectObject(value, `${at}.calls[${index}]`)
    kit.takeBlock(carver, ['calls', index])
    const [callId, tool, input] = [kit.textIn(raw, 'id'), kit.textIn(raw, 'tool'), kit.textIn(raw, 'input')]
    return { kind: 'tool-call', raw, callId, tool, input }
  })
}

/** A message that came in this dialect goes back into its shell; any other is written anew, its results in messages of their own. */
function writeMessage(message: PromptMessage): readonly Json[] {
  const refilled = kit.refillShell(message, NAME, writePart)
  if (refilled !== undefined) return [refilled]
  const results = message.parts.filter(kit.isResultPart)
  const calls = message.parts.filter(kit.isCallPart).map(writePart)
  const texts = message.parts.filter((part) => !kit.isResultPart(part) && !kit.isCallPart(part)).map(kit.shownText)
  if (texts.length + calls.length === 0) return results.map(writePart)
  const says = { who: WHO[message.role], ...(texts.length > 0 && { says: texts.join('\n') }), ...(calls.length > 0 && { calls }) }
  return [...results.map(writePart), says]
}

function writePart(part: PromptPart): Json {
  const raw = kit.ownRaw(part, NAME)
  const own = kit.isJsonObject(raw) ? raw : {}
  const text = kit.shownText(part)
  if (kit.isCallPart(part)) return { ...own, id: kit.callIdOf(part), tool: kit.toolNameOf(part), input: text }
  return kit.isResultPart(part) ? { ...own, who: 'tool', answers: kit.callIdOf(part), says: text } : text
}

const writeMessages = (messages: readonly PromptMessage[]): readonly Json[] =>
  messages.flatMap(writeMessage).map(kit.wellFormedJson)

/** Rules of the format, one function each: what no program at the campfire would take. */
const saysSomething: kit.MessageRule = (message, at) =>
  kit.textIn(message, 'says') !== '' || kit.objectsIn(message, 'calls').length > 0 || message['who'] === 'tool'
    ? []
    : [kit.violation('says-something', at, 'neither words nor calls')]

function validateMessages(messages: readonly Json[], { index, used }: ValidationStart): MessagesCheck {
  const steps = messages.filter(kit.isJsonObject).map((message, step) => ({
    at: `messages[${index + step}]`,
    calls: kit.objectsIn(message, 'calls').map((call) => kit.textIn(call, 'id')),
    results: message['who'] === 'tool' ? [kit.textIn(message, 'answers')] : [],
    speaks: message['who'] !== 'tool',
  }))
  const pairs = kit.checkPairs(steps, { together: false, taken: used })
  return { violations: [...kit.runRules(messages, [saysSomething], index), ...pairs.violations], used: pairs.used }
}

const campfire: Dialect<CampfireMessage, CampfireRequest> = {
  traits: {
    name: NAME,
    ...{ firstUser: false, system: 'anywhere', reasoning: 'none', blankText: true },
    ...{ results: 'apart', arguments: 'text', filesIn: [] },
    ...{ callId: /^.+$/s, maxCallId: 64, toolName: /^[a-z0-9_-]+$/i, maxToolName: 64 },
  },
  recognise: (input) => kit.surenessOf(input, { top: () => false, message: ({ who }) => who !== undefined, part: () => false }),
  read(input) {
    const messages = readMessages(kit.messagesOf(input))
    return { dialect: NAME, envelope: kit.envelopeOf(input, ['messages']), messages, tools: kit.toolsOf(input) }
  },
  readMessages,
  restore: (envelope, messages) => kit.fillEnvelope(envelope, { messages }),
  writeMessages,
  assemble: (system, messages, around) =>
    kit.requestAround(around, NAME, { messages: [...writeMessages(system), ...messages] }, kit.openaiTools(around.tools)),
  writeTools: kit.openaiTools,
  validate: (request) => kit.validateByMessages(request, validateMessages),
  validateMessages,
}

const messages: readonly CampfireMessage[] = [
  { who: 'rules', says: 'Be kind.' },
  { who: 'human', says: 'Is there wood left?' },
  { who: 'bot', says: 'I look.', calls: [{ id: 'c1', tool: 'look', input: '{"at":"the pile"}' }] },
  { who: 'tool', answers: 'c1', says: 'three logs' },
  { who: 'bot', says: 'Three logs are left.' },
]
for (const { run } of dialectCases) await run({ dialect: campfire, samples: [messages, { mood: 'quiet', messages }] })

const thread = await createCompactor({ dialects: [campfire, openaiChat] }).thread('fire')
await thread.append(messages)
const { request } = await thread.prepare({ dialect: campfire })
assert.deepEqual(request.messages, messages)
console.log(`${dialectCases.length} cases pass`)
console.log(`as OpenAI has it: ${JSON.stringify((await thread.prepare({ dialect: openaiChat })).request.messages[2])}`)
