import type { PriceSheet } from '../../src/schema/price-sheet.ts'
import type { NamedSheet } from './sheets.ts'
import type { TraceStep } from './traces.ts'

/** The rules of a session that is played with sizes alone. */
export interface World {
  readonly sheet: PriceSheet
  readonly window: number
  /** Most tokens of a request. */
  readonly cap: number
  /** System text and tools. */
  readonly fixed: number
  /** Tokens of a summary, of what is read again after it, and of the newest messages that stay beside it. */
  readonly summary: number
  readonly fetched: number
  readonly tail: number
  /** Recent results that a prune leaves alone. */
  readonly protect: number
  /** What one summary loses, in units. */
  readonly loss: number
  readonly steps: readonly WorldStep[]
  /** Sums over steps: tokens appended before each call, and those of them that a prune may take. */
  readonly appended: Float64Array
  readonly prunable: Float64Array
}

interface WorldStep {
  readonly input: number
  readonly output: number
  readonly isPerson: boolean
  readonly isCold: boolean
}

/** Of what a prune takes, the share that is read again. */
const FETCHED_AGAIN = 0.02
const USUAL = { fixed: 15_000, summary: 3_000, fetched: 8_000, tail: 20_000, protect: 40_000 } as const
/** Of what a window leaves for history, what a compaction may come down to. */
const MOST_KEPT = 0.5

/** A trace under prices and in a window. In a small one, what is kept is scaled, and no result is larger than half of what is left. */
export function makeWorld(trace: readonly TraceStep[], { sheet, cold }: NamedSheet, window: number, loss = 80_000): World {
  const cap = Math.floor(window * 0.96)
  const room = cap - USUAL.fixed
  const scale = Math.min(1, (room * MOST_KEPT) / (USUAL.summary + USUAL.fetched + USUAL.tail))
  const most = Math.floor(room * (1 - MOST_KEPT) * 0.8)
  const steps = trace.map(({ input, output, isPerson, wait }) => ({
    input: Math.min(input, most),
    output: Math.min(output, most),
    isPerson,
    isCold: isPerson && wait < cold,
  }))
  const appended = new Float64Array(steps.length + 1)
  const prunable = new Float64Array(steps.length + 1)
  for (const [index, step] of steps.entries()) {
    const before = index === 0 ? 0 : (steps[index - 1]?.output ?? 0)
    appended[index + 1] = (appended[index] ?? 0) + before + step.input
    prunable[index + 1] = (prunable[index] ?? 0) + (step.isPerson ? 0 : step.input)
  }
  const scaled = (tokens: number): number => Math.floor(tokens * scale)
  return {
    ...{ sheet, window, cap, loss, steps, appended, prunable },
    fixed: USUAL.fixed,
    summary: scaled(USUAL.summary),
    fetched: scaled(USUAL.fetched),
    tail: scaled(USUAL.tail),
    protect: scaled(USUAL.protect),
  }
}

/** Tokens of the request right after a compaction. */
export function landing({ fixed, summary, fetched, tail }: World): number {
  return fixed + summary + fetched + tail
}

/** Units that a call costs, of which `shared` tokens are as in the call before. */
export function callCost({ sheet, steps }: World, at: number, prompt: number, shared: number): number {
  const { read, write, output } = ratesOf(sheet)
  const cached = steps[at]?.isCold === true ? 0 : Math.max(0, Math.min(shared, prompt))
  return read * cached + write * (prompt - cached) + output * (steps[at]?.output ?? 0)
}

/** Units for a summary of a prompt: the model that is asked reads it from the cache, unless that is cold. */
export function summaryCost({ sheet, steps, summary, loss }: World, at: number, prompt: number): number {
  const { read, write, output } = ratesOf(sheet)
  return (steps[at]?.isCold === true ? write : read) * prompt + output * summary + loss
}

export function pruneLoss({ sheet }: World, removed: number): number {
  return FETCHED_AGAIN * ratesOf(sheet).write * removed
}

/** The last step whose result a prune at `at` may take, if nothing was folded since. */
export function frontierOf({ appended, protect }: World, at: number): number {
  const end = appended[at + 1] ?? 0
  let low = 0
  let high = at
  while (low < high) {
    const middle = (low + high) >> 1
    if (end - (appended[middle + 1] ?? 0) >= protect) low = middle + 1
    else high = middle
  }
  return low
}

function ratesOf({ steps }: PriceSheet) {
  return steps[0]
}
