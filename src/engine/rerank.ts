import type { Embedder } from '../schema/recall.ts'
import type { SearchHit } from '../schema/search.ts'

/** Most milliseconds that a search waits for an embedder. */
const PATIENCE_MS = 2_000
/** Hits that are ranked again. */
const MOST = 50
/** How much the first places count more than the next: the usual constant of fusing two rankings by rank. */
const RANK_OFFSET = 60
/** What meaning counts beside words: a host that hands in an embedder trusts it. */
const MEANING = 1.5

/** Hits ranked again by how near they are in meaning. The order that words give, if there is no embedder. */
export async function rerank(
  embedder: Embedder | undefined,
  text: string,
  hits: readonly SearchHit[],
): Promise<readonly SearchHit[]> {
  if (embedder === undefined || hits.length < 2) return hits
  const first = hits.slice(0, MOST)
  const nearness = await nearnessTo(embedder, text, first)
  if (nearness === undefined) return hits
  const byMeaning = first.map((_, index) => index).sort((a, b) => (nearness[b] ?? 0) - (nearness[a] ?? 0) || a - b)
  const places = new Map(byMeaning.map((index, place) => [index, place]))
  const worth = (place: number): number => 1 / (RANK_OFFSET + place)
  const ranked = first
    .map((hit, index) => ({ hit, score: worth(index) + MEANING * worth(places.get(index) ?? index) }))
    .sort((a, b) => b.score - a.score)
  return [...ranked.map(({ hit, score }) => ({ ...hit, score })), ...hits.slice(MOST).map((hit) => ({ ...hit, score: 0 }))]
}

/** How near each hit is to the query; `undefined` if the embedder fails, is late, or gives what it may not. */
async function nearnessTo(embedder: Embedder, text: string, hits: readonly SearchHit[]): Promise<readonly number[] | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
  const asked = Promise.resolve()
    .then(() => embedder.embed([text, ...hits.map(({ snippet }) => snippet)], { signal }))
    .catch(() => undefined)
  const vectors = await Promise.race([asked, late])
  const [query, ...others] = Array.isArray(vectors) ? vectors : []
  if (!isVector(query) || others.length !== hits.length) return undefined
  return others.every((other) => isVector(other) && other.length === query.length)
    ? others.map((other) => cosine(query, other))
    : undefined
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => Number.isFinite(each))
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [product, left, right] = [0, 0, 0]
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0
    product += value * other
    left += value * value
    right += other * other
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right)
}
