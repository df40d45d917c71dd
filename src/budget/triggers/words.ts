/** A number as people write it: `81,200`. Not by locale, which differs between machines. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  const separated = whole.replace(/\B(?=(?:\d{3}){1,7}$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}

/** A share as people write it: `90 %`. Binary fractions leave dust behind: 0.07 × 100 is 7.000000000000001, and is written as 7. */
export function percent(share: number): string {
  return `${grouped(Number((share * 100).toPrecision(12)))} %`
}

/** What is this near to a whole number, in parts of itself, was meant to be one. */
const DUST = 1e-12

/** A part of a whole, without the dust: 0.07 of 100 is 7. Every step asks for it, so it writes no digits. */
export function shareOf(whole: number, share: number): number {
  const value = whole * share
  const nearest = Math.round(value)
  return Math.abs(value - nearest) <= Math.abs(value) * DUST ? nearest : value
}
