import { CompactionError } from '../schema/failures.ts'

/** Options of which every one may be left out, or be `undefined`, which is the same. */
export type Optional<Options> = { readonly [Key in keyof Options]?: Options[Key] | undefined }

/** Options over their defaults. An option that does not exist is refused. */
export function withDefaults<Options extends object>(of: string, defaults: Options, given: Optional<Options>): Options {
  checkOptions(of, given, new Set(Object.keys(defaults)))
  return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}

/** Refuses an option that does not exist, and names the one that was probably meant: passed over in silence, it would be missed late. */
export function checkOptions(of: string, given: object, known: ReadonlySet<string>): void {
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue
    const [nearest = ''] = [...known].sort((a, b) => distance(name, a) - distance(name, b))
    throw new CompactionError<'option-unknown'>({ code: 'option-unknown', of, name, nearest, known: [...known] })
  }
}

/** How many letters must be put in, taken out or replaced to make one word of the other, whatever their case. */
function distance(a: string, b: string): number {
  const to = b.toLowerCase()
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a.toLowerCase()].entries()) {
    let left = index + 1
    const next = [left]
    for (const [at, other] of [...to].entries()) {
      const [aboveLeft = 0, above = 0] = row.slice(at, at + 2)
      left = Math.min(left + 1, above + 1, aboveLeft + (letter === other ? 0 : 1))
      next.push(left)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
