import { type Seq, seqOf } from '../../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Mended, Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart, Repair } from '../../schema/prompt.ts'
import type { Adjustment } from '../../schema/trigger.ts'
import { limitCacheMarks, type MarkListener, type MarkPlace, marksIn } from './cache-marks.ts'

const NOTHING: Mended = { repairs: [], adjustments: [] }
/** Stands in the copy of a mark and says whose it is. The copy is never sent. */
const WHOSE = 'entry'
const WHY = {
  removed: 'a request may have four cache marks',
  shortened: 'a cache mark for an hour cannot stand after one for five minutes',
} as const

/** What a request is put together of. */
interface Shown {
  readonly system: readonly PromptMessage[]
  readonly messages: readonly PromptMessage[]
  readonly around: Surroundings
}

/** Which marks that came in go out changed, or not at all. Those that we set ourselves are nobody's loss. `put` makes a request with all of them. */
export function mendMarks(put: (system: Shown['system'], messages: Shown['messages']) => Json, shown: Shown): Mended {
  const { system, messages, around } = shown
  const given = [...around.tools, ...[...system, ...messages].flatMap(({ parts }) => parts.map(rawOf))]
  if (given.every((raw) => marksIn(raw) === 0)) return NOTHING
  const repairs: Repair[] = []
  const lost = { tools: { removed: 0, shortened: 0 }, system: { removed: 0, shortened: 0 } }
  const listen: MarkListener = (change, mark, place) => {
    const { [WHOSE]: whose } = mark
    if (typeof whose === 'number') repairs.push({ kind: `mark-${change}`, seq: seqOf(whose), detail: WHY[change] })
    else if (place !== 'messages') lost[place][change] += 1
  }
  const whole = put(system.map(withOwners), messages.map(withOwners))
  limitCacheMarks(whole, listen)
  return { repairs, adjustments: [...adjusted(whole, 'tools', lost.tools), ...adjusted(whole, 'system', lost.system)] }
}

function adjusted(
  whole: Json,
  place: MarkPlace,
  lost: { readonly removed: number; readonly shortened: number },
): readonly Adjustment[] {
  const wanted = isJsonObject(whole) ? marksIn(whole[place] ?? null) : 0
  const field = `${place}.cache_control`
  return [
    ...(lost.removed === 0 ? [] : [{ field, wanted, given: wanted - lost.removed, why: WHY.removed }]),
    ...(lost.shortened === 0 ? [] : [{ field: `${field}.ttl`, wanted: 3_600, given: 300, why: WHY.shortened }]),
  ]
}

function rawOf(part: PromptPart): Json {
  if (part.kind === 'entry') return part.entry.raw ?? null
  return part.kind === 'synthetic' ? (part.raw ?? null) : null
}

function withOwners(message: PromptMessage): PromptMessage {
  return { ...message, parts: message.parts.map(withOwner) }
}

function withOwner(part: PromptPart): PromptPart {
  if (part.kind !== 'entry' || marksIn(part.entry.raw ?? null) === 0) return part
  return { ...part, entry: { ...part.entry, raw: owned(part.entry.raw ?? null, part.entry.seq) } }
}

function owned(node: Json, seq: Seq): Json {
  if (Array.isArray(node)) return node.map((item) => owned(item, seq))
  if (!isJsonObject(node)) return node
  const { cache_control: mark, content } = node
  const copy: JsonObject = Array.isArray(content) ? { ...node, content: owned(content, seq) } : node
  return isJsonObject(mark) ? { ...copy, cache_control: { ...mark, [WHOSE]: seq } } : copy
}
