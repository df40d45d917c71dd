/* How the scorer sees text. It shares nothing with the extractor of src/ledger: fitting the one does not fit the other. */

const STOP_WORDS = new Set(
  (
    'about above after again also been before being below both could does doing done down each even every file files from further ' +
    'have having here himself into itself just like line lines make more most much must need only other over same should some such ' +
    'than that their them then there these they this those through under until using very want were what when where which while ' +
    'will with would your true false null none return const function string type import export self else case'
  ).split(' '),
)

/** Words of prose in a text: small letters only, at least four, none of the words that stand everywhere. */
export function proseWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [, word = ''] of text.matchAll(/(?<![\w./\\-])([A-Za-z]?[a-z]{3,})(?![\w/\\-]|\.\w)/g)) {
    const small = word.toLowerCase()
    if (!STOP_WORDS.has(small)) words.add(small)
  }
  return words
}

/** How many plain words a line has, short and frequent ones included. */
export function plainWordCount(line: string): number {
  return line.match(/(?<![\w./\\-])[A-Za-z]?[a-z]+(?![\w/\\-]|\.\w)/g)?.length ?? 0
}

const TOKEN = /[\p{L}\p{N}_$@#~][\p{L}\p{N}_$@#~./:+-]*[\p{L}\p{N}_]|[\p{L}\p{N}_]/gu

/** Identifiers in a text, with where they stand: paths, symbols, URLs, hashes, ids, versions, numbers that say something. */
export function identifiersIn(text: string): readonly { readonly name: string; readonly at: number }[] {
  const found: { name: string; at: number }[] = []
  for (const match of text.matchAll(TOKEN)) {
    const name = match[0].replace(/^[@#~]+(?=\p{L})/u, '')
    if (isIdentifier(name)) found.push({ name, at: match.index + match[0].length - name.length })
  }
  return found
}

function isIdentifier(name: string): boolean {
  if (name.length < 4 || name.length > 160) return false
  if (/^[\d.:+-]+$/.test(name)) return /^\d{3,}$|^\d+(\.\d+){2,}$/.test(name)
  return (
    /[\p{L}\d]\/[\p{L}\d]/u.test(name) || // a path or an address
    /^\w[\w-]*\.[a-z]{1,5}\d?$/i.test(name) || // a file
    /\p{L}\d?_\p{L}/u.test(name) || // snake_case
    /\p{Ll}\d*\p{Lu}/u.test(name) || // camelCase
    /^\p{Lu}{2,}\p{Ll}{2,}/u.test(name) ||
    /\p{L}\w*\.\p{L}\w+/u.test(name) || // a member
    /^(?=.*\d)(?=.*[a-f])[\da-f]{7,}$/.test(name) || // a hash
    /^v?\d+\.\d+\.\d+/.test(name) ||
    /^(?=.*\d)[\p{L}\d]+(-[\p{L}\d]+)+$/u.test(name) || // an id: PR-123
    /^\p{Lu}{1,4}\d{3,}$/u.test(name)
  )
}

/** Where `name` stands in `text` as a whole token, not as part of a longer word. */
export function* occurrences(text: string, name: string): Generator<number> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (!isInner(text, at - 1) && !isInner(text, at + name.length)) yield at
  }
}

function isInner(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at))
}

/** What stands around a place, `reach` characters on either side. */
export function around(text: string, at: number, length: number, reach: number): string {
  return `${text.slice(Math.max(0, at - reach), at)} ${text.slice(at + length, at + length + reach)}`
}

/** The line that a place stands in. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end)
}

/** How many of the words are among the others. */
export function sharedWords(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (others.has(word)) count += 1
  return count
}
