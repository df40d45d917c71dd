import type { WeighedTerm } from './score-entry.ts'

/** A term of a query, and an entry that holds it. */
export interface TermMatch<Thread = string> {
  readonly term: string
  readonly thread: Thread
  readonly seq: number
}

/** An entry that is worth reading. */
export interface Place<Thread = string> {
  readonly thread: Thread
  readonly seq: number
  /** Terms of the query that its neighbours hold, as bits. */
  readonly near: number
}

/** What a term says of an entry beside which it stands. */
const BESIDE = 0.3
/** How far neighbours reach: a call and its result, a question and its answer. */
const REACH = 2

/** The most likely places, as far as an index tells: what they hold, and a little of what stands beside them. Of equals the latest. */
export function choosePlaces<Thread>(
  matches: readonly TermMatch<Thread>[],
  terms: readonly WeighedTerm[],
  most: number,
): readonly Place<Thread>[] {
  const numbers = new Map(terms.map(({ term }, index) => [term, index]))
  const threads = new Map<Thread, Map<number, number>>()
  for (const { term, thread, seq } of matches) {
    const held = threads.get(thread) ?? new Map<number, number>()
    threads.set(thread, held)
    held.set(seq, (held.get(seq) ?? 0) | (1 << (numbers.get(term) ?? 31)))
  }
  const weightOf = (bits: number): number =>
    terms.reduce((sum, { weight }, index) => sum + ((bits & (1 << index)) === 0 ? 0 : weight), 0)
  const places = [...threads].flatMap(([thread, held]) =>
    [...held].map(([seq, bits]) => {
      let near = 0
      for (let step = 1; step <= REACH; step += 1) near |= (held.get(seq - step) ?? 0) | (held.get(seq + step) ?? 0)
      return { thread, seq, near, score: weightOf(bits) + BESIDE * weightOf(near & ~bits) }
    }),
  )
  return places.sort((a, b) => b.score - a.score || b.seq - a.seq).slice(0, most)
}
