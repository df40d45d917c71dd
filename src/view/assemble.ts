import { cacheMarks } from '../render/cache-marks.ts'
import type { Json } from '../schema/json.ts'
import { requestBytes } from './byte-length.ts'
import type { View } from './live-view.ts'
import type { Setting } from './setting.ts'

/** The request in the dialect's own shape. */
export function assembleRequest(at: Setting, view: Pick<View, 'system' | 'prompt' | 'wire'>): Json {
  const cacheMarks = wireMarks(at, view)
  const around = cacheMarks.length === 0 ? at.around : { ...at.around, cacheMarks }
  return at.dialect.assemble([...at.system, ...view.system], view.wire(), around)
}

/** Where marked messages end on the wire: a dialect may write two as one. */
function wireMarks(at: Setting, view: Pick<View, 'prompt'>): readonly number[] {
  if (at.cacheOffset === undefined) return []
  const prompt = view.prompt()
  return cacheMarks(prompt, at.cacheOffset).map((mark) => at.dialect.writeMessages(prompt.messages.slice(0, mark + 1)).length - 1)
}

/** Bytes of a request that was put together from a view. */
export function bytesOf(request: Json, view: View): number {
  return requestBytes(request, view.wire(), view.bytes)
}
