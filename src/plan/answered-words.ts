import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { LawOverride } from '../schema/receipt.ts'
import type { Order, Scene } from '../schema/strategy.ts'
import { protectedTokens } from './fit-frontier.ts'
import { quarterOf, reservedFor } from './heard.ts'
import { historyTokens } from './scene.ts'
import { canShorten, shortenTo, shortenToNothing, withShortened } from './shorten-entries.ts'

type ShortenOrder = Extract<Order, { action: 'shorten' }>

interface Spared {
  readonly orders: readonly ShortenOrder[]
  readonly overrides: readonly LawOverride[]
}

/** A page with less room than this says too little to cut anybody's words for it. */
const LEAST_PAGE = 512

const NOTHING: Spared = { orders: [], overrides: [] }

/**
 * The last message of a person that the model has answered, if it is so long that the page of everything else starves beside it: a log that
 * was pasted below a question, a hundred steps ago. A quarter of what history may take is its own by right (L15), and all that the page does
 * not need; the rest can be asked for. Its frame, unknown fields of a client among it, is no part of that quarter: nobody said it. Nor is the little that an
 * editor put in front of the task. What the model has not answered yet stays as it is (L5).
 *
 *     history may take 3,000, the page 2,400:    a message of 1,900   →   750
 *     history may take 74,000, the page 8,000:   a message of 30,000 stays whole
 */
export function shortenAnswered(scene: Scene): Spared {
  const { pageRoom, pageTokens = pageRoom, allowance } = scene
  const seqs = answeredWords(scene)
  if (
    pageRoom === undefined ||
    pageTokens === undefined ||
    pageRoom < LEAST_PAGE ||
    seqs.length === 0 ||
    historyTokens(scene) <= allowance
  )
    return NOTHING
  const tokens = seqs.reduce((sum, seq) => sum + (scene.sizes[seq] ?? 0), 0)
  const frames = shortenToNothing(scene, seqs).reduce((sum, order) => sum + order.tokens, 0)
  const kept = protectedTokens(scene)
  const page = Math.min(Math.max(pageTokens, reservedFor(scene)), historyTokens(scene) - kept)
  // Where there is nothing that a page could tell, what is too large is cut as the rest of the frontier is: the open round first.
  if (page <= 0) return NOTHING
  const own = quarterOf(scene) + Math.max(frames, besideHeard(scene, seqs, { tokens, frames }))
  const target = Math.max(own, allowance - (kept - tokens) - page)
  if (tokens <= target) return NOTHING
  const orders = filesFirst(scene, seqs, target) ?? shortenTo(scene, seqs, target) ?? []
  // If that alone makes everything fit, something older can make room as well; unless no page could.
  const isEnough = scene.pageTokens === undefined && historyTokens(withShortened(scene, orders)) <= allowance
  if (orders.length === 0 || isEnough) return NOTHING
  const detail = `what a person wrote last takes ${tokens} tokens and was answered: it is shortened, so that a summary has room beside it`
  return { orders, overrides: [{ law: 'L15', detail }] }
}

/** Where a quarter holds the words, what else is in the message goes to make room for them: a document is shown by its name. */
function filesFirst(scene: Scene, seqs: readonly Seq[], target: number): readonly ShortenOrder[] | undefined {
  const words = seqs.filter((seq) => scene.log.entries[seq]?.kind === 'text')
  const tokens = words.reduce((sum, seq) => sum + (scene.sizes[seq] ?? 0), 0)
  if (words.length === seqs.length || tokens > quarterOf(scene)) return undefined
  return shortenTo(
    scene,
    seqs.filter((seq) => !words.includes(seq)),
    target - tokens,
  )
}

/** Of the quarter, so much may be added for what a program put around the words that a request must say. */
const MOST_AROUND = 1 / 4
/** What a line on a page costs besides its words, label and fence; and what the note costs that something is left out. */
const LABEL = 16

/**
 * If a quarter holds the task or the rules in a message, what it may take beside them: the little that a program put around them; of more than a
 * little, the note that it is left out. Otherwise 0.
 */
function besideHeard(
  scene: Scene,
  seqs: readonly Seq[],
  { tokens, frames }: { readonly tokens: number; readonly frames: number },
): number {
  const quarter = quarterOf(scene)
  const here = (scene.heard ?? []).filter(({ seq }) => seqs.includes(seq))
  const tasks = here.filter(({ what }) => what === 'task')
  const said = tasks.length > 0 ? tasks : here
  const words = said.reduce((sum, line) => sum + line.tokens - LABEL, 0)
  if (said.length === 0 || words > quarter) return 0
  const around = tokens - words
  return around <= quarter * MOST_AROUND ? around : frames + LABEL
}

function answeredWords({ frontier, pins, log }: Scene): readonly Seq[] {
  const spoken = log.entries.findLastIndex(({ role }) => role === 'assistant')
  return frontier.people.filter((seq) => seq < spoken && !pins.has(seq) && canShorten(log.entries[seq] as Entry))
}
