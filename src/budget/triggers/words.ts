/** A number as people write it: `81,200`. Not by locale, which differs between machines. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}

/** A share as people write it: `90 %`. */
export function percent(share: number): string {
  return `${grouped(withoutDust(share * 100))} %`
}

/** A part of a whole, without what binary fractions leave behind: 0.07 × 100 is 7, not 7.000000000000001. */
export function shareOf(whole: number, share: number): number {
  return withoutDust(whole * share)
}

function withoutDust(value: number): number {
  return Number(value.toPrecision(12))
}
