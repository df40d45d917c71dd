import { cacheMarks } from '../render/cache-marks.ts'
import { priceMarks } from '../render/price-marks.ts'
import type { CacheMark } from '../schema/cache-mark.ts'
import type { Json } from '../schema/json.ts'
import type { Surroundings } from '../schema/ports.ts'
import type { Prompt } from '../schema/prompt.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { requestBytes } from './byte-length.ts'
import type { View } from './live-view.ts'
import type { Setting } from './setting.ts'

/** Of a setting, what decides how a request is put together. */
type Assembled = Pick<Setting, 'dialect' | 'system' | 'around' | 'cacheOffset' | 'priceMarks' | 'isResent'>

/** The request in the dialect's own shape. */
export function assembleRequest(at: Assembled, view: Pick<View, 'system' | 'prompt' | 'wire'>): Json {
  return at.dialect.assemble([...at.system, ...view.system], view.wire(), aroundOf(at, view))
}

/** What the model sees, and everything that is changed about it on the way out. */
export function finishedPrompt(at: Setting, view: Pick<View, 'system' | 'prompt'>): Finished {
  const prompt = view.prompt()
  const mended = at.dialect.mends?.([...at.system, ...view.system], prompt.messages, aroundOf(at, view))
  if (mended === undefined) return { prompt, adjustments: at.adjustments }
  const { repairs, adjustments } = mended
  return {
    prompt: repairs.length === 0 ? prompt : { ...prompt, repairs: [...prompt.repairs, ...repairs] },
    adjustments: [...at.adjustments, ...adjustments],
  }
}

export interface Finished {
  readonly prompt: Prompt
  readonly adjustments: readonly Adjustment[]
}

function aroundOf(at: Assembled, view: Pick<View, 'prompt'>): Surroundings {
  const cacheMarks = wireMarks(at, view)
  return cacheMarks.length === 0 ? at.around : { ...at.around, cacheMarks }
}

/** Where the provider should keep what it has read. Marks of messages stand where those end on the wire: a dialect may write two as one. */
function wireMarks(at: Assembled, view: Pick<View, 'prompt'>): readonly CacheMark[] {
  const marks = marksOf(at, view)
  const { messages } = marks.length === 0 ? { messages: [] } : view.prompt()
  return marks.map((mark) =>
    'at' in mark ? { ...mark, at: at.dialect.writeMessages(messages.slice(0, mark.at + 1)).length - 1 } : mark,
  )
}

/** The same by messages of the prompt. */
export function marksOf(
  { cacheOffset, priceMarks: byPrice, isResent }: Pick<Setting, 'cacheOffset' | 'priceMarks' | 'isResent'>,
  view: Pick<View, 'prompt'>,
): readonly CacheMark[] {
  if (cacheOffset !== undefined) {
    return cacheMarks(view.prompt(), cacheOffset).map((mark) => ({ kind: 'round', at: mark, hour: false }))
  }
  if (byPrice === undefined) return []
  const marks = priceMarks(view.prompt(), byPrice)
  return isResent ? marks.filter(({ kind }) => kind === 'cut') : marks
}

/** Bytes of the request. What a long view has let go is not written again for it, unless marks may stand in it. */
export function bytesOf(at: Assembled, view: View): number {
  const { wire, goneBytes } = view.held()
  const around = aroundOf(at, view)
  if (goneBytes === 0 || around !== at.around) return measuredRequest(at, view).bytes
  const request = at.dialect.assemble([...at.system, ...view.system], wire, around)
  return goneBytes + requestBytes(request, wire, view.bytes - goneBytes)
}

/** The request, and its bytes. */
export function measuredRequest(at: Assembled, view: View): { readonly request: Json; readonly bytes: number } {
  // Asked for once: a long view writes what it has let go anew each time.
  const wire = view.wire()
  const request = assembleRequest(at, { ...view, wire: () => wire })
  return { request, bytes: requestBytes(request, wire, view.bytes) }
}
