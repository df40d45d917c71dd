import type { MessageDraft } from '../../schema/draft.ts'
import { type JsonObject, stringField } from '../../schema/json.ts'
import { listIn, objectIn } from '../fields.ts'
import type { JsonLine } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { isBoundary, isSaid } from './lines.ts'
import { messagesIn, type ReadMessage } from './messages.ts'

/**
 * What the program shows its model: what stands behind the last boundary, with what the boundary says is kept of the time before it
 * behind the summary. `undefined` if nothing was compacted.
 */
export function seenIn(lines: readonly JsonLine[], messages: readonly ReadMessage[]): readonly MessageDraft[] | undefined {
  const at = lines.findLastIndex(isBoundary)
  if (at === -1) return undefined
  const kept = keptBy(lines[at]?.value ?? {}, lines.slice(0, at))
  const after = messagesIn(lines.slice(at + 1).filter(isSaid)).messages
  const isSummary = ({ lines: [first] }: ReadMessage): boolean => first?.value['isCompactSummary'] === true
  const known = messages.filter((message) => message.lines.some((line) => kept.has(line)))
  const seen = [...after.filter(isSummary), ...known, ...after.filter((message) => !isSummary(message))]
  return withOwnIds(seen.map(({ draft }) => draft))
}

/** Lines before a boundary that it keeps: a segment from one line to another, or lines by their ids. */
function keptBy(boundary: JsonObject, before: readonly JsonLine[]): ReadonlySet<JsonLine> {
  const about = objectIn(boundary, 'compactMetadata')
  const ids = new Set(listIn(either(about, 'preservedMessages', 'preserved_messages'), 'uuids'))
  const segment = either(about, 'preservedSegment', 'preserved_segment')
  const [head, tail] = [stringIn(segment, 'headUuid', 'head_uuid'), stringIn(segment, 'tailUuid', 'tail_uuid')]
  const from = head === undefined ? -1 : before.findIndex(({ value }) => value['uuid'] === head)
  const to = tail === undefined ? -1 : before.findLastIndex(({ value }) => value['uuid'] === tail)
  const inside = from === -1 || to < from ? [] : before.slice(from, to + 1)
  return new Set([...inside, ...before.filter(({ value }) => value['uuid'] !== undefined && ids.has(value['uuid']))])
}

function either(object: JsonObject, one: string, other: string): JsonObject {
  return one in object ? objectIn(object, one) : objectIn(object, other)
}

function stringIn(object: JsonObject, one: string, other: string): string | undefined {
  return stringField(object, one) ?? stringField(object, other)
}
