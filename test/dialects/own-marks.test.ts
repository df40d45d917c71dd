import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitCacheMarks, marksIn } from '../../src/dialects/anthropic/cache-marks.ts'
import { setMarks } from '../../src/dialects/anthropic/set-marks.ts'
import { marksInOrder } from '../../src/dialects/anthropic/validate-extras.ts'
import { withMarks } from '../../src/integrations/fetch/anthropic-marks.ts'
import type { CacheMark } from '../../src/schema/cache-mark.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'

/** Where a client may set a mark, as numbers in the order in which a request is read; those for an hour come first. */
interface Wish {
  readonly tools: number
  readonly system: number
  readonly turns: readonly number[]
  readonly marks: readonly number[]
  readonly hours: number
}

const wishes: fc.Arbitrary<Wish> = fc.record({
  tools: fc.nat(2),
  system: fc.nat(2),
  turns: fc.array(fc.constantFrom(1, 2, 25), { minLength: 2, maxLength: 6 }),
  marks: fc.uniqueArray(fc.nat(40), { maxLength: 4 }),
  hours: fc.nat(4),
})

/** A request as a client sends it, with marks of its own that the provider takes. */
function requestOf({ tools, system, turns, marks, hours }: Wish): JsonObject {
  const places = [...marks].sort((a, b) => a - b)
  let place = -1
  const marked = (block: JsonObject): JsonObject => {
    place += 1
    const rank = places.indexOf(place)
    if (rank < 0) return block
    return { ...block, cache_control: { type: 'ephemeral', ...(rank < hours ? { ttl: '1h' } : {}) } }
  }
  const texts = (count: number): Json[] => Array.from({ length: count }, (_, at) => marked({ type: 'text', text: `text ${at}` }))
  return {
    tools: Array.from({ length: tools }, (_, at) => marked({ name: `tool${at}`, input_schema: { ttl: '1h' } })),
    ...(system === 0 ? {} : { system: texts(system) }),
    messages: turns.map((blocks, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: [...texts(blocks), look(at)] })),
  }
}

/** Arguments may look like a mark. */
function look(at: number): Json {
  return { type: 'tool_use', id: `c${at}`, name: 'set', input: { cache_control: { ttl: '1h' }, ttl: '1h' } }
}

/** A request without the marks that another one does not have, and what else there is is the same. */
function ownMarks(request: Json, like: Json): Json {
  if (Array.isArray(request) && Array.isArray(like)) return request.map((item, at) => ownMarks(item, like[at] ?? null))
  if (!isJsonObject(request) || !isJsonObject(like)) return request
  const entries = Object.entries(request).filter(([key]) => key !== 'cache_control' || key in like)
  return Object.fromEntries(entries.map(([key, value]) => [key, ownMarks(value, like[key] ?? null)]))
}

const all = ({ tools, system, messages }: JsonObject): number => marksIn([tools ?? null, system ?? null, messages ?? null])

const ours = (count: number): fc.Arbitrary<readonly CacheMark[]> =>
  fc.array(
    fc.oneof(
      fc.record({ kind: fc.constantFrom('tail', 'cut', 'round'), at: fc.nat(count - 1), hour: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('tools', 'system'), hour: fc.boolean() }),
    ) as fc.Arbitrary<CacheMark>,
    { maxLength: 5 },
  )

describe('E11 · marks that a client sets itself', () => {
  it('stay where they are and as long as they are, whatever a plan marks besides', () => {
    const given = wishes.chain((wish) => fc.tuple(fc.constant(requestOf(wish)), ours(wish.turns.length)))
    fc.assert(
      fc.property(given, ([request, marks]) => {
        const sent = limitCacheMarks(setMarks(request, marks)) as JsonObject
        if (all(request) > 0) expect(ownMarks(sent, request)).toEqual(request)
        expect(all(sent)).toBeLessThanOrEqual(4)
        expect(marksInOrder(sent)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('stay in a request of Anthropic’s client, too, and the provider takes what is sent', () => {
    fc.assert(
      fc.property(wishes.map(requestOf), (request) => {
        const sent = withMarks(request)
        expect(ownMarks(sent, request)).toEqual(request)
        expect(all(sent)).toBeLessThanOrEqual(4)
        expect(marksInOrder(sent)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })
})
