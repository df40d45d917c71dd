import { callCost, frontierOf, landing, pruneLoss, summaryCost, type World } from './world.ts'

/**
 * The least that a session can cost if everything is known in advance, by dynamic programming over (last compaction, last edit): before every
 * call nothing is done, or old results are pruned as far as is allowed, or everything is folded. O(steps³) at the worst, and exact for the
 * world's sizes.
 */
export function optimum(world: World): number {
  const { length } = world.steps
  const frontiers = Array.from({ length }, (_, at) => frontierOf(world, at))
  /** The least cost of everything before a call, if it is the first after a compaction; 0 stands for the beginning. */
  const start = new Float64Array(length).fill(Number.POSITIVE_INFINITY)
  start[0] = 0
  let least = Number.POSITIVE_INFINITY
  for (let from = 0; from < length; from += 1) {
    if (Number.isFinite(start[from] ?? 0)) least = Math.min(least, segment(world, from, start, frontiers))
  }
  return least
}

/** Plays on from one compaction: offers better beginnings for the next, and gives the least cost of playing to the end. */
function segment(world: World, from: number, start: Float64Array, frontiers: readonly number[]): number {
  const { steps, cap, prunable, appended } = world
  const land = from === 0 ? world.fixed + (appended[1] ?? 0) : landing(world)
  /** Tokens that were pruned by an edit. Nothing from before the compaction can be. */
  const pruned = (edit: number): number => {
    const frontier = frontiers[edit] ?? 0
    return frontier <= from ? 0 : (prunable[frontier] ?? 0) - (prunable[from] ?? 0)
  }
  const size = (at: number, edit: number): number => land + (appended[at + 1] ?? 0) - (appended[from + 1] ?? 0) - pruned(edit)
  const best = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY)
  best[from] = (start[from] ?? 0) + callCost(world, from, land, from === 0 ? 0 : world.fixed)
  let first = from
  for (let at = from + 1; at < steps.length; at += 1) {
    let here = Number.POSITIVE_INFINITY
    for (let edit = first; edit < at; edit += 1) {
      const before = best[edit] ?? 0
      if (before === Number.POSITIVE_INFINITY) continue
      const last = size(at - 1, edit)
      const folded = before + summaryCost(world, at, last)
      if (folded < (start[at] ?? 0)) start[at] = folded
      const now = size(at, edit)
      const removed = pruned(at) - pruned(edit)
      if (removed > 0) {
        const unchanged =
          land + (appended[Math.max(from, frontiers[edit] ?? 0) + 1] ?? 0) - (appended[from + 1] ?? 0) - pruned(edit)
        const cost = before + callCost(world, at, now - removed, unchanged) + pruneLoss(world, removed)
        if (now - removed <= cap && cost < here) here = cost
      }
      best[edit] = now > cap ? Number.POSITIVE_INFINITY : before + callCost(world, at, now, last)
    }
    best[at] = here
    while (first < at && best[first] === Number.POSITIVE_INFINITY) first += 1
    if (first === at && here === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY
  }
  return best.reduce((least, cost) => Math.min(least, cost), Number.POSITIVE_INFINITY)
}
