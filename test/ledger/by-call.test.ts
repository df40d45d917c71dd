import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byCall } from '../../src/ledger/by-call.ts'
import { seqOf } from '../../src/schema/ids.ts'

/** Of a call that is known: its fact is another one, or it is taken out. Otherwise the next call comes. */
const change = fc.record({ kind: fc.constantFrom('next', 'set', 'delete'), which: fc.nat(20) })

describe('facts by call', () => {
  it('L7 · are those of a map', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.nat(10), (changes, most) => {
        const [facts, map, calls] = [byCall<{ at: number }>(), new Map<number, { at: number }>(), [] as number[]]
        for (const [at, { kind, which }] of changes.entries()) {
          const call = kind === 'next' ? 3 * at : calls[which % Math.max(1, calls.length)]
          if (call === undefined) continue
          if (kind === 'next') calls.push(call)
          if (kind === 'delete') {
            facts.delete(seqOf(call))
            map.delete(call)
          } else if (kind === 'next' || map.has(call)) {
            facts.set(seqOf(call), { at })
            map.set(call, { at })
          }
        }
        expect(facts.facts()).toEqual([...map.values()])
        expect(facts.latest(most)).toEqual(most === 0 ? [] : [...map].slice(-most))
        for (let call = 0; call < 200; call += 1) expect(facts.get(seqOf(call))).toEqual(map.get(call))
      }),
    )
  })
})
