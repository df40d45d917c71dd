import type { Sign } from './languages/signs.ts'

/** What a word shows. Of most nouns nothing is known; a name is a path, code or an identifier. */
export type Shown = Sign | 'other' | 'name' | 'number' | 'quote' | 'pause'

const SIGNS: Readonly<Record<Shown, true>> = {
  ...{ opener: true, standing: true, always: true, all: true, only: true, limit: true, barred: true, must: true, should: true },
  ...{ may: true, need: true, dont: true, forbid: true, hold: true, talk: true, ask: true, condition: true, wish: true },
  ...{ we: true, you: true, i: true, it: true, the: true, ones: true, a: true, be: true, past: true, cited: true },
  ...{ shows: true, trouble: true, guess: true, react: true, now: true, once: true, query: true, deed: true, matter: true },
  ...{ manner: true, small: true, other: true, name: true, number: true, quote: true, pause: true },
}

/** Every sign, in the order of their numbers: tables of numbers are several times as fast as sets of words. */
export const SHOWN = Object.keys(SIGNS) as readonly Shown[]
const codes = new Map(SHOWN.map((sign, code) => [sign, code]))

export function codeOf(sign: Shown): number {
  return codes.get(sign) ?? 0
}

/** One flag a sign. */
export function flagsOf(signs: readonly Shown[]): Uint8Array {
  return Uint8Array.from(SHOWN, (sign) => (signs.includes(sign) ? 1 : 0))
}
