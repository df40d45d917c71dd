import type { Calibration } from '../budget/calibrate.ts'
import type { LearnedRecord } from '../schema/capabilities.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { LearnedLimit } from '../schema/model-limits.ts'

/** What requests have taught: how providers count, and what they take. Plain JSON, to be kept between runs. */
export interface Learned {
  readonly calibration: Calibration
  readonly limits: Readonly<Record<string, LearnedLimit>>
}

/** What was learned, and under which windows: what is said of a model today may no longer be what it was. */
export interface LearnedUnder extends Learned {
  /** By the same keys as limits: the window that was declared when its limit was learned. */
  readonly declared: Readonly<Record<string, number>>
}

/** A server may be given more memory: what it refused a month ago is tried again. */
const FORGET_AFTER_MS = 30 * 24 * 3_600_000

const LIMIT = 'limit '
const COUNTS = 'counts '

/** What stands in the place of what was forgotten. */
export const FORGOTTEN = '{}'

/** What was learned as records of a store, by their keys. */
export function recordsOf({ limits, declared, calibration }: LearnedUnder): ReadonlyMap<string, string> {
  const { base, families } = calibration
  return new Map([
    ...Object.entries(limits).map(([key, limit]): [string, string] => [
      `${LIMIT}${key}`,
      JSON.stringify({ ...limit, declared: declared[key] }),
    ]),
    ...Object.entries(families).map(([family, ratios]): [string, string] => [
      `${COUNTS}${base} ${family}`,
      JSON.stringify({ ratios }),
    ]),
  ])
}

/** What was learned, with what records say in place of it. What is too old, or cannot be read, is as if it had never been learned. */
export function withRecords(learned: LearnedUnder, records: readonly LearnedRecord[], now: number): LearnedUnder {
  const limits = { ...learned.limits }
  const declared = { ...learned.declared }
  const families = { ...learned.calibration.families }
  const ofBase = `${COUNTS}${learned.calibration.base} `
  const forgotten = new Set(records.filter(({ body }) => body === FORGOTTEN).map(({ key }) => key))
  for (const { key, body, at } of records) {
    const said = parsed(body)
    if (key.startsWith(LIMIT) && now - at <= FORGET_AFTER_MS) {
      const name = key.slice(LIMIT.length)
      limits[name] = limitIn(said)
      const under = count(said['declared'])
      if (under !== undefined) declared[name] = under
    } else if (key.startsWith(ofBase)) families[key.slice(ofBase.length)] = ratiosIn(said['ratios'])
  }
  const kept = <Value>(all: Readonly<Record<string, Value>>, prefix: string): Record<string, Value> =>
    forgotten.size === 0 ? all : Object.fromEntries(Object.entries(all).filter(([name]) => !forgotten.has(`${prefix}${name}`)))
  return {
    limits: kept(limits, LIMIT),
    declared: kept(declared, LIMIT),
    calibration: { ...learned.calibration, families: kept(families, ofBase) },
  }
}

/** A write costs more than most reports teach: small steps of what is known already are not kept. */
export function isWorthKeeping(before: string | undefined, after: string): boolean {
  const [old, now] = [before === undefined ? undefined : parsed(before), parsed(after)]
  if (Array.isArray(now['ratios'])) return old === undefined || movedBy(ratiosIn(old['ratios']), ratiosIn(now['ratios']))
  const [was, is] = [old === undefined ? {} : limitIn(old), limitIn(now)]
  if (was.window !== is.window || was.refused !== is.refused || was.bytes !== is.bytes) return true
  return is.refused !== undefined && (is.accepted ?? 0) > (was.accepted ?? 0) * NOTABLE
}

/** How much more must go through to be written down. */
const NOTABLE = 1.05
/** How far the middle of the reports must move, and how many decide. */
const MOVED = 0.01
const ENOUGH = 7

function movedBy(before: readonly number[], after: readonly number[]): boolean {
  if (before.length < ENOUGH && after.length > before.length) return true
  const [was, is] = [middle(before), middle(after)]
  return Math.abs(is - was) > was * MOVED
}

function middle(ratios: readonly number[]): number {
  return ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 1
}

function parsed(body: string): { readonly [key: string]: Json } {
  try {
    const said: Json = JSON.parse(body)
    return isJsonObject(said) ? said : {}
  } catch {
    return {}
  }
}

function limitIn(said: { readonly [key: string]: Json }): LearnedLimit {
  const fields = (['window', 'refused', 'accepted', 'bytes'] as const).flatMap((name) => {
    const value = count(said[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fields)
}

function ratiosIn(value: Json | undefined): readonly number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number' && each > 0 && each < 100).slice(-ENOUGH) : []
}

function count(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
