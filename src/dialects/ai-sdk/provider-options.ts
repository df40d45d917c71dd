import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** Keys under which providers keep what seals a part: thoughts that only they can read, or proof that the words are unchanged. */
const SEALS = ['signature', 'redactedData', 'reasoningEncryptedContent', 'encryptedContent', 'thoughtSignature']
/** The key of a part that the provider keeps a copy of: it is sent instead of the part. */
const COPY = 'itemId'

/** The options of a part; messages for people call them metadata. */
export function optionsOf(part: JsonObject): JsonObject | undefined {
  const options = part['providerOptions'] ?? part['providerMetadata'] ?? part['callProviderMetadata']
  return isJsonObject(options) ? options : undefined
}

/** What seals a part, whichever provider sealed it. */
export function sealOf(part: JsonObject): string | undefined {
  const values = Object.values(optionsOf(part) ?? {}).flatMap((own) =>
    isJsonObject(own) ? SEALS.map((key) => own[key] ?? null) : [],
  )
  return values.find((value) => typeof value === 'string')
}

/** A part that is no longer what was sealed, nor what the provider has a copy of. */
export function unsealed(part: JsonObject): JsonObject {
  return withoutKeys(part, [...SEALS, COPY])
}

/** A part of which the provider's copy may not be used: something it belonged to is gone. */
export function withoutCopy(part: JsonObject): JsonObject {
  return withoutKeys(part, [COPY])
}

function withoutKeys(part: JsonObject, keys: readonly string[]): JsonObject {
  const options = part['providerOptions']
  if (!isJsonObject(options) || !Object.values(options).some((own) => isJsonObject(own) && keys.some((key) => key in own)))
    return part
  const kept = Object.entries(options).flatMap(([name, own]): readonly (readonly [string, Json])[] => {
    if (!isJsonObject(own)) return [[name, own]]
    const rest = Object.entries(own).filter(([key]) => !keys.includes(key))
    return rest.length === 0 ? [] : [[name, Object.fromEntries(rest)]]
  })
  const others = Object.entries(part).filter(([key]) => key !== 'providerOptions')
  return kept.length === 0
    ? Object.fromEntries(others)
    : Object.fromEntries([...others, ['providerOptions', Object.fromEntries(kept)]])
}
