import type { MessageDraft } from '../../schema/draft.ts'
import { stringField } from '../../schema/json.ts'
import { objectIn } from '../fields.ts'
import { draftsOf, type OpencodeMessage } from './messages.ts'

/**
 * What the program shows its model: from its last compaction on, whose question and summary stand first, then what it keeps of the time
 * before, then everything after; pruned results as placeholders. `undefined` if nothing was compacted or pruned.
 */
export function seenOf(messages: readonly OpencodeMessage[]): readonly MessageDraft[] | undefined {
  const asked = messages.findLastIndex((message) => message.info['role'] === 'user' && compactionOf(message) !== undefined)
  const isDone = messages.slice(asked + 1).some(({ info }) => info['role'] === 'assistant' && info['summary'] === true)
  if (asked === -1 || !isDone)
    return messages.some(isPruned) ? messages.flatMap((message) => draftsOf(message, { pruned: true })) : undefined
  const answer = messages.findIndex(({ info }, index) => index > asked && info['summary'] === true)
  const tail = stringField(compactionOf(messages[asked]) ?? {}, 'tail_start_id')
  const from = tail === undefined ? asked : messages.findIndex(({ info }) => info['id'] === tail)
  const kept = from === -1 || from > asked ? [] : messages.slice(from, asked)
  const shown = [...messages.slice(asked, answer + 1), ...kept, ...messages.slice(answer + 1)]
  return shown.flatMap((message) => draftsOf(message, { pruned: true }))
}

function compactionOf(message: OpencodeMessage | undefined): OpencodeMessage['parts'][number] | undefined {
  return message?.parts.find((part) => part['type'] === 'compaction')
}

function isPruned({ parts }: OpencodeMessage): boolean {
  return parts.some((part) => objectIn(objectIn(part, 'state'), 'time')['compacted'] !== undefined)
}
