import { isJsonObject, type Json } from '../../schema/json.ts'

/** A provider's rule that a request breaks, in words. Written from the vendors' documents, apart from the engine's own validators. */
export interface Fault {
  readonly rule: string
  readonly where: string
}

/** Strings anywhere in a value that are not well-formed UTF-16: they cannot be sent as UTF-8. */
export function brokenStrings(value: Json, where: string): readonly Fault[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [{ rule: 'text is well-formed Unicode', where }]
  if (Array.isArray(value)) return value.flatMap((item, index) => brokenStrings(item, `${where}[${index}]`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...(key.isWellFormed() ? [] : [{ rule: 'keys are well-formed Unicode', where }]),
    ...brokenStrings(item, `${where}.${key}`),
  ])
}

/** The fault `rule` unless it holds. */
export function must(holds: boolean, rule: string, where: string): readonly Fault[] {
  return holds ? [] : [{ rule, where }]
}
