import { after, type Seq, seqOf } from '../../schema/ids.ts'
import type { Carried } from '../../schema/plan.ts'
import { rangeOf, type SeqRange } from '../../schema/range.ts'
import type { LawOverride } from '../../schema/receipt.ts'
import type { SummarizeOptions } from '../../schema/rung.ts'
import type { Order, Proposal, Scene, Strategy } from '../../schema/strategy.ts'
import { protectedTokens } from '../fit-frontier.ts'
import { heardOverrides, heardTokens } from '../heard.ts'
import { type KeptPart, keptPart } from '../kept-part.ts'
import { firstOpen, historyTokens } from '../scene.ts'

/** A summary shorter than this says nothing. */
const LEAST_SUMMARY = 64

/**
 * Folds everything before what the policy keeps into one summary, whatever else would fit: nothing (B1), recent tokens (B5, E5),
 * the last messages (D4) or turns (A10), or what people wrote (B2). Pins and frontier inside the folded part are carried (L5).
 *
 *     keep 2 turns, summary 100:   u1 · a2 · u3 · c4 r5 · u6 · a7   →   summarize u1 a2 · keep u3 c4 r5 u6 a7
 *     keep nothing:                u1 · a2 · u3 · c4 r5 · u6 · a7   →   summarize all of it, u6 carried verbatim
 */
export function summarizeKeeping(options: SummarizeOptions & { readonly summaryTokens: number }): Strategy {
  return {
    name: options.splitTurn === undefined ? 'summarize-keeping' : 'summarize-split-turn',
    onRequest: true,
    propose(scene) {
      const kept = keptPart(scene, options.keep, options.splitTurn !== undefined)
      if (kept.kind === 'none') return { kind: 'not-enough', reason: kept.reason }
      return fold(scene, kept, options)
    },
  }
}

function fold(
  scene: Scene,
  kept: Extract<KeptPart, { kind: 'kept' }>,
  options: Parameters<typeof summarizeKeeping>[0],
): Proposal {
  const { cut, carried, adjustments } = kept
  const own = new Set(carried)
  const shown = new Set([...scene.protected, ...own])
  const carries = [...shown].filter((seq) => seq >= scene.fixed && seq < cut).sort((a, b) => a - b)
  const folded = sumBetween({ ...scene, sizes: scene.wholeSizes ?? scene.sizes }, { from: scene.fixed, end: cut }, shown)
  const range = { from: scene.fixed, end: cut }
  const heard = heardTokens(scene, range, shown)
  const cap = Math.min(options.summaryTokens, Math.max(LEAST_SUMMARY, Math.ceil(folded * (options.ratio ?? 1))))
  const usual = { tokens: Math.max(cap, heard), split: splitOf(scene, kept, options, shown) }
  const isByHand = scene.asked === true && historyTokens(scene) <= scene.allowance
  const standing = sumBetween(scene, range, shown)
  const { tokens: most, split } = isByHand && standing <= costOf(usual, scene) ? byHand(scene, cut, standing, usual) : usual
  const tokens = Math.max(most, heard)
  const cost = costOf({ tokens, split }, scene)
  const refuse = (reason: string): Proposal => ({ kind: 'not-enough', reason, adjustments })
  if (options.summaryTokens < LEAST_SUMMARY) return refuse(`a summary of ${options.summaryTokens} tokens says nothing`)
  if (folded <= cost || (isByHand && standing <= cost)) {
    return refuse(`there is nothing to summarize: ${folded} tokens before what is kept, and a summary takes ${cost}`)
  }
  const total =
    protectedTokens({ ...scene, protected: shown }) + sumBetween(scene, rangeOf(cut, scene.sizes.length), shown) + cost
  if (total > scene.allowance) return refuse(`what is kept and the summary take ${total} tokens of ${scene.allowance}`)
  const order: Order = {
    ...{ action: 'summarize', ...range, tokens, carries: carries.map((seq) => carriedAs(seq, scene, own)) },
    ...(heard === 0 ? {} : { heard }),
    ...(split === undefined ? {} : { splitTurn: split }),
  }
  const overrides = [...overridesFor(scene, options, carries), ...heardOverrides(scene, range, shown)]
  return { kind: 'orders', orders: [order], shaped: true, overrides, adjustments }
}

interface Pages {
  readonly tokens: number
  readonly split: { readonly from: Seq; readonly tokens: number } | undefined
}

function costOf({ tokens, split }: Pages, { prices }: Scene): number {
  return tokens + (split?.tokens ?? 0) + prices.summaryFrame
}

/**
 * By hand means now, also if all of it is shorter than a summary may be: what an earlier summary says stays as long as it is, and the
 * rest is said in half.
 */
function byHand(scene: Scene, cut: Seq, standing: number, usual: Pages): Pages {
  const fresh = sumBetween(scene, rangeOf(Math.min(firstOpen(scene), cut), cut), scene.protected)
  const split =
    usual.split === undefined ? undefined : { ...usual.split, tokens: Math.min(usual.split.tokens, Math.ceil(fresh / 4)) }
  const most = standing - Math.floor(fresh / 2) - (split?.tokens ?? 0)
  return { tokens: Math.min(usual.tokens, Math.max(LEAST_SUMMARY, most)), split }
}

/** What the policy keeps stands before the summary; pins and frontier, which a law keeps, behind it. */
function carriedAs(seq: Seq, scene: Scene, kept: ReadonlySet<Seq>): Carried {
  return kept.has(seq) && !scene.protected.has(seq) ? { seq, inFront: true } : { seq }
}

/** The beginning of a turn that the cut falls into has a summary of its own (E6). */
function splitOf(
  scene: Scene,
  { turnStart, cut }: Extract<KeptPart, { kind: 'kept' }>,
  { splitTurn, summaryTokens }: Parameters<typeof summarizeKeeping>[0],
  shown: ReadonlySet<Seq>,
): { readonly from: Seq; readonly tokens: number } | undefined {
  if (turnStart === undefined || splitTurn === undefined) return undefined
  const from = seqOf(Math.max(turnStart, scene.fixed))
  const tokens = Math.min(splitTurn, Math.ceil(summaryTokens / 2))
  return { from, tokens: Math.max(tokens, heardTokens(scene, { from, end: cut }, shown)) }
}

/** "New context = summary" would lose what people wrote last and the open round: they stay, and the receipt says so. */
function overridesFor(scene: Scene, { keep }: SummarizeOptions, carries: readonly Seq[]): readonly LawOverride[] {
  const frontier = carries.filter((seq) => scene.protected.has(seq) && !scene.pins.has(seq))
  if (keep.kind !== 'nothing' || frontier.length === 0) return []
  return [{ law: 'L5', detail: `${frontier.length} entries of the frontier stay as they are behind the summary` }]
}

function sumBetween(scene: Scene, { from, end }: SeqRange, without: ReadonlySet<Seq>): number {
  let sum = 0
  for (let seq = from; seq < end; seq = after(seq)) if (!without.has(seq)) sum += scene.sizes[seq] ?? 0
  return sum
}
