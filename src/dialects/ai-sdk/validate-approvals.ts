import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { objectsIn, textIn, violation } from '../validate/rules.ts'

/** Calls that the last message approves or denies and that have no result yet: the SDK carries them out before it asks the model. */
export function waitingCalls(messages: readonly Json[]): readonly string[] {
  const requests = requestsIn(messages)
  const answered = new Set(partsOf(messages, 'tool-result').map((part) => textIn(part, 'toolCallId')))
  const ids = responsesAtEnd(messages).map((part) => requests.get(textIn(part, 'approvalId')) ?? '')
  return [...new Set(ids)].filter((id) => id !== '' && !answered.has(id))
}

/** "Tool approval response references unknown approvalId", and its call must be there, too. Only the last message is looked at. */
export function approvalsKnown(messages: readonly Json[], start: ValidationStart): readonly Violation[] {
  const requests = requestsIn(messages)
  const calls = new Set(partsOf(messages, 'tool-call').map((part) => textIn(part, 'toolCallId')))
  const at = `messages[${start.index + messages.length - 1}]`
  return responsesAtEnd(messages).flatMap((part) => {
    const call = requests.get(textIn(part, 'approvalId'))
    if (call !== undefined && calls.has(call)) return []
    return [violation('approval-known', at, `approval ${JSON.stringify(part['approvalId'])} was not asked for`)]
  })
}

/** Call ids by the approvals that were asked for them. */
function requestsIn(messages: readonly Json[]): ReadonlyMap<string, string> {
  return new Map(
    partsOf(messages, 'tool-approval-request').map((part) => [textIn(part, 'approvalId'), textIn(part, 'toolCallId')]),
  )
}

function responsesAtEnd(messages: readonly Json[]): readonly JsonObject[] {
  const last = messages.at(-1)
  if (!isJsonObject(last) || last['role'] !== 'tool') return []
  return objectsIn(last, 'content').filter((part) => part['type'] === 'tool-approval-response')
}

function partsOf(messages: readonly Json[], type: string): readonly JsonObject[] {
  return messages.filter(isJsonObject).flatMap((message) => objectsIn(message, 'content').filter((part) => part['type'] === type))
}
