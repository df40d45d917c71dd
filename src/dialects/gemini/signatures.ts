import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { fieldOf, signatureOf, unsigned } from './fields.ts'

/**
 * What Google documents for a call that has no seal of its own: made by another model, or written anew. From Gemini 3 on, the
 * first call of every step of the current turn needs a seal; earlier models do not ask for one.
 */
export const NO_SEAL = 'skip_thought_signature_validator'

const FIRST_TO_ASK = 3

/** A content's parts with a seal on the first call, if that has none. */
export function sealFirstCall(parts: readonly Json[]): readonly Json[] {
  const first = parts.findIndex(isCall)
  const part = parts[first]
  if (!isJsonObject(part) || signatureOf(part) !== undefined) return parts
  return parts.with(first, { ...part, thoughtSignature: NO_SEAL })
}

/**
 * Contents as the model that is asked wants its calls: sealed from Gemini 3 on, without our stand-in before. The same for every
 * turn, so that nothing changes when the turn is over.
 */
export function sealsFor(contents: readonly Json[], model: string): readonly Json[] {
  const generation = Number(/gemini-(\d+)/.exec(model)?.[1] ?? Number.NaN)
  if (Number.isNaN(generation)) return contents
  return contents.map((content) => {
    if (!isJsonObject(content) || content['role'] !== 'model' || !Array.isArray(content['parts'])) return content
    const parts = generation >= FIRST_TO_ASK ? sealFirstCall(content['parts']) : content['parts'].map(withoutStandIn)
    return { ...content, parts }
  })
}

function withoutStandIn(part: Json): Json {
  return isJsonObject(part) && signatureOf(part) === NO_SEAL ? unsigned(part) : part
}

function isCall(part: Json): part is JsonObject {
  return isJsonObject(part) && fieldOf(part, 'functionCall') !== undefined
}
