import { type Seq, seqOf } from '../schema/ids.ts'
import { addWhole, firstAtLeast, newColumn } from './column.ts'

/** What is known of calls, by their numbers, which come in order: a map of all calls of a long log leaves its former selves behind as it grows. */
export interface ByCall<Fact> {
  get(call: Seq): Fact | undefined
  /** Of a call that comes after all others, or is known. */
  set(call: Seq, fact: Fact): void
  delete(call: Seq): void
  /** The last so many of them, in order. */
  latest(most: number): readonly (readonly [Seq, Fact])[]
  facts(): readonly Fact[]
}

export function byCall<Fact extends object>(): ByCall<Fact> {
  const calls = newColumn()
  const facts: (Fact | undefined)[] = []
  const placeOf = (call: Seq): number | undefined => {
    const place = firstAtLeast(calls, call)
    return place < calls.length && calls.values[place] === call ? place : undefined
  }
  const put = (call: Seq, fact: Fact | undefined): void => {
    const place = placeOf(call)
    if (place !== undefined) facts[place] = fact
  }
  return {
    get: (call) => facts[placeOf(call) ?? -1],
    set(call, fact) {
      if (placeOf(call) !== undefined) return put(call, fact)
      addWhole(calls, call)
      facts.push(fact)
    },
    delete: (call) => put(call, undefined),
    latest(most) {
      const found: (readonly [Seq, Fact])[] = []
      for (let place = facts.length - 1; place >= 0 && found.length < most; place -= 1) {
        const fact = facts[place]
        if (fact !== undefined) found.push([seqOf(calls.values[place] ?? 0), fact])
      }
      return found.reverse()
    },
    facts: () => facts.filter((fact) => fact !== undefined),
  }
}
