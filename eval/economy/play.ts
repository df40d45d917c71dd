import { callCost, frontierOf, landing, pruneLoss, summaryCost, type World } from './world.ts'

/** What a policy sees before a call. */
export interface Sight {
  readonly world: World
  readonly at: number
  /** Tokens of the request if nothing is done. */
  readonly prompt: number
  /** Tokens that a prune could take now, and those behind the first of them that would be written again. */
  readonly prunable: number
  readonly rewritten: number
  readonly isCold: boolean
  readonly sinceCompaction: number
}

export type Deed = 'nothing' | 'prune' | 'compact'

/** A policy on sizes: it may remember what it saw, and is made anew for each session. */
export interface SizePolicy {
  readonly name: string
  /** Newest messages that its compactions keep, if not the usual. */
  tail?(world: World): number
  begin(world: World): (sight: Sight) => Deed
}

export interface Played {
  readonly cost: number
  readonly compactions: number
  readonly prunes: number
  readonly peak: number
  /** Share of the tokens of calls without a change that were read from the cache. */
  readonly cached: number
  readonly prompts: readonly number[]
}

/** Plays a session under a policy. What does not fit is compacted, whatever the policy says. */
export function play(world: World, policy: SizePolicy): Played {
  const { steps, appended, prunable, cap } = world
  const decide = policy.begin(world)
  const tail = policy.tail?.(world) ?? world.tail
  const own = { ...world, tail }
  const prompts: number[] = []
  let [cost, compactions, prunes, read, sent] = [0, 0, 0, 0, 0]
  let land = world.fixed + (appended[1] ?? 0)
  let from = 0
  let frontier = 0
  let last = 0
  for (let at = 0; at < steps.length; at += 1) {
    const taken = (to: number): number => (to <= from ? 0 : (prunable[to] ?? 0) - (prunable[from] ?? 0))
    const since = (to: number): number => (appended[to + 1] ?? 0) - (appended[from + 1] ?? 0)
    const prompt = land + since(at) - taken(frontier)
    const reach = Math.max(frontier, frontierOf(world, at))
    const unchanged = land + since(Math.max(from, frontier)) - taken(frontier)
    const isCold = steps[at]?.isCold === true
    const able = taken(reach) - taken(frontier)
    const rewritten = Math.max(0, prompt - able - unchanged)
    const wish =
      at === 0 ? 'nothing' : decide({ world, at, prompt, prunable: able, rewritten, isCold, sinceCompaction: at - from })
    const deed = at > 0 && (wish === 'prune' ? prompt - able : prompt) > cap ? 'compact' : wish
    let shared = last
    let size = prompt
    if (deed === 'compact') {
      cost += summaryCost(world, at, last)
      compactions += 1
      ;[from, frontier, land] = [at, at, Math.min(landing(own), prompt)]
      ;[size, shared] = [land, world.fixed]
    } else if (deed === 'prune' && able > 0) {
      cost += pruneLoss(world, able)
      prunes += 1
      ;[size, shared, frontier] = [prompt - able, unchanged, reach]
    }
    cost += callCost(world, at, size, shared)
    if (size === prompt && !isCold && at > 0) {
      read += Math.min(shared, size)
      sent += size
    }
    prompts.push(size)
    last = size
  }
  return { cost, compactions, prunes, peak: Math.max(...prompts), cached: read / sent, prompts }
}
