import type { Sign } from './languages/signs.ts'

/** What a word shows. Of most nouns nothing is known; a name is a path, code or an identifier. */
export type Shown = Sign | 'other' | 'name' | 'number' | 'quote' | 'pause'

const OF_RULES: readonly Shown[] = [
  'opener',
  'standing',
  'always',
  'all',
  'only',
  'limit',
  'barred',
  'must',
  'should',
  'may',
  'need',
  'dont',
  'forbid',
  'hold',
  'talk',
  'ask',
  'condition',
  'wish',
  'we',
  'you',
]
const OF_TELLING: readonly Shown[] = [
  'i',
  'it',
  'the',
  'ones',
  'a',
  'be',
  'past',
  'cited',
  'shows',
  'trouble',
  'guess',
  'react',
  'now',
  'once',
  'query',
  'deed',
  'matter',
  'manner',
  'small',
]
const OF_NOTHING: readonly Shown[] = ['other', 'name', 'number', 'quote', 'pause']
/** Every sign, in the order of their numbers: tables of numbers are several times as fast as sets of words. */
export const SHOWN: readonly Shown[] = [...OF_RULES, ...OF_TELLING, ...OF_NOTHING]
const codes = new Map(SHOWN.map((sign, code) => [sign, code]))

export function codeOf(sign: Shown): number {
  return codes.get(sign) ?? 0
}

/** One flag a sign. */
export function flagsOf(signs: readonly Shown[]): Uint8Array {
  return Uint8Array.from(SHOWN, (sign) => (signs.includes(sign) ? 1 : 0))
}
