import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restoreMessages } from '../../src/dialects/restore-messages.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { canonicalArguments, canonicalJson } from '../../src/reconcile/canonical-json.ts'
import { howChanged, isSimilar } from '../../src/reconcile/how-changed.ts'
import { longestRising } from '../../src/reconcile/longest-rising.ts'
import { partOfDraft } from '../../src/reconcile/part-of-draft.ts'
import { plainResult, plainText } from '../../src/reconcile/plain-text.ts'
import type { BlockDraft, MessageDraft } from '../../src/schema/draft.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { dirtyTranscripts } from '../../src/testing/transcripts/transcripts.ts'
import { DIALECT } from '../laws/judge/subject.ts'

describe('plainText', () => {
  it.each([
    ['Run it.\n\n<system-reminder>no</system-reminder>', 'Run it.'],
    ['Run it.\n<system-reminder>no</system-reminder>\nNow.', 'Run it.\nNow.'],
    ['<system-reminder>a</system-reminder>Run it.<system-reminder>b</system-reminder>', 'Run it.'],
    ['<system-reminder>only this</system-reminder>', '<system-reminder>only this</system-reminder>'],
    ['Run it. <system-reminder>never closed', 'Run it. <system-reminder>never closed'],
    ['  Run it. \n', '  Run it.'],
    ['half \ud83d', 'half \ufffd'],
  ])('of %j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('of a result has no blank lines', () => {
    expect(plainResult('\n a \n \n\tb\n')).toBe(' a \n\tb')
    expect(plainResult('a\nb')).toBe('a\nb')
  })
})

describe('canonicalJson', () => {
  it('does not depend on the order of keys, nor on cache marks; on everything else it does', () => {
    const value = { b: [1, { d: null, c: '"' }], a: true }
    expect(canonicalJson(value)).toBe(
      canonicalJson({ a: true, b: [1, { c: '"', d: null, cache_control: { type: 'ephemeral' } }] }),
    )
    expect(canonicalJson(value)).not.toBe(canonicalJson({ ...value, b: [1, { d: null, c: '"' }, 2] }))
    expect(canonicalJson(['1'])).not.toBe(canonicalJson([1]))
    expect(canonicalJson([['a'], 'b'])).not.toBe(canonicalJson([['a', 'b']]))
  })

  it('takes keys like __proto__ for keys', () => {
    expect(canonicalArguments('{"__proto__":{"x":1}}')).not.toBe(canonicalArguments('{}'))
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

describe('longestRising', () => {
  it('keeps what kept its order', () => {
    expect(longestRising([3, 4, 9, 5, 6])).toEqual([0, 1, 3, 4])
    expect(longestRising([])).toEqual([])
    expect(longestRising([5, 4, 3])).toHaveLength(1)
  })

  it('is as long as can be', () => {
    const longest = (numbers: readonly number[]): number => {
      const lengths: number[] = []
      for (const [at, number] of numbers.entries()) {
        lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (numbers[before] as number) < number && before < at)))
      }
      return Math.max(0, ...lengths)
    }
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 30 }), (numbers) => {
        const run = longestRising(numbers).map((at) => numbers[at] as number)
        expect(run).toHaveLength(longest(numbers))
        expect(run.every((number, index) => index === 0 || number > (run[index - 1] as number))).toBe(true)
      }),
    )
  })
})

describe('howChanged', () => {
  const text = (words: string): BlockDraft => ({ kind: 'text', raw: words, text: words })
  const result = (words: string): BlockDraft => ({ kind: 'tool-result', raw: words, callId: 'a', text: words })
  const long = 'one line of output\n'.repeat(100)

  it.each([
    ['a result that gave way to a placeholder', result(long), result('[cleared]'), 'reduced'],
    ['a result cut to head and tail', result(long), result(`${long.slice(0, 600)}…${long.slice(-300)}`), 'reduced'],
    ['a result that says something else', result('12 tests fail'), result('2 tests fail'), 'edited'],
    ['a result that came to its end', result('running…'), result(long), 'edited'],
    ['a long text cut to its head', text(long), text(long.slice(0, 900)), 'reduced'],
    ['a short text with a word less', text('Do not delete it.'), text('Do delete it.'), 'edited'],
  ] as const)('tells %s', (_, before, after, how) => {
    expect(howChanged(before, after)).toBe(how)
  })

  it('knows another wording of the same', () => {
    expect(isSimilar(text('Add it to the dev dependencies.'), text('Add it to the dependencies.'))).toBe(true)
    expect(isSimilar(text('How long is it?'), text('Where does it rise?'))).toBe(false)
    expect(isSimilar(text(''), text(''))).toBe(false)
  })
})

describe('partOfDraft', () => {
  it('is a message that has only these blocks, in every dialect', () => {
    fc.assert(
      fc.property(dirtyTranscripts, fc.nat(), ({ dialect, messages }, seed) => {
        for (const draft of DIALECT[dialect].readMessages(messages.filter(isForModels))) {
          const kept = draft.blocks
            .map((block, place) => ({ place, block }))
            .filter(({ place }) => ((seed >> (place % 20)) & 1) === 1)
          if (kept.length === 0) continue
          const part = partOfDraft(draft, kept)
          const [written = null] = restored(part)
          expect(DIALECT[dialect].readMessages([written])[0]?.blocks.map(alone)).toEqual(part.blocks.map(alone))
        }
      }),
      { numRuns: 150 },
    )
  })
})

/** A message for people is several for a model, and only all of them together are written again. */
function isForModels(message: Json): boolean {
  return !isJsonObject(message) || message['role'] !== 'assistant' || !('parts' in message || 'toolInvocations' in message)
}

/** A block without what another block of its message says of it. */
function alone(block: BlockDraft): BlockDraft {
  if (block.kind !== 'tool-call') return block
  const { approval: _, ...call } = block
  return call
}

function restored(draft: MessageDraft): readonly Json[] {
  return restoreMessages(ingest(EMPTY_STATE, [draft]).entries)
}
