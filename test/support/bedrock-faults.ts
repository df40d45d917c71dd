import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import { type Fault, must } from '../../src/testing/provider-rules/fault.ts'

const ID = /^[a-zA-Z0-9_-]{1,64}$/
const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * Converse, as its reference and its error messages have it: "A conversation must start with a user message", "must alternate between user
 * and assistant roles", every `toolUse` is answered in the next message, texts are not blank, names have 64 characters at most.
 */
export function bedrockFaults(body: JsonObject): readonly Fault[] {
  const turns = objectsIn(body['messages'])
  return [
    ...must(turns[0]?.['role'] === 'user', 'a conversation starts with a user message', 'messages[0]'),
    ...turns.flatMap((turn, index) => turnFaults(turn, turns[index + 1], `messages[${index}]`)),
    ...must(
      objectsIn(body['system']).every((block) => isText(block['text'])),
      'system text is not blank',
      'system',
    ),
    ...toolFaults(body),
  ]
}

function turnFaults(turn: JsonObject, next: JsonObject | undefined, where: string): readonly Fault[] {
  const blocks = objectsIn(turn['content'])
  const [asked, answered] = [idsIn(turn, 'toolUse'), next === undefined ? [] : idsIn(next, 'toolResult')]
  return [
    ...must(blocks.length > 0, 'a message has content', where),
    ...must(turn['role'] !== next?.['role'], 'roles alternate', where),
    ...must(String(asked.toSorted()) === String(answered.toSorted()), 'calls are answered in the next message', where),
    ...blocks.flatMap((block) => blockFaults(block, where)),
  ]
}

function blockFaults(block: JsonObject, where: string): readonly Fault[] {
  const { toolUse: call, toolResult: result, text } = block
  return [
    ...must(text === undefined || isText(text), 'a text is not blank', where),
    ...(isJsonObject(call)
      ? [
          ...must(ID.test(String(call['toolUseId'])), 'a call id is legal', where),
          ...must(NAME.test(String(call['name'])), 'a tool name is legal', where),
          ...must(isJsonObject(call['input']), 'input is an object', where),
        ]
      : []),
    ...(isJsonObject(result)
      ? must(
          objectsIn(result['content']).every(({ text }) => text === undefined || isText(text)),
          'a text in a result is not blank',
          where,
        )
      : []),
  ]
}

function toolFaults(body: JsonObject): readonly Fault[] {
  const config = body['toolConfig']
  const specs = objectsIn(isJsonObject(config) ? config['tools'] : undefined).map((tool) => tool['toolSpec'] ?? null)
  const names = specs.filter(isJsonObject).map((spec) => String(spec['name']))
  return [
    ...must(
      names.every((name) => NAME.test(name)),
      'a defined tool has a legal name',
      'toolConfig',
    ),
    ...must(new Set(names).size === names.length, 'each tool has a name of its own', 'toolConfig'),
  ]
}

function isText(text: Json | undefined): boolean {
  return typeof text === 'string' && text.trim() !== ''
}

function idsIn(turn: JsonObject, key: string): readonly string[] {
  return objectsIn(turn['content']).flatMap((block) => {
    const found = block[key]
    return isJsonObject(found) ? [String(found['toolUseId'])] : []
  })
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
