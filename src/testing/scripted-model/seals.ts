import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Fault } from '../provider-rules/fault.ts'
import type { ScriptedTurn } from './script.ts'

type Thinking = NonNullable<ScriptedTurn['thinking']>

/** Whether a request asks for thoughts, as Anthropic or the Responses API has it. */
export function asksToThink(body: Json): boolean {
  if (!isJsonObject(body)) return false
  const { thinking, reasoning } = body
  return isJsonObject(reasoning) || (isJsonObject(thinking) && thinking['type'] === 'enabled')
}

/** Knows the thoughts that it has sealed: they come back as they were, and where the model's last calls are. */
export function thoughtSeals(): { issued(thinking: Thinking): Thinking; faultsIn(body: Json): readonly Fault[] } {
  const known = new Set<string>()
  return {
    issued(thinking) {
      known.add(thinking.signature).add(`${thinking.signature} ${thinking.text}`)
      return thinking
    },
    faultsIn(body) {
      const blocks = blocksIn(body)
      const unknown = blocks.filter((block) => isThought(block) && !known.has(sealOf(block)))
      const rule = 'the seal of a thought is its provider’s own'
      return [
        ...(unknown.length === 0 ? [] : [{ rule, where: JSON.stringify(unknown[0]).slice(0, 80) }]),
        ...(lacksThought(body) ? [{ rule: 'the last calls begin with the thought that led to them', where: 'messages' }] : []),
        ...(lacksChatThought(body)
          ? [{ rule: 'calls since the last user message have their `reasoning_content`', where: 'messages' }]
          : []),
      ]
    },
  }
}

function isThought({ type }: JsonObject): boolean {
  return type === 'thinking' || type === 'reasoning'
}

function sealOf(block: JsonObject): string {
  return block['type'] === 'thinking' ? `${block['signature']} ${block['thinking']}` : String(block['encrypted_content'])
}

function blocksIn(body: Json): readonly JsonObject[] {
  return listIn(body, 'input').concat(listIn(body, 'messages').flatMap((message) => listIn(message, 'content')))
}

/** Anthropic: "a final `assistant` message must start with a thinking block", if results follow on it. */
function lacksThought(body: Json): boolean {
  const [last, answer] = listIn(body, 'messages').toReversed()
  if (!asksToThink(body) || last === undefined || answer?.['role'] !== 'assistant') return false
  const blocks = listIn(answer, 'content')
  const [first] = blocks
  return blocks.some(({ type }) => type === 'tool_use') && first?.['type'] !== 'thinking'
}

/** DeepSeek: what was thought must be passed back with the calls that it led to, until a person speaks again. */
function lacksChatThought(body: Json): boolean {
  const messages = listIn(body, 'messages')
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  return asksToThink(body) && since.some((message) => listIn(message, 'tool_calls').length > 0 && !message['reasoning_content'])
}

function listIn(object: Json, key: string): readonly JsonObject[] {
  const list = isJsonObject(object) ? object[key] : undefined
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
