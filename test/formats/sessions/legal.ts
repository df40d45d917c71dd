import type { Json, JsonObject } from '../../../src/schema/json.ts'

/*
 * What other programs demand of the lines of their sessions, written down from what they publish, apart from our readers and writers:
 * Claude Code from a schema of its lines that was tried on 52,057 lines of versions 2.0.76 and 2.1.1 (oneryalcin/agent-schemas), Codex from
 * the types that it deserializes (codex-rs/protocol, codex-rs/history), pi from its session manager (badlogic/pi-mono).
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Test = (value: Json | undefined) => boolean
const text: Test = (value) => typeof value === 'string'
const flag: Test = (value) => typeof value === 'boolean'
const number: Test = (value) => Number.isInteger(value)
const uuid: Test = (value) => typeof value === 'string' && UUID.test(value)
const time: Test = (value) => typeof value === 'string' && TIME.test(value)
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value)
const is =
  (...allowed: readonly Json[]): Test =>
  (value) =>
    value !== undefined && allowed.includes(value)
const object =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    faultsIn(value, fields).length === 0
const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every((each) => test(each))

function faultsIn(value: Json | undefined, fields: Readonly<Record<string, Test>>): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['it is not an object']
  return Object.entries(fields).flatMap(([key, test]) => (test((value as JsonObject)[key]) ? [] : [key]))
}

const block: Test = (value) => {
  const { type } = value as JsonObject
  if (type === 'text') return object({ text })(value)
  if (type === 'thinking') return object({ thinking: text, signature: text })(value)
  if (type === 'tool_use') return object({ id: text, name: text, input: object({}) })(value)
  if (type === 'tool_result')
    return object({ tool_use_id: text, content: (content) => text(content) || list(object({ type: text }))(content) })(value)
  return type === 'image' && object({ source: object({ type: text }) })(value)
}

const CLAUDE_LINE = {
  ...{
    uuid,
    parentUuid: orNull(uuid),
    sessionId: uuid,
    timestamp: time,
    version: (value: Json | undefined) => /^\d+\.\d+\.\d+$/.test(String(value)),
  },
  ...{ cwd: text, isSidechain: flag, userType: is('external') },
}
const CLAUDE: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  user: { ...CLAUDE_LINE, message: object({ role: is('user'), content: (content) => text(content) || list(block)(content) }) },
  assistant: {
    ...CLAUDE_LINE,
    message: object({
      ...{ model: text, id: text, type: is('message'), role: is('assistant'), content: list(block), stop_sequence: orNull(text) },
      ...{
        stop_reason: is('end_turn', 'tool_use', 'max_tokens', 'stop_sequence', null),
        usage: object({ input_tokens: number, output_tokens: number }),
      },
    }),
  },
  system: {
    ...{ ...CLAUDE_LINE, subtype: is('compact_boundary'), content: text, level: is('info') },
    ...{ logicalParentUuid: uuid, compactMetadata: object({ trigger: is('manual', 'auto'), preTokens: number }) },
  },
}

/** What is wrong with the lines of a session of Claude Code. */
export function claudeFaults(lines: readonly JsonObject[]): readonly string[] {
  const seen = new Set<Json>()
  return lines.flatMap((line, index) => {
    const fields = CLAUDE[String(line['type'])]
    if (fields === undefined) return line['type'] === 'file-history-snapshot' ? [] : [`${index}: a line of type ${line['type']}`]
    const parent = line['parentUuid'] ?? line['logicalParentUuid']
    const orphan = parent === null || parent === undefined || seen.has(parent) ? [] : ['its parent does not stand before it']
    const twice = seen.has(line['uuid'] ?? '') ? ['its id is there twice'] : []
    seen.add(line['uuid'] ?? '')
    return [...faultsIn(line, fields), ...orphan, ...twice].map((fault) => `${index}: ${fault}`)
  })
}

const content = list((part) => object({ type: is('input_text', 'output_text', 'input_image') })(part))
const ITEMS: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  message: { role: text, content },
  reasoning: { summary: list(object({ type: is('summary_text'), text })) },
  function_call: { name: text, arguments: text, call_id: text },
  function_call_output: { call_id: text, output: (value) => text(value) || Array.isArray(value) },
  custom_tool_call: { name: text, input: text, call_id: text },
  custom_tool_call_output: { call_id: text, output: (value) => text(value) || Array.isArray(value) },
  compaction: { encrypted_content: text },
  ghost_snapshot: {},
}
const responseItem: Test = (value) => {
  const fields = ITEMS[String((value as JsonObject)['type'])]
  return fields !== undefined && faultsIn(value, fields).length === 0
}
const CODEX: Readonly<Record<string, Test>> = {
  session_meta: object({
    session_id: uuid,
    id: uuid,
    timestamp: time,
    cwd: text,
    originator: text,
    cli_version: text,
    source: text,
  }),
  response_item: responseItem,
  compacted: object({ message: text, replacement_history: list(responseItem) }),
  event_msg: object({ type: text }),
  turn_context: object({ cwd: text, model: text }),
}

/** What is wrong with the lines of a rollout of Codex. */
export function codexFaults(lines: readonly JsonObject[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const payload = CODEX[String(line['type'])]
    if (payload === undefined) return [`${index}: a line of type ${line['type']}`]
    return faultsIn(line, { timestamp: time, payload }).map((fault) => `${index}: ${fault}`)
  })
}

const PI_PLACE = { id: (value: Json | undefined) => /^[0-9a-f]{8}$/.test(String(value)), parentId: orNull(text), timestamp: time }
const piContent = list(object({ type: is('text', 'thinking', 'toolCall', 'image') }))
const PI_MESSAGES: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  user: { content: piContent, timestamp: number },
  assistant: {
    content: piContent,
    model: text,
    usage: object({ input: number, output: number, totalTokens: number }),
    stopReason: text,
    timestamp: number,
  },
  toolResult: { toolCallId: text, toolName: text, content: piContent, isError: flag, timestamp: number },
}
const PI: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  session: { version: is(3), id: text, timestamp: time, cwd: text },
  message: {
    ...PI_PLACE,
    message: (value) => {
      const fields = PI_MESSAGES[String((value as JsonObject)['role'])]
      return fields !== undefined && faultsIn(value, fields).length === 0
    },
  },
  compaction: { ...PI_PLACE, summary: text, firstKeptEntryId: text, tokensBefore: number },
}

/** The first version has no ids, and a compaction counts lines, the header included. */
const { id: _, parentId: __, ...PI_V1_PLACE } = PI_PLACE
const PI_V1: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  session: { version: (value) => value === undefined, id: text, timestamp: time, cwd: text },
  message: { ...PI_V1_PLACE, message: PI['message']?.['message'] ?? text },
  compaction: { ...PI_V1_PLACE, summary: text, firstKeptEntryIndex: number, tokensBefore: number },
}

/** What is wrong with the lines of a session of pi, in the first version of its format. */
export function piV1Faults(lines: readonly JsonObject[]): readonly string[] {
  return lines.flatMap((line, index) => {
    const fields = PI_V1[String(line['type'])]
    if (fields === undefined) return [`${index}: a line of type ${line['type']}`]
    const named = 'id' in line && line['type'] !== 'session' ? ['it has an id'] : []
    const kept = Number(line['firstKeptEntryIndex'] ?? 1)
    const outside = kept < 1 || kept >= lines.length ? ['what it keeps is not there'] : []
    return [...faultsIn(line, fields), ...named, ...outside].map((fault) => `${index}: ${fault}`)
  })
}

/** What is wrong with the lines of a session of pi. */
export function piFaults(lines: readonly JsonObject[]): readonly string[] {
  const seen = new Set<Json>()
  return lines.flatMap((line, index) => {
    const fields = PI[String(line['type'])]
    if (fields === undefined) return [`${index}: a line of type ${line['type']}`]
    const orphan =
      (line['parentId'] ?? null) === null || seen.has(line['parentId'] ?? '') ? [] : ['its parent does not stand before it']
    const twice = seen.has(line['id'] ?? '') ? ['its id is there twice'] : []
    seen.add(line['id'] ?? '')
    return [...faultsIn(line, fields), ...orphan, ...twice].map((fault) => `${index}: ${fault}`)
  })
}
