import type { ToolResultEntry } from '../schema/entry.ts'
import type { ToolFilter } from '../schema/rung.ts'
import type { Order, Proposal, Scene } from '../schema/strategy.ts'
import { isClearable } from './durability.ts'
import { firstOpen, historyTokens } from './scene.ts'

/** A result that may go, and what to say in its place. */
export interface Candidate {
  readonly entry: ToolResultEntry
  readonly note?: string
}

/** Results that may be cleared, oldest first: nothing protected, nothing that its tool forbids, nothing that would save nothing. */
export function clearableResults(scene: Scene, filter: ToolFilter = {}): readonly ToolResultEntry[] {
  return scene.log.entries.filter(
    (entry): entry is ToolResultEntry =>
      entry.kind === 'tool-result' &&
      entry.seq >= firstOpen(scene) &&
      !scene.protected.has(entry.seq) &&
      looksAt(filter, entry.envelope.tool) &&
      isClearable(scene, entry),
  )
}

/** True for entries of turns before the last `keepTurns`. */
export function isBeforeLastTurns(scene: Scene, entry: { readonly turn: number }, keepTurns: number): boolean {
  return entry.turn <= (scene.log.entries.at(-1)?.turn ?? 0) - keepTurns
}

/** Whether a filter lets a tool through. */
export function looksAt({ onlyTools, exceptTools }: ToolFilter, tool: string): boolean {
  return (onlyTools === undefined || onlyTools.includes(tool)) && exceptTools?.includes(tool) !== true
}

/** Clears candidates in their order until the scene fits; if they are not enough, all of them, and the next rung goes on. */
export function clearUntilFits(scene: Scene, candidates: readonly Candidate[], what: string): Proposal {
  const orders: Order[] = []
  const most = historyTokens(scene) - scene.allowance
  let excess = most
  for (const { entry, note } of candidates) {
    if (excess <= 0) break
    const tokens = scene.prices.cleared(entry, note)
    const saved = (scene.sizes[entry.seq] ?? 0) - tokens
    if (saved <= 0) continue
    const { keyFields } = entry.envelope
    orders.push({ action: 'clear', seq: entry.seq, tokens, preservedFields: keyFields, ...(note === undefined ? {} : { note }) })
    excess -= saved
  }
  if (orders.length > 0 && excess <= 0) return { kind: 'orders', orders }
  const reason = `${what} saves ${most - excess} of ${most} tokens`
  return orders.length === 0 ? { kind: 'not-enough', reason } : { kind: 'partial', orders, reason }
}
