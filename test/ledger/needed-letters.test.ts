import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, cueOf, says } from '../../src/ledger/languages/cue.ts'
import { english } from '../../src/ledger/languages/english.ts'
import { isForeign } from '../../src/ledger/languages/foreign.ts'
import type { Cues } from '../../src/ledger/languages/language.ts'
import { neededBy, symbolOf, tripleAfter } from '../../src/ledger/languages/needed-letters.ts'
import { OTHER_LANGUAGES } from '../../src/ledger/languages/other-languages.ts'

const LANGUAGES = [english, ...OTHER_LANGUAGES.latin, ...OTHER_LANGUAGES.byLetters]
const NAMES = [...new Set(LANGUAGES.flatMap(({ cues }) => Object.keys(cues)))] as readonly (keyof Cues)[]
const SENTENCES = readFileSync(new URL('rule-sentences.txt', import.meta.url), 'utf8').split('\n')
const ODD = ['K', 'ſ', 'İ', 'É', '’', "'", ' ', '\n', 'не ', '不', '', 'Now', '.']

function tried({ english, latin, other }: Cue, sentence: string): boolean {
  return (isForeign(sentence) ? latin() : english).test(sentence) || other().test(sentence)
}

/** A pattern without what cannot be generated: what comes of it may match or not. */
function loosely({ source }: RegExp): RegExp {
  let plain = source
    .replaceAll('\\b', '')
    .replaceAll('(?=', '(?:')
    .replaceAll(/\\p\{\w+\}/g, 'x')
  for (let at = plain.search(LOOK); at !== -1; at = plain.search(LOOK)) {
    let [end, depth] = [at + 1, 1]
    for (; depth > 0; end += 1) depth += plain[end - 1] === '\\' ? 0 : plain[end] === '(' ? 1 : plain[end] === ')' ? -1 : 0
    plain = plain.slice(0, at) + plain.slice(end)
  }
  return new RegExp(plain)
}

const LOOK = /\(\?(?:<?!|<=)/

/** Three symbols after another of a text, as they are compared. */
function triplesOf(text: string): ReadonlySet<number> {
  const triples = new Set<number>()
  let triple = 0
  for (const code of [...Array.from(text, (sign) => symbolOf(sign.charCodeAt(0))), 0]) {
    triple = tripleAfter(triple, code)
    triples.add(triple)
  }
  return triples
}

describe('letters that a pattern needs', () => {
  it.each([
    ['\\b(?:never|not)\\b', ['never', 'do not!', 'NOT'], ['none', 'apples']],
    ['refuse[sd]?|forbid\\w*', ['refused', 'forbidden'], ['refugee', 'for']],
    ['^no[,.!]|\\bstill (?:red|wrong)', ['No, x', 'it is still red'], ['apples']],
    ['a\\s+few (?:\\w+ )?lines', ['a  few long lines'], ['a line']],
    ["n['’]t\\b", ["don't", 'don’t'], ['dont']],
    ['(?:xxy|abc)+cd', ['xxycd', 'abcabccd'], ['ab']],
  ])('%s', (source, matching, others) => {
    const pattern = new RegExp(source, 'i')
    const needed = neededBy(pattern) ?? new Set<number>()
    const hasNeeded = (text: string): boolean => !needed.isDisjointFrom(triplesOf(text))
    expect(needed.size).toBeGreaterThan(0)
    expect(matching.filter((text) => !pattern.test(text) || !hasNeeded(text))).toEqual([])
    expect(others.some((text) => !hasNeeded(text))).toBe(true)
  })

  it.each(['', '\\w+', '.*', 'ab', 'a|never', '(?:x{2}y|ab)+cd', '(?:never)?', '[^a]nd', '\\p{L}{3}', '(?=never)', '😀?x'])(
    'are not known of %s',
    (source) => {
      expect(neededBy(new RegExp(source, 'u'))).toBeUndefined()
    },
  )
})

describe('what a sentence says', () => {
  it('is found in every sentence in which the pattern of a cue finds it', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...SENTENCES), fc.constantFrom(...ODD)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), pieces, (name, sentences) => {
        const [cue, sentence] = [cueOf(name), sentences.join('')]
        expect(says(cue, sentence)).toBe(tried(cue, sentence))
      }),
      { numRuns: 4_000 },
    )
  })

  it.each(NAMES)('is found in what was made to say it: %s', (name) => {
    const cue = cueOf(name)
    if (cue.latin().source === '(?!)') return
    const made = fc.stringMatching(loosely(cue.latin()), { size: 'xsmall' })
    let found = 0
    fc.assert(
      fc.property(made, fc.constantFrom(...ODD), fc.boolean(), (text, odd, isLarge) => {
        const sentence = `${odd}${isLarge ? text.toUpperCase() : text}`
        if (tried(cue, sentence)) found += 1
        expect(says(cue, sentence)).toBe(tried(cue, sentence))
      }),
      { numRuns: 150 },
    )
    expect(found).toBeGreaterThan(0)
  })
})
