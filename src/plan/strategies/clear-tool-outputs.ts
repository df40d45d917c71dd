import type { Entry, ToolResultEntry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { ClearOptions } from '../../schema/rung.ts'
import type { Order, Proposal, Scene, Strategy } from '../../schema/strategy.ts'
import type { Adjustment, Amount } from '../../schema/trigger.ts'
import { looksAt } from '../clear-oldest.ts'
import { isClearable } from '../durability.ts'
import { firstOpen, historyTokens } from '../scene.ts'

/** What the rung says, with the numbers that hold in this window. */
interface FittedOptions extends ClearOptions {
  readonly protect: number
  readonly minimum: number
}

/** What a prune would do (A8). Zeros if a prune is not worth it. */
interface PruneReport {
  readonly outputsPruned: number
  readonly tokensSaved: number
  readonly prunedTools: readonly string[]
  readonly cleared: readonly Seq[]
}

/**
 * Which tool outputs are old enough to clear (A7). Walking back: the last turns are skipped, an earlier summary ends the walk,
 * recent output is protected up to a sum, and the output that crosses the sum is the first to go.
 *
 *     protect 100, keep 1 turn:   u1 · r 80 · r 60 · r 50 · u2 · r 500
 *     r 500 is in a kept turn; r 50 is protected (50); r 60 crosses the line (110): it and r 80 are cleared.
 *
 * Nothing changes unless the whole saves at least `minimum`.
 */
export function pruneToolOutputs(scene: Scene, options: FittedOptions): PruneReport {
  const found = findOldOutputs(scene, options)
  const tokensSaved = found.reduce((sum, entry) => sum + savedBy(scene, entry), 0)
  if (found.length === 0 || tokensSaved < options.minimum) {
    return { outputsPruned: 0, tokensSaved: 0, prunedTools: [], cleared: [] }
  }
  const prunedTools = [...new Set(found.map((entry) => entry.envelope.tool))]
  return { outputsPruned: found.length, tokensSaved, prunedTools, cleared: found.map((entry) => entry.seq) }
}

function findOldOutputs(scene: Scene, options: FittedOptions): readonly ToolResultEntry[] {
  const { entries } = scene.log
  const isKept = keptBy(scene, options)
  const found: ToolResultEntry[] = []
  let passed = 0
  for (let seq = entries.length - 1; seq >= firstOpen(scene); seq -= 1) {
    const entry = entries[seq]
    if (entry === undefined || isKept(entry)) continue
    if (entry.kind === 'text' && entry.foreignSummary === true) break
    if (entry.kind !== 'tool-result') continue
    passed += scene.sizes[seq] ?? 0
    if (passed > options.protect && mayGo(scene, entry, options)) found.push(entry)
  }
  return found
}

/** Whether an entry belongs to the last turns and, if rounds are counted, to the last rounds. */
function keptBy({ log: { entries } }: Scene, { minTurnsToKeep, minRoundsToKeep }: ClearOptions): (entry: Entry) => boolean {
  const firstTurn = (entries.at(-1)?.turn ?? 0) - minTurnsToKeep + 1
  const firstRound = minRoundsToKeep === undefined ? 0 : lastRounds(entries, minRoundsToKeep)
  return ({ turn, seq }) => turn >= firstTurn && seq >= firstRound
}

/** Where the last rounds begin: messages with calls, counted from the end. */
function lastRounds(entries: readonly Entry[], count: number): number {
  let [start, left] = [entries.length, count]
  for (let at = entries.length - 1; at >= 0 && left > 0; at -= 1) {
    const entry = entries[at]
    if (entry?.kind !== 'tool-call' || entry.seq >= start) continue
    start = entry.seq - entry.message.block
    left -= 1
  }
  return left === 0 ? start : 0
}

function mayGo(scene: Scene, entry: ToolResultEntry, options: ClearOptions): boolean {
  if (scene.protected.has(entry.seq) || !looksAt(options, entry.envelope.tool)) return false
  return isClearable(scene, entry) && savedBy(scene, entry) > 0
}

/**
 * Why a prune is not worth trying, if it is not (A28): uncleared output older than the kept turns does not exceed what is protected and
 * the minimum.
 */
function notWorthPruning(scene: Scene, options: FittedOptions): string | undefined {
  const { protect, minimum } = options
  const isKept = keptBy(scene, options)
  let old = 0
  for (const entry of scene.log.entries) {
    if (entry.kind !== 'tool-result' || entry.seq < firstOpen(scene) || isKept(entry)) continue
    old += scene.sizes[entry.seq] ?? 0
  }
  return old > protect + minimum
    ? undefined
    : `old tool outputs are ${old} tokens, ${protect} are protected and ${minimum} the least to save`
}

function savedBy(scene: Scene, entry: ToolResultEntry): number {
  return (scene.sizes[entry.seq] ?? 0) - scene.prices.cleared(entry)
}

/**
 * Clears old tool outputs, oldest first, and no more of them than needed; the last one is shortened instead if that is enough, so that what
 * fits is used (L14).
 */
export function clearToolOutputs(options: ClearOptions): Strategy {
  return {
    name: 'clear-tool-outputs',
    propose(scene: Scene): Proposal {
      let excess = historyTokens(scene) - scene.allowance
      const most = resultTokens(scene)
      if (most < excess) return { kind: 'not-enough', reason: `tool outputs are ${most} tokens, ${excess} are too many` }
      const fitted = scaled(options, scene)
      const adjustments = adjustmentsOf(options, fitted)
      const report = pruneToolOutputs(scene, fitted)
      if (report.tokensSaved < excess) {
        const saves = `clearing old tool outputs saves ${report.tokensSaved} of ${excess} tokens`
        const why = report.outputsPruned === 0 ? notWorthPruning(scene, fitted) : undefined
        return { kind: 'not-enough', reason: why === undefined ? saves : `${saves}: ${why}`, adjustments }
      }
      if (options.everything === true) {
        const all = report.cleared.toReversed().map((seq) => clearOrShorten(scene, seq, Number.POSITIVE_INFINITY))
        return { kind: 'orders', orders: all, shaped: true, adjustments }
      }
      const orders: ClearOrder[] = []
      for (const seq of report.cleared.toReversed()) {
        if (excess <= 0) break
        const order = clearOrShorten(scene, seq, excess)
        orders.push(order)
        excess -= (scene.sizes[seq] ?? 0) - order.tokens
      }
      return { kind: 'orders', orders: giveBack(scene, orders, -excess), adjustments }
    },
  }
}

/** What clearing can save at the very most. Known without pricing one placeholder. */
function resultTokens({ log, sizes }: Scene): number {
  return log.entries.reduce((sum, entry) => (entry.kind === 'tool-result' ? sum + (sizes[entry.seq] ?? 0) : sum), 0)
}

/** Less of the allowance than this stays unused rather than being given back. */
const WORTH_GIVING_BACK = 0.05

type ClearOrder = Extract<Order, { action: 'clear' | 'shorten' }>

/** The last one may have freed more than was needed (a picture goes whole): the newest of the others get it back. */
function giveBack(scene: Scene, orders: readonly ClearOrder[], spare: number): readonly ClearOrder[] {
  // A few tokens more would only turn a placeholder into a shard.
  if (spare < scene.allowance * WORTH_GIVING_BACK) return orders
  const kept: ClearOrder[] = []
  let left = spare
  for (const order of orders.toReversed()) {
    const saved = (scene.sizes[order.seq] ?? 0) - order.tokens
    const better = saved <= left ? undefined : clearOrShorten(scene, order.seq, saved - left)
    left -= better === undefined ? saved : Math.max(0, better.tokens - order.tokens)
    if (better !== undefined) kept.push(better.tokens > order.tokens ? better : order)
  }
  return kept.toReversed()
}

function clearOrShorten(scene: Scene, seq: Seq, excess: number): ClearOrder {
  const entry = scene.log.entries[seq] as ToolResultEntry
  const size = scene.sizes[seq] ?? 0
  const cleared = scene.prices.cleared(entry)
  if (size - cleared > excess) {
    const shortened = scene.prices.shortened(entry, size - excess)
    if (shortened.tokens <= size - excess && shortened.tokens > cleared) return { action: 'shorten', seq, ...shortened }
  }
  return { action: 'clear', seq, tokens: cleared, preservedFields: entry.envelope.keyFields }
}

/** What a preset protects and the least it saves may take this share of the budget together: in larger windows they are as written. */
const PRESET_SHARE = 0.5

/** A preset's constants, made for large windows, brought down to a small one. A user's own numbers stay what they are. */
function scaled(options: ClearOptions, { allowance, most = allowance }: Scene): FittedOptions {
  const [protect, minimum] = [tokensOf(options.protect), tokensOf(options.minimum)]
  const isSmall = protect + minimum > most * PRESET_SHARE
  const inWindow = (amount: Amount, share: number): number =>
    typeof amount === 'number' || !isSmall ? tokensOf(amount) : Math.min(amount.preset, Math.floor(allowance * share))
  return { ...options, protect: inWindow(options.protect, 0.4), minimum: inWindow(options.minimum, 0.1) }
}

function tokensOf(amount: Amount): number {
  return typeof amount === 'number' ? amount : amount.preset
}

function adjustmentsOf(wanted: ClearOptions, given: FittedOptions): readonly Adjustment[] {
  const why = 'made for a larger window'
  return (['protect', 'minimum'] as const)
    .filter((field) => tokensOf(wanted[field]) !== given[field])
    .map((field) => ({ field, wanted: tokensOf(wanted[field]), given: given[field], why }))
}
