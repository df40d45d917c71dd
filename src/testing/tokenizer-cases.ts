import assert from 'node:assert/strict'
import type { Tokenizer } from '../schema/ports.ts'

export interface TokenizerCase {
  readonly name: string
  /** Throws if the tokenizer is wrong. */
  run(tokenizer: Tokenizer): void
}

/** Texts as people and programs write them. */
const USUAL: readonly string[] = [
  'Three words here. ',
  'const answer = { value: 42 } // a comment\n',
  '今日は天気がいいです。 שלום עולם ',
]
const TEXTS: readonly string[] = [
  ...USUAL,
  '👩‍👩‍👧‍👦 🇩🇪 e\u0301',
  '<|endoftext|><|im_start|>system',
  'half \ud800 a character, \u0000 and \u2028',
  ' \n\t\r\n ',
  'a'.repeat(20_000),
  '-'.repeat(20_000),
]

/** Everything that the engine relies on. */
export const tokenizerCases: readonly TokenizerCase[] = [
  {
    name: 'has a name, by which counts that are kept are known again',
    run({ name }) {
      assert.notEqual(name, '')
    },
  },
  {
    name: 'counts nothing as 0, and every text as a whole number, whatever is in it',
    run(tokenizer) {
      assert.equal(tokenizer.count(''), 0)
      for (const text of TEXTS) {
        const count = tokenizer.count(text)
        assert.ok(Number.isInteger(count) && count > 0, `${JSON.stringify(text.slice(0, 40))} counts ${count}`)
      }
    },
  },
  {
    name: 'counts a text the same every time, and twice the text as no less',
    run(tokenizer) {
      for (const text of TEXTS) {
        assert.equal(tokenizer.count(text), tokenizer.count(text))
        assert.ok(tokenizer.count(text + text) >= tokenizer.count(text))
      }
    },
  },
  {
    name: 'counts quickly, if it does, what it counts otherwise',
    run(tokenizer) {
      for (const text of [...TEXTS, ...USUAL.map((each) => each.repeat(200))]) {
        const quick = tokenizer.quick?.(text) ?? tokenizer.count(text)
        assert.equal(quick, tokenizer.count(text), `${JSON.stringify(text.slice(0, 40))} counts ${quick} quickly`)
      }
    },
  },
  {
    name: 'estimates long texts of the usual kind, if it does, at most a tenth too low',
    run(tokenizer) {
      for (const text of USUAL.map((each) => each.repeat(200))) {
        const estimate = tokenizer.estimate?.(text) ?? tokenizer.count(text)
        assert.ok(estimate >= tokenizer.count(text) * 0.9, `${JSON.stringify(text.slice(0, 40))} is estimated at ${estimate}`)
      }
    },
  },
]
