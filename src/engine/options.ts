import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'

/** Options of which every one may be left out, or be `undefined`, which is the same. */
export type Optional<Options> = { readonly [Key in keyof Options]?: Options[Key] | undefined }

/** What an option may be. */
export type Kind = 'text' | 'number' | 'flag' | 'object' | 'function' | 'signal' | 'name or object' | 'text or list' | 'anything'

const KINDS: Readonly<Record<Kind, { readonly expected: string; readonly types: readonly string[] }>> = {
  text: { expected: 'a text', types: ['string'] },
  number: { expected: 'a number', types: ['number'] },
  flag: { expected: 'true or false', types: ['boolean'] },
  object: { expected: 'an object', types: ['object'] },
  function: { expected: 'a function', types: ['function'] },
  signal: { expected: 'an AbortSignal', types: ['object'] },
  'name or object': { expected: 'a name or an object', types: ['string', 'object'] },
  'text or list': { expected: 'a text, or a list of text blocks', types: ['string', 'object'] },
  anything: { expected: 'anything', types: [] },
}

/** What people write who meet an option for the first time is rarely far from one of these. */
const SUCH_AS: Readonly<Record<string, string>> = {
  policy: 'presets.balanced()',
  store: "await openSqliteStore('agent.db')",
  summarizer: "openaiSummarizer({ client, model: 'gpt-5-mini' })",
}

/** Options over their defaults. An option that does not exist is refused, and so is one of another kind than its default. */
export function withDefaults<Options extends object>(of: string, defaults: Options, given: Optional<Options>): Options {
  checkOptions(of, given, Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, kindOf(name, value)])))
  return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}

/** Options of a call that are said: one that is `undefined` is not. */
export function definedIn<Given extends object>(given: Given): Given {
  expectOptions('a call', given)
  return Object.values(given).includes(undefined)
    ? (Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given)
    : given
}

/** Options for which `null` means that there is to be none. */
const MAY_BE_NULL: ReadonlySet<string> = new Set(['artifacts'])

function kindOf(name: string, value: unknown): Kind {
  if (value === undefined || MAY_BE_NULL.has(name)) return 'anything'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'function' ? 'function' : 'object'
}

/**
 * Refuses an option that does not exist, and names the one that was probably meant: passed over in silence, it would be missed late. Refuses
 * one of the wrong kind as well: a number as text would be compared as text, and `null` is no default.
 */
export function checkOptions(of: string, given: object, kinds: Readonly<Record<string, Kind>>): void {
  expectOptions(of, given)
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined) refuseUnknown(of, name, Object.keys(kinds))
    const { expected, types } = KINDS[kind]
    if (value === undefined || types.length === 0) continue
    if (value !== null && types.includes(typeof value) && !(value instanceof Promise) && (kind !== 'signal' || isSignal(value)))
      continue
    const example = Object.hasOwn(SUCH_AS, name) ? `, such as ${SUCH_AS[name]}` : ''
    throw new CompactionError<'input-invalid'>({
      code: 'input-invalid',
      at: name,
      expected: `${expected}${example}`,
      found: foundIn(value),
    })
  }
}

/** The controller is handed in for its signal now and then, and could stop nothing. Signals of other realms are signals. */
function isSignal(value: object): boolean {
  return 'aborted' in value && 'addEventListener' in value && typeof value.addEventListener === 'function'
}

/** Refuses what holds no options at all: a name that was handed in alone, say. */
export function expectOptions(of: string, given: unknown): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return
  const [at, expected] = [`what ${of} is given`, 'an object with options']
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: foundIn(given) })
}

/** A number of which none at all is one, too. */
export function expectCount(at: string, count: number): number {
  if (count >= 0) return count
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected: 'a number, 0 or more', found: String(count) })
}

function refuseUnknown(of: string, name: string, known: readonly string[]): never {
  const [best = ''] = known.toSorted((a, b) => distance(name, a) - distance(name, b))
  // A word that has hardly a letter in common with the one that was written is no suggestion.
  const nearest = distance(name, best) <= Math.max(2, name.length / 3) ? best : ''
  throw new CompactionError<'option-unknown'>({ code: 'option-unknown', of, name, nearest, known: [...known] })
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
