import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import type { FileAbout } from '../schema/transcript-format.ts'

/** An object's object; empty if there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return isJsonObject(value) ? value : {}
}

/** An object's list; empty if there is none. */
export function listIn(object: JsonObject, key: string): readonly Json[] {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return Array.isArray(value) ? value : []
}

export function numberIn(object: JsonObject, key: string): number | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A time as programs write it: in words, in seconds or in milliseconds since 1970. */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value > 0 && value < SECONDS_END ? value * 1000 : value > 0 ? value : undefined
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Times in seconds are smaller until the year 5138; times in milliseconds are larger since 1973. */
const SECONDS_END = 100_000_000_000

/** The same with the keys left out whose value is `undefined`, as exact optional fields want it. */
export function present<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  return Object.assign({}, ...Object.entries(fields).map(([key, value]) => (value === undefined ? {} : { [key]: value })))
}

/** What is known about a conversation, without what is not. */
export function aboutOf(fields: { readonly [Key in keyof FileAbout]: FileAbout[Key] | undefined }): {
  readonly about?: FileAbout
} {
  const about = present(fields)
  return Object.keys(about).length === 0 ? {} : { about }
}

/** The first and the last of some times. */
export function spanOfTimes(times: Iterable<number | undefined>): { readonly began?: number; readonly ended?: number } {
  let [began, ended] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const time of times) {
    if (time === undefined) continue
    began = Math.min(began, time)
    ended = Math.max(ended, time)
  }
  return began > ended ? {} : { began, ended }
}

/** The words of content that is a text, a list of parts, or anything else: then its JSON. */
export function wordsOf(content: Json | undefined): string {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(wordsOfPart).filter(Boolean).join('\n')
  return JSON.stringify(content)
}

function wordsOfPart(part: Json): string {
  if (!isJsonObject(part)) return wordsOf(part)
  return stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'part'}]`
}
