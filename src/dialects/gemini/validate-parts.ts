import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { textIn } from '../validate/rules.ts'

/** The parts of a content; none if there is no list of them. */
export function partsOf(content: Json | undefined): readonly Json[] {
  const parts = isJsonObject(content) ? content['parts'] : undefined
  return Array.isArray(parts) ? parts : []
}

/** A part's function call, by either of its names. */
export function callOf(part: JsonObject): JsonObject | undefined {
  return [part['functionCall'], part['function_call']].find(isJsonObject)
}

export function responseOf(part: JsonObject): JsonObject | undefined {
  return [part['functionResponse'], part['function_response']].find(isJsonObject)
}

export function signatureOf(part: JsonObject): string {
  return textIn(part, 'thoughtSignature') || textIn(part, 'thought_signature')
}

/** Fields that describe data and are not data themselves. */
const ABOUT =
  /^(?:thought|thought_?signature|video_?metadata|part_?metadata|speech_?metadata|media_?resolution|media_?processing)$/i

/** "Required oneof field 'data' must have one initialized field." */
export function hasData(part: JsonObject): boolean {
  return Object.entries(part).some(([key, value]) => !ABOUT.test(key) && value !== null)
}
