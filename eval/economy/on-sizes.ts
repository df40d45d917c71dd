import { PRESETS } from '../../src/plan/presets/index.ts'
import { optimum } from './optimum.ts'
import { play } from './play.ts'
import { type NamedSheet, SHEETS } from './sheets.ts'
import { onSizes } from './size-policies.ts'
import { makeTrace, type TraceStep } from './traces.ts'
import { makeWorld } from './world.ts'

export const WINDOWS = [32_000, 128_000, 200_000, 1_000_000] as const

/** What one policy cost in one cell, beside the least possible. */
export interface CellRow {
  readonly policy: string
  readonly mean: number
  readonly p95: number
  readonly compactions: number
  readonly prunes: number
  /** Share of the input of calls that changed nothing which was read from the cache. */
  readonly cached: number
}

export interface Cell {
  readonly sheet: string
  readonly window: number
  /** Calls of each synthetic session; real ones have as many as they have. */
  readonly steps: number | 'real'
  readonly rows: readonly CellRow[]
}

/** Which synthetic sessions are played. */
interface Sessions {
  readonly traces: number
  readonly windows?: readonly number[]
  readonly firstSeed?: number
}

/** Presets that act by themselves. On sizes all of them keep the same beside a summary: only the moment differs. */
const POLICIES = [...PRESETS].filter(([name]) => name !== 'amp').map(([, make]) => onSizes(make()))

/** Plays synthetic sessions under every policy, and finds the least that each could have cost. */
export function* playCells(steps: number, { traces, windows = WINDOWS, firstSeed = 1 }: Sessions): Generator<Cell> {
  const made = Array.from({ length: traces }, (_, seed) => makeTrace(firstSeed + seed, steps))
  for (const window of windows) for (const sheet of SHEETS) yield playCell(sheet, window, made, steps)
}

/** The same for real sessions, in their sizes: those that exceed a window. */
export function* playReal(sessions: readonly (readonly TraceStep[])[], windows: readonly number[] = WINDOWS): Generator<Cell> {
  for (const window of windows) {
    const exceeding = sessions.filter((steps) => lengthOf(steps) > window)
    for (const sheet of exceeding.length === 0 ? [] : SHEETS) yield playCell(sheet, window, exceeding, 'real')
  }
}

function lengthOf(steps: readonly TraceStep[]): number {
  return steps.reduce((sum, { input, output }) => sum + input + output, 0)
}

function playCell(sheet: NamedSheet, window: number, traces: readonly (readonly TraceStep[])[], steps: Cell['steps']): Cell {
  const worlds = traces.map((trace) => makeWorld(trace, sheet, window))
  const least = worlds.map(optimum)
  const rows = POLICIES.map((policy): CellRow => {
    const played = worlds.map((world) => play(world, policy))
    const ratios = played.map(({ cost }, index) => cost / (least[index] ?? 1)).sort((a, b) => a - b)
    return {
      policy: policy.name,
      mean: meanOf(ratios),
      p95: ratios[Math.ceil(ratios.length * 0.95) - 1] ?? 0,
      compactions: meanOf(played.map(({ compactions }) => compactions)),
      prunes: meanOf(played.map(({ prunes }) => prunes)),
      cached: meanOf(played.map(({ cached }) => cached)),
    }
  })
  return { sheet: sheet.name, window, steps, rows }
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
