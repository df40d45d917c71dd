import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

/** A field and the name it goes by in an object: the SDK writes `functionCall`, REST also takes `function_call`. */
interface Field {
  readonly key: string
  readonly value: Json
}

/** The field under its camelCase or snake_case name; `undefined` if it is missing or null. */
export function fieldOf(object: JsonObject, camel: string): Field | undefined {
  return [camel, snakeCase(camel)]
    .map((key) => ({ key, value: (Object.hasOwn(object, key) ? object[key] : undefined) ?? null }))
    .find(({ value }) => value !== null)
}

export function objectField(object: JsonObject, camel: string): JsonObject | undefined {
  const value = fieldOf(object, camel)?.value
  return isJsonObject(value) ? value : undefined
}

/** The seal a provider put on a part, under either name. */
export function signatureOf(part: JsonObject): string | undefined {
  return stringField(part, 'thoughtSignature') ?? stringField(part, 'thought_signature')
}

/** The part without its seal. */
export function unsigned(part: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(part).filter(([key]) => key !== 'thoughtSignature' && key !== 'thought_signature'))
}

export function snakeCase(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
