import type { MessageDraft } from '../../schema/draft.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import { listIn, objectIn, timeOf, wordsOf } from '../fields.ts'
import { callPart, filePart, neutralDraft, reasoningPart, resultPart, textPart } from '../neutral-parts.ts'

/** The message that an event stands for; `undefined` if nothing was said by it. */
export function messageOf(value: JsonObject): MessageDraft | undefined {
  const data = objectIn(value, 'data')
  const facts = { id: stringField(value, 'id'), time: timeOf(value['timestamp']) }
  switch (value['type']) {
    case 'system.message':
      return neutralDraft('system', [textPart(wordsOf(data['content']))], facts)
    case 'user.message':
      return neutralDraft('user', [textPart(userWords(data)), ...attached(data)], facts)
    case 'assistant.message':
      return neutralDraft('assistant', answerParts(data), { ...facts, model: stringField(data, 'model') })
    case 'assistant.reasoning':
      return neutralDraft('assistant', [reasoningPart(wordsOf(data['content']))], facts)
    case 'tool.execution_complete':
      return neutralDraft(
        'tool',
        [resultPart(stringField(data, 'toolCallId') ?? '', resultWords(data), data['success'] === false)],
        facts,
      )
    case 'system.notification':
      return neutralDraft('user', [textPart(wordsOf(data['content']))], { ...facts, author: 'harness' })
    case 'session.compaction_complete': {
      const summary = stringField(data, 'summaryContent')
      return summary === undefined ? undefined : neutralDraft('user', [textPart(summary)], { ...facts, summary: true })
    }
    default:
      return undefined
  }
}

/** What the model was sent: the program puts what it knows around what the person typed. */
function userWords(data: JsonObject): string {
  return stringField(data, 'transformedContent') ?? wordsOf(data['content'])
}

function attached(data: JsonObject): readonly JsonObject[] {
  return listIn(data, 'attachments')
    .filter(isJsonObject)
    .map((file) => filePart(stringField(file, 'displayName') ?? stringField(file, 'path') ?? 'attached'))
}

function answerParts(data: JsonObject): readonly JsonObject[] {
  const reasoning = stringField(data, 'reasoningText') ?? ''
  const words = wordsOf(data['content'])
  const calls = listIn(data, 'toolRequests').filter(isJsonObject)
  return [
    ...(reasoning === '' ? [] : [reasoningPart(reasoning)]),
    ...(words === '' && calls.length > 0 ? [] : [textPart(words)]),
    ...calls.map((call) => callPart(stringField(call, 'toolCallId') ?? '', stringField(call, 'name') ?? '', call['arguments'])),
  ]
}

function resultWords(data: JsonObject): string {
  const result = data['result'] ?? data['error']
  if (!isJsonObject(result)) return wordsOf(result)
  return stringField(result, 'content') ?? stringField(result, 'message') ?? wordsOf(result['contents'] ?? result)
}
