import { isJsonObject, type Json, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import {
  callIdOf,
  isCallPart,
  isResultPart,
  ownRaw,
  refillShell,
  requestAround,
  resultOf,
  shownText,
  toolNameOf,
} from '../writing.ts'
import { NEUTRAL } from './outline.ts'

/** Writes messages in the neutral shape. */
export function writeNeutralMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return messages.map(writeMessage).map(wellFormedJson)
}

/** Puts a request in the neutral shape together. */
export function assembleNeutral(system: readonly PromptMessage[], messages: readonly Json[], around: Surroundings): Json {
  return requestAround(around, NEUTRAL, { messages: [...writeNeutralMessages(system), ...messages] }, around.tools)
}

function writeMessage(message: PromptMessage): Json {
  return refillShell(message, NEUTRAL, writePart) ?? { role: message.role, content: message.parts.map(writeBlock) }
}

function writeBlock(part: PromptPart): Json {
  const written = writePart(part)
  return typeof written === 'string' ? { type: 'text', text: written } : written
}

function writePart(part: PromptPart): Json {
  const raw = ownRaw(part, NEUTRAL)
  const native = isJsonObject(raw) ? raw : undefined
  if (isCallPart(part)) {
    // Kept as they came in, even if they are an object instead of text.
    const own = part.kind === 'entry' && part.text === undefined ? native?.['arguments'] : undefined
    return { ...native, type: 'tool_call', id: callIdOf(part), name: toolNameOf(part), arguments: own ?? shownText(part) }
  }
  if (isResultPart(part)) {
    const { text, failed } = resultOf(part)
    const error = native === undefined && failed ? { is_error: true } : {}
    return { ...native, type: 'tool_result', tool_call_id: callIdOf(part), text, ...error }
  }
  if (part.kind !== 'entry' || raw === undefined) return { type: textType(part), text: shownText(part) }
  if (part.text === undefined) return raw
  if (typeof raw === 'string') return part.text
  return { ...native, type: textType(part), text: part.text }
}

function textType(part: PromptPart): string {
  return part.kind === 'entry' && part.entry.kind === 'reasoning' ? 'reasoning' : 'text'
}
