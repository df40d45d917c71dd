import { looksAtRent, releaseTokens } from '../../src/budget/triggers/check-trigger.ts'
import { fires } from '../../src/budget/triggers/fires.ts'
import { pruneCost } from '../../src/economy/acting-cost.ts'
import { grownBetween, NOT_GROWN, rentAccount } from '../../src/engine/rent-account.ts'
import type { Policy } from '../../src/schema/policy.ts'
import { isRung, type Rung } from '../../src/schema/rung.ts'
import type { Moment, Reading, Rent } from '../../src/schema/trigger.ts'
import type { Deed, Sight, SizePolicy } from './play.ts'
import { landing, type World } from './world.ts'

/** What a prune must save at the least, where a preset has one. */
const LEAST_PRUNE = 20_000

/** A policy of ours on sizes: its own trigger decides, and where that looks at prices, the engine's own account of rent. */
export function onSizes(policy: Policy): SizePolicy {
  return {
    name: policy.name,
    begin: (world) => (looksAtRent(policy.trigger) ? byPrice(policy, world) : bySize(policy, world)),
  }
}

function bySize(policy: Policy, world: World): (sight: Sight) => Deed {
  const rungs = policy.ladder.filter(isRung)
  return (sight) => {
    const reading = readingOf(policy, world, sight)
    const isLarge = firesAt(policy, { ...reading, idleMs: 0 })
    const clears = rungs.some(isClearing) && sight.prunable >= Math.min(LEAST_PRUNE, world.protect / 2)
    if (isLarge)
      return clears && sight.prompt - sight.prunable <= releaseTokens(policy.trigger, policy.release, reading)
        ? 'prune'
        : 'compact'
    if (policy.afterTurn !== undefined && world.steps[sight.at]?.isPerson === true && clears) return 'prune'
    return firesAt(policy, reading) && rungs.some(({ rung }) => rung === 'prune-cold') ? 'prune' : 'nothing'
  }
}

/** The log of a session in sizes: one entry for each answer, and one for what came back. */
function byPrice(policy: Policy, world: World): (sight: Sight) => Deed {
  const log = {
    length: 0,
    costs: [] as number[],
    measures: { cost: (seq: number): number => log.costs[seq] ?? 0 },
    read: [] as { role: 'assistant' | 'user' }[],
  }
  const account = rentAccount(log)
  const { sheet, fixed, steps } = world
  let since = 0
  let prunes = 0
  let grown = NOT_GROWN
  return (sight) => {
    const { at, prompt, isCold } = sight
    add(log, 'assistant', steps[at - 1]?.output ?? 0)
    add(log, 'user', steps[at]?.input ?? 0)
    const rent: Rent = account.read({
      ...{ sheet, since, plan: String(prunes), prompt, fixed, scale: { factor: 1, margin: 0 }, isAsked: true },
      ...{
        release: landing(world) - world.fetched,
        landed: 0,
        page: world.summary,
        idleMs: isCold ? sheet.cacheLifeMs + 1 : 0,
        grown,
      },
    })
    const reading: Reading = { ...readingOf(policy, world, sight), sheet, rent }
    if (firesAt(policy, reading)) {
      if (isCheaperRoom(rent, sight)) {
        prunes += 1
        return 'prune'
      }
      grown = grownBetween(log, grown, since, log.length)
      since = log.length
      return 'compact'
    }
    const isFree = pruneCost(sheet, { prompt, removed: sight.prunable, rewritten: sight.rewritten, isWarm: !isCold }) < 0
    if (!isFree || sight.prunable === 0) return 'nothing'
    prunes += 1
    return 'prune'
  }
}

/** Only the window asks for room, and a prune gives it at a lower price than a compaction: what the engine does then. */
function isCheaperRoom(rent: Rent, { world, prompt, prunable, rewritten, isCold }: Sight): boolean {
  const { sheet, loss } = world
  if (prunable === 0 || rent.paid >= rent.price + loss) return false
  const pruning = pruneCost(sheet, { prompt, removed: prunable, rewritten, isWarm: !isCold }) / prunable
  return pruning < (rent.price + loss) / Math.max(1, prompt - landing(world))
}

function add(log: { length: number; costs: number[]; read: unknown[] }, role: 'assistant' | 'user', tokens: number): void {
  log.costs.push(tokens)
  log.read.push({ role })
  log.length += 1
}

function firesAt({ trigger }: Policy, reading: Reading): boolean {
  const moments: readonly Moment[] = ['prepare', 'settle']
  return moments.some((moment) => fires(trigger, { ...reading, moment }))
}

function readingOf({ reserve }: Policy, { window, cap, fixed }: World, { prompt, isCold }: Sight): Reading {
  const kept = typeof reserve === 'object' && 'above' in reserve ? Math.floor(window * (1 - reserve.above)) : window - cap
  return {
    ...{ moment: 'prepare', forced: undefined, model: '', window, reserve: kept, tokens: prompt, system: fixed, tools: 0 },
    ...{
      usageTokens: undefined,
      bytes: 0,
      byteLimit: undefined,
      messages: 1_000,
      turns: 1_000,
      idleMs: isCold ? 3_600_000 : 1_000,
    },
  }
}

function isClearing({ rung }: Rung): boolean {
  return rung.startsWith('clear-')
}
