import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** A provider's rule that a request breaks, in words. Written from the vendors' documents, apart from the engine's own validators. */
export interface Fault {
  readonly rule: string
  readonly where: string
}

/** Strings anywhere in a value that are not well-formed UTF-16: they cannot be sent as UTF-8. */
export function brokenStrings(value: Json, where: string): readonly Fault[] {
  return isSound(value) ? NONE : findBroken(value, where)
}

function isSound(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isSound)
  return !isJsonObject(value) || (Object.keys(value).every(isSound) && Object.values(value).every(isSound))
}

function findBroken(value: Json, where: string): readonly Fault[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [{ rule: 'text is well-formed Unicode', where }]
  if (Array.isArray(value)) return value.flatMap((item, index) => findBroken(item, `${where}[${index}]`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...(key.isWellFormed() ? [] : [{ rule: 'keys are well-formed Unicode', where }]),
    ...findBroken(item, `${where}.${key}`),
  ])
}

const NONE: readonly Fault[] = []

/** The fault `rule` unless it holds. */
export function must(holds: boolean, rule: string, where: string): readonly Fault[] {
  return holds ? NONE : [{ rule, where }]
}

/** Looks at each message once: while a conversation grows, its requests share their messages. */
export function onceEach(
  faultsOf: (message: JsonObject, where: string) => readonly Fault[],
): (message: JsonObject, where: string) => readonly Fault[] {
  const sound = new WeakSet<JsonObject>()
  return (message, where) => {
    if (sound.has(message)) return NONE
    const faults = faultsOf(message, where)
    if (faults.length === 0) sound.add(message)
    return faults
  }
}
