import fc from 'fast-check'
import { DIALECT_NAMES, type DialectName } from '../../dialects/names.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { type Beat, cleanConversations, dirtyConversations } from './beats.ts'
import type { ModelMessage } from './model.ts'
import { writeAiSdkMessages } from './pens/ai-sdk.ts'
import { type PeopleForm, writeForPeople } from './pens/ai-sdk-people.ts'
import { writeAnthropicMessages } from './pens/anthropic.ts'
import { writeGeminiContents } from './pens/gemini.ts'
import { writeLangchainMessages } from './pens/langchain.ts'
import { writeNeutralMessages } from './pens/neutral.ts'
import { writeOpenaiMessages } from './pens/openai-chat.ts'
import { responsesRequest, responsesSystem, writeResponsesItems } from './pens/openai-responses.ts'
import { play, TOOLS } from './play.ts'
import { cleanTexts, dirtyTexts, makeText, type TextSpec } from './texts.ts'

export type { DialectName }
export const DIALECTS: readonly DialectName[] = DIALECT_NAMES

/** A transcript as a client would hand it in, and the cases of FAILURES.md that it reaches. */
export interface GeneratedTranscript {
  readonly dialect: DialectName
  readonly input: Json
  /** Its messages, without what surrounds them. */
  readonly messages: readonly Json[]
  /** What a model would be sent of it, if that has another shape: written by the generator, not by the library. */
  readonly asSent?: Json
  readonly cases: ReadonlySet<number>
}

interface TranscriptSpec {
  readonly dialect: DialectName
  readonly beats: readonly Beat[]
  readonly system: { readonly shape: 'none' | 'null' | 'string' | 'array' | 'empty-array'; readonly text: TextSpec }
  readonly tools: 'absent' | 'empty' | 'some' | 'twice' | 'many' | 'hosted'
  readonly envelope: 'bare' | 'plain' | 'rich'
}

/** How each dialect writes a conversation. */
export const PENS: Readonly<Record<DialectName, (messages: readonly ModelMessage[]) => readonly Json[]>> = {
  'openai-chat': writeOpenaiMessages,
  anthropic: writeAnthropicMessages,
  neutral: writeNeutralMessages,
  gemini: writeGeminiContents,
  'ai-sdk': writeAiSdkMessages,
  'openai-responses': writeResponsesItems,
  langchain: writeLangchainMessages,
}

/** Dialects that keep system text in a field of the request, and what they call it. */
const SYSTEM_FIELD: Partial<Readonly<Record<DialectName, string>>> = {
  anthropic: 'system',
  gemini: 'systemInstruction',
  'ai-sdk': 'system',
}
/** What a dialect calls its list of messages, if not `messages`. */
const LIST: Partial<Readonly<Record<DialectName, string>>> = { gemini: 'contents' }

/** Transcripts as well-behaved agents write them. */
export const cleanTranscripts: fc.Arbitrary<GeneratedTranscript> = fc
  .record<TranscriptSpec>({
    dialect: fc.constantFrom(...DIALECTS),
    beats: cleanConversations,
    system: fc.record({ shape: fc.constantFrom('none', 'string'), text: cleanTexts }),
    tools: fc.constantFrom('absent', 'some'),
    envelope: fc.constantFrom('bare', 'plain'),
  })
  .map(makeTranscript)

/** Transcripts with every kind of damage, in one request or none of it. */
export const dirtyTranscripts: fc.Arbitrary<GeneratedTranscript> = fc
  .record<TranscriptSpec>({
    dialect: fc.constantFrom(...DIALECTS),
    beats: dirtyConversations,
    system: fc.record({
      shape: fc.constantFrom('none', 'none', 'none', 'string', 'string', 'array', 'null', 'empty-array'),
      text: dirtyTexts,
    }),
    tools: fc.constantFrom('absent', 'absent', 'some', 'some', 'empty', 'twice', 'many', 'hosted'),
    envelope: fc.constantFrom('bare', 'plain', 'rich'),
  })
  .map(makeTranscript)

function makeTranscript(spec: TranscriptSpec): GeneratedTranscript {
  const played = play(spec.beats)
  const cases = new Set(played.cases)
  if (spec.envelope !== 'bare') noteTools(spec, cases)
  const form = spec.dialect === 'ai-sdk' ? PEOPLE_FORMS[spec.beats.length % PEOPLE_FORMS.length] : undefined
  if (form !== undefined) {
    const { messages, asSent } = writeForPeople(played.messages, form)
    return { ...surround(spec, messages, cases), asSent: surround(spec, asSent, cases).input }
  }
  return surround(spec, PENS[spec.dialect](played.messages), cases)
}

/** Of the AI SDK's transcripts, some are as a chat page keeps them. Which ones depends on nothing that is drawn for it. */
const PEOPLE_FORMS: readonly (PeopleForm | undefined)[] = [undefined, undefined, 'parts', undefined, undefined, 'invocations']

/** Puts messages into a request, with what stands around them. */
function surround(spec: TranscriptSpec, written: readonly Json[], cases: ReadonlySet<number>): GeneratedTranscript {
  const system = makeText(spec.system.text, 0)
  const leads = spec.system.shape === 'string' || spec.system.shape === 'array'
  const isField = spec.envelope !== 'bare' && hasSystemField(spec)
  const lead = leads && !isField ? [systemMessage(spec, system.text)] : []
  const messages = [...lead, ...written]
  if (spec.envelope === 'bare') return { dialect: spec.dialect, input: messages, messages, cases }
  const tools = spec.tools === 'absent' ? {} : { tools: toolsOf(spec) }
  if (spec.dialect === 'openai-responses') {
    const around = { ...tools, ...(spec.envelope === 'rich' ? RICH : {}) }
    const input = responsesRequest({ items: messages, system: { shape: spec.system.shape, text: system.text }, around })
    return { dialect: spec.dialect, input, messages, cases }
  }
  const around: JsonObject = {
    ...(spec.envelope === 'rich' ? RICH : {}),
    ...(isField ? systemField(spec, system.text) : {}),
    [LIST[spec.dialect] ?? 'messages']: messages,
    ...tools,
  }
  return { dialect: spec.dialect, input: around, messages, cases }
}

function hasSystemField({ dialect, system }: TranscriptSpec): boolean {
  return SYSTEM_FIELD[dialect] !== undefined || (dialect === 'openai-responses' && system.shape === 'string')
}

/** Fields around the messages that are none of our business and must come back as they were. */
const RICH: JsonObject = JSON.parse(
  '{"model":"m-1","max_tokens":1024,"metadata":{"user_id":"u1","__proto__":{"x":1}},"__proto__":{"y":[2]},"stream":false,"seed":null}',
) as JsonObject

function systemMessage(spec: TranscriptSpec, text: string): Json {
  if (spec.dialect === 'openai-responses') return responsesSystem(text)
  const role = spec.dialect === 'openai-chat' && spec.tools === 'twice' ? 'developer' : 'system'
  if (spec.dialect === 'gemini') return { role, parts: [{ text }] }
  if (spec.dialect === 'langchain')
    return { type: role, content: spec.system.shape === 'array' ? [{ type: 'text', text }] : text }
  const asArray = spec.dialect === 'neutral' || spec.system.shape === 'array'
  return { role, content: asArray ? [{ type: 'text', text }] : text }
}

function systemField(spec: TranscriptSpec, text: string): JsonObject {
  const field = SYSTEM_FIELD[spec.dialect] ?? 'system'
  switch (spec.system.shape) {
    case 'none':
      return {}
    case 'null':
      return { [field]: null }
    case 'string':
      return { [field]: text }
    case 'array':
      return {
        [field]: systemBlocks(spec.dialect, text),
      }
    case 'empty-array':
      return { [field]: [] }
  }
}

function systemBlocks(dialect: DialectName, text: string): Json {
  if (dialect === 'gemini') return { parts: [{ text }, { text: 'Answer briefly.' }] }
  if (dialect === 'ai-sdk') return ['', 'Answer briefly.'].map((more) => ({ role: 'system', content: more === '' ? text : more }))
  return [
    { type: 'text', text },
    { type: 'text', text: 'Answer briefly.', cache_control: { type: 'ephemeral' } },
  ]
}

function noteTools(spec: TranscriptSpec, cases: Set<number>): void {
  const calls = spec.beats.some((beat) => beat.kind === 'round')
  if (spec.tools === 'empty' && calls) cases.add(12)
  if (spec.tools === 'twice') cases.add(13)
}

function toolsOf(spec: TranscriptSpec): Json {
  const copies = { absent: 0, empty: 0, some: 1, twice: 2, many: 6, hosted: 1 }[spec.tools]
  const tools = Array.from({ length: copies }, (_, copy) =>
    TOOLS.map((name) => toolOf(spec.dialect, spec.tools === 'many' ? `${name}_${copy}` : name)),
  ).flat()
  if (spec.tools === 'hosted') tools.push(...LONG_NAMES.map((name) => toolOf(spec.dialect, name)))
  if (spec.dialect === 'ai-sdk')
    return Object.fromEntries(tools.filter(isJsonObject).map(({ name, ...tool }) => [String(name), tool]))
  const hosted = spec.tools === 'hosted' ? (HOSTED[spec.dialect] ?? []) : []
  return spec.dialect === 'gemini' && tools.length > 0 ? [{ functionDeclarations: tools }, ...hosted] : [...tools, ...hosted]
}

/** Names that no provider takes whole, alike but for their ends. */
const LONG_NAMES: readonly string[] = ['create', 'delete'].map((end) => `mcp__${'team_calendar_'.repeat(10)}_${end}`)

/** What providers bring themselves, and what takes any text. */
const HOSTED: Partial<Readonly<Record<DialectName, readonly Json[]>>> = {
  'openai-chat': [{ type: 'custom', custom: { name: 'patch', description: 'Patches.' } }],
  'openai-responses': [{ type: 'web_search' }, { type: 'custom', name: 'patch', description: 'Patches.' }],
  anthropic: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }],
  gemini: [{ googleSearch: {} }],
}

function toolOf(dialect: DialectName, name: string): Json {
  const description = `Runs ${name} in the work tree and prints what it said.`
  const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  if (dialect === 'openai-chat' || dialect === 'langchain')
    return { type: 'function', function: { name, description, parameters: schema } }
  if (dialect === 'ai-sdk') return { name, description, inputSchema: schema }
  if (dialect === 'openai-responses') return { type: 'function', name, description, parameters: schema, strict: false }
  return dialect === 'anthropic' ? { name, description, input_schema: schema } : { name, description, parameters: schema }
}
