import { cacheMarks } from '../render/cache-marks.ts'
import type { Json } from '../schema/json.ts'
import type { Surroundings } from '../schema/ports.ts'
import type { Prompt } from '../schema/prompt.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { requestBytes } from './byte-length.ts'
import type { View } from './live-view.ts'
import type { Setting } from './setting.ts'

/** Of a setting, what decides how a request is put together. */
type Assembled = Pick<Setting, 'dialect' | 'system' | 'around' | 'cacheOffset'>

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

/** Where marked messages end on the wire: a dialect may write two as one. */
function wireMarks(at: Assembled, view: Pick<View, 'prompt'>): readonly number[] {
  if (at.cacheOffset === undefined) return []
  const prompt = view.prompt()
  return cacheMarks(prompt, at.cacheOffset).map((mark) => at.dialect.writeMessages(prompt.messages.slice(0, mark + 1)).length - 1)
}

/** Bytes of a request that was put together from a view. */
export function bytesOf(request: Json, view: View): number {
  return requestBytes(request, view.wire(), view.bytes)
}
