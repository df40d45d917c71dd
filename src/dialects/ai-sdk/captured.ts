import type { JsonObject } from '../../schema/json.ts'
import { readCaptured } from '../captured.ts'
import { optionsOf } from './provider-options.ts'

/** Reads what an integration has noted on a result, among the options of its part: no provider looks there. */
export function capturedIn(part: JsonObject): ReturnType<typeof readCaptured> {
  const options = optionsOf(part)
  return readCaptured(options !== undefined && Object.hasOwn(options, 'palimpsest') ? options['palimpsest'] : undefined)
}
