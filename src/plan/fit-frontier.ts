import type { Entry } from '../schema/entry.ts'
import { before, type Seq } from '../schema/ids.ts'
import type { LawOverride } from '../schema/receipt.ts'
import type { Order, Scene } from '../schema/strategy.ts'
import { canShorten, shortenTo, shortenToNothing, withShortened } from './shorten-entries.ts'

type ShortenOrder = Extract<Order, { action: 'shorten' }>

const FRONTIER_SHARE = 0.85

export interface FittedFrontier {
  readonly orders: readonly ShortenOrder[]
  readonly overrides: readonly LawOverride[]
  /** What pins and frontier cost now. */
  readonly tokens: number
}

/**
 * Makes pins and frontier fit, as law L3 says: verbatim while they do; otherwise the calls and results that pins drag along are
 * shortened first, then the unpinned results of the open round, then the rest of it, and the words of people last. What is still
 * too large then is refused by the caller.
 */
export function fitFrontier(scene: Scene): FittedFrontier {
  const before = protectedTokens(scene)
  if (before <= scene.allowance) return { orders: [], overrides: [], tokens: before }
  const entries = scene.log.entries
  const open = scene.frontier.openRound.filter((seq) => !scene.pins.has(seq) && canShorten(entries[seq] as Entry))
  const named = new Set([...scene.pins, ...scene.frontier.people, ...scene.frontier.openRound])
  const stages: readonly Stage[] = [
    {
      what: 'what pins cannot stand without',
      seqs: [...scene.protected].filter((seq) => !named.has(seq) && canShorten(entries[seq] as Entry)),
    },
    { what: 'results of the open round', seqs: open.filter((seq) => entries[seq]?.kind === 'tool-result') },
    { what: 'the rest of the open round', seqs: open.filter((seq) => entries[seq]?.kind !== 'tool-result') },
    {
      what: 'what people wrote last',
      isWords: true,
      seqs: scene.frontier.people.filter((seq) => !scene.pins.has(seq) && canShorten(entries[seq] as Entry)),
    },
  ]
  return runStages(scene, stages)
}

interface Stage {
  readonly what: string
  readonly isWords?: true
  readonly seqs: readonly Seq[]
}

interface Cut {
  readonly stage: Stage
  readonly orders: readonly ShortenOrder[]
}

function runStages(given: Scene, stages: readonly Stage[]): FittedFrontier {
  const cuts = giveBack(given, cutInOrder(given, stages)).filter((cut) => cut.orders.length > 0)
  return {
    orders: cuts.flatMap((cut) => cut.orders),
    overrides: cuts.map(({ stage, orders }) => ({
      law: 'L3',
      detail: `shortened ${stage.what} (${orders.length}), because the frontier alone exceeds the budget`,
      ...(stage.isWords === true ? { words: true } : {}),
    })),
    tokens: protectedTokens(withCuts(given, cuts)),
  }
}

/** Cuts one stage after the other until pins and frontier fit. */
function cutInOrder(given: Scene, stages: readonly Stage[]): readonly Cut[] {
  const cuts: Cut[] = []
  for (const stage of stages) {
    const scene = withCuts(given, cuts)
    if (protectedTokens(scene) <= scene.allowance) break
    const orders =
      shortenStage(scene, stage, scene.allowance * shareOf(scene)) ??
      shortenStage(scene, stage, scene.allowance) ??
      shortenNewest(scene, stage, scene.allowance) ??
      shortenToNothing(scene, stage.seqs)
    cuts.push({ stage, orders })
  }
  return cuts
}

/** A later stage may have freed more than was needed (a picture goes whole): what was cut to nothing before gets some of it back. */
function giveBack(given: Scene, cuts: readonly Cut[]): readonly Cut[] {
  return cuts.reduceRight<readonly Cut[]>((kept, cut) => {
    const others = withCuts(
      given,
      kept.filter((other) => other !== cut),
    )
    const tokens = given.allowance * shareOf(given)
    const orders = shortenStage(others, cut.stage, tokens) ?? shortenNewest(others, cut.stage, tokens)
    const better =
      orders !== undefined && protectedTokens(withCuts(others, [{ ...cut, orders }])) > protectedTokens(withCuts(given, kept))
    return better ? kept.map((other) => (other === cut ? { ...cut, orders } : other)) : kept
  }, cuts)
}

function shareOf({ frontierShare = FRONTIER_SHARE }: Scene): number {
  return frontierShare
}

function shortenStage(scene: Scene, { seqs }: Stage, tokens: number): readonly ShortenOrder[] | undefined {
  return shortenTo(scene, seqs, Math.floor(tokens) - (protectedTokens(scene) - sumOf(scene, seqs)))
}

/**
 * If there is not enough room for a piece of each, the oldest are cut to their handle, as few as needed, so that the newest can be read.
 */
function shortenNewest(scene: Scene, stage: Stage, tokens: number): readonly ShortenOrder[] | undefined {
  let found: readonly ShortenOrder[] | undefined
  let low = 1
  let high = stage.seqs.length - 1
  while (low <= high) {
    const oldest = (low + high) >> 1
    const gone = shortenToNothing(scene, stage.seqs.slice(0, oldest))
    const rest = shortenStage(withShortened(scene, gone), { ...stage, seqs: stage.seqs.slice(oldest) }, tokens)
    if (rest === undefined) low = oldest + 1
    else {
      found = [...gone, ...rest]
      high = oldest - 1
    }
  }
  return found
}

function withCuts(given: Scene, cuts: readonly Cut[]): Scene {
  return withShortened(
    given,
    cuts.flatMap((cut) => cut.orders),
  )
}

export function pinnedTokens(scene: Scene): number {
  return sumOf(scene, [...scene.pins])
}

/** What pins and frontier cost, the frames of blocks shown outside their message included. */
export function protectedTokens(scene: Scene): number {
  let sum = sumOf(scene, [...scene.protected])
  for (const seq of scene.protected) {
    const entry = scene.log.entries[seq]
    // A block shown without the first of its message needs a frame of its own.
    if (entry !== undefined && entry.message.block > 0 && !scene.protected.has(before(seq))) sum += scene.prices.messageFrame
  }
  return sum
}

function sumOf(scene: Scene, seqs: readonly Seq[]): number {
  return seqs.reduce((sum, seq) => sum + (scene.sizes[seq] ?? 0), 0)
}
