import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortenTo } from '../../src/plan/shorten-entries.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Prices } from '../../src/schema/strategy.ts'
import { sceneOf } from '../../src/testing/scene.ts'

/** What a handle costs in place of a text. */
const HANDLE = 10
/** Below this a piece of a text is not worth showing. */
const LEAST = 24

interface Piece {
  readonly text: number
  /** Names and ids, which stay. */
  readonly names: number
}

/** Texts of one token a word, with what stays of each whatever is cut. */
function sceneWith(pieces: readonly Piece[]) {
  const shortened: Prices['shortened'] = ({ seq }, tokens) => {
    const { names = 0 } = pieces[seq] ?? {}
    const shown = Math.max(0, Math.floor(tokens) - names - HANDLE)
    return { excerpt: { head: shown, tail: 0 }, tokens: names + HANDLE + shown }
  }
  const lines = pieces.map(({ text, names }, at) => `a${at} assistant ${text + names}`)
  return sceneOf(lines.join('\n'), { prices: { shortened } })
}

function shown(pieces: readonly Piece[], target: number): readonly number[] | undefined {
  const scene = sceneWith(pieces)
  const all = pieces.map((_, at) => seqOf(at))
  const orders = shortenTo(scene, all, target)
  return orders && all.map((seq) => orders.find((order) => order.seq === seq)?.tokens ?? scene.sizes[seq] ?? 0)
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

describe('entries that share a room', () => {
  it('come down to one size; the small stay whole', () => {
    expect(
      shown(
        [
          { text: 10, names: 0 },
          { text: 500, names: 0 },
          { text: 900, names: 0 },
        ],
        410,
      ),
    ).toEqual([10, 200, 200])
  })

  it('L14 · where one cannot come down any further, a smaller one does: it was cut to nothing', () => {
    const call = { text: 20, names: 129 }
    const text = { text: 80, names: 0 }
    expect(shown([text, call], 218)).toEqual([79, 139])
  })

  it('L5 · a cut that saves next to nothing and shows nothing is not made, unless there is no room without it', () => {
    const call = { text: 12, names: 137 }
    const text = { text: 80, names: 0 }
    expect(shown([text, call], 218)).toEqual([69, 149])
    expect(shown([text, call], 172)).toEqual([25, 147])
  })

  it('L14 · are shortened as long as there is room for a piece of each, and use it', () => {
    const piece = fc.record({ text: fc.nat(400), names: fc.oneof(fc.constant(0), fc.nat(200)) })
    const given = fc.array(piece, { minLength: 1, maxLength: 8 }).chain((pieces) => {
      const least = sum(pieces.map(({ text, names }) => Math.min(text + names, Math.max(names + HANDLE, LEAST))))
      return fc.tuple(fc.constant(pieces), fc.constant(least), fc.nat(sum(pieces.map(({ text, names }) => text + names)) - least))
    })
    fc.assert(
      fc.property(given, ([pieces, least, more]) => {
        const sizes = shown(pieces, least + more) ?? []
        expect(sizes).toHaveLength(pieces.length)
        expect(sum(sizes)).toBeLessThanOrEqual(least + more)
      }),
      { numRuns: 2_000 },
    )
  })
})
