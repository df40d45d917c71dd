/** What an edit does to the functions, classes and other named things of a file. */
export interface Symbols {
  /** With what they are: `function`. */
  readonly added: ReadonlyMap<string, string>
  readonly changed: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

const BEFORE_NAME = String.raw`(?:(?:export|default|declare|public|private|protected|internal|static|async|abstract|final|pub(?:\([a-z]+\))?|unsafe|override|open|sealed|data|suspend|inline|extern|virtual|partial)[ \t]+){0,5}`
const NAME = String.raw`([A-Za-z_$][\w$]*)`

/** How a line of a program declares something, in the languages that are written most. Each is anchored at the start of a line. */
const DECLARATIONS: readonly RegExp[] = [
  new RegExp(
    String.raw`^[ \t]*${BEFORE_NAME}(function\*?|class|interface|enum|struct|trait|def|fn|func|fun|record|protocol|namespace|type)[ \t]+(?:\([^)\n]{0,80}\)[ \t]*)?${NAME}`,
    'gm',
  ),
  new RegExp(String.raw`^(?:export[ \t]+)?(const|let|var)[ \t]+${NAME}[ \t]*[:=]`, 'gm'),
  new RegExp(String.raw`^[ \t]*create[ \t]+(table|view|index)[ \t]+(?:if not exists[ \t]+)?${NAME}`, 'gim'),
]
const METHOD = new RegExp(
  String.raw`^[ \t]+${BEFORE_NAME}(?:(?:readonly|get|set)[ \t]+)?(?:(?!(?:if|for|while|switch|return|else|await|match|when|case|do|in|of|range)\b)[\w<>[\],.?]{1,60}[ \t]+)?${NAME}\([^()\n]{0,200}\)[^;={}()\n]{0,80}\{[ \t]*$`,
  'gm',
)
/** What looks like a method and is none. */
const KEYWORDS = new Set(
  'if for while switch catch function return new await else do try with using match when unless'.split(' '),
)

const KINDS: Readonly<Record<string, string>> = {
  def: 'function',
  fn: 'function',
  func: 'function',
  fun: 'function',
  let: 'variable',
  var: 'variable',
}
const SHORTEST = 3
const LONGEST = 80

/** The names that a piece of a program declares, in order, each with what it is. */
function declaredIn(text: string): ReadonlyMap<string, string> {
  // Most edits have nothing around them, and what is new nothing before.
  if (text === '') return new Map()
  const found: { readonly at: number; readonly name: string; readonly kind: string }[] = []
  for (const declaration of DECLARATIONS) {
    for (const { index, 1: word = '', 2: name = '' } of text.matchAll(declaration))
      found.push({ at: index, name, kind: kindOf(word.toLowerCase().replace('*', '')) })
  }
  for (const { index, 1: name = '' } of text.matchAll(METHOD))
    if (!KEYWORDS.has(name)) found.push({ at: index, name, kind: 'method' })
  const names = new Map<string, string>()
  for (const { name, kind } of found.sort((a, b) => a.at - b.at))
    if (name.length >= SHORTEST && name.length <= LONGEST && !names.has(name)) names.set(name, kind)
  return names
}

function kindOf(word: string): string {
  return Object.hasOwn(KINDS, word) ? (KINDS[word] ?? word) : word
}

/** A piece of a file before and after an edit; of a patch, also what stands around it. */
export interface Edited {
  readonly before: string
  readonly after: string
  readonly around?: string
}

/** What an edit declares anew, leaves declared with other words around it, or takes away; nothing if it declares nothing. */
export function symbolsOf({ before, after, around = '' }: Edited): Symbols | undefined {
  const [old, now, near] = [declaredIn(before), declaredIn(after), declaredIn(around)]
  if (old.size + now.size + near.size === 0) return undefined
  const added = new Map([...now].filter(([name]) => !old.has(name)))
  const changed = new Set([...[...near.keys()], ...[...now.keys()].filter((name) => old.has(name))])
  return { added, changed, removed: new Set([...old.keys()].filter((name) => !now.has(name) && !near.has(name))) }
}

/** So many names of a sort are kept, the latest. */
const MOST = 24

/** The same after another edit of the file. */
export function afterEdit(before: Symbols | undefined, now: Symbols | undefined): Symbols | undefined {
  if (before === undefined || now === undefined) return now ?? before
  const added = new Map([...before.added].filter(([name]) => !now.removed.has(name)))
  for (const [name, kind] of now.added) added.set(name, kind)
  const changed = [...before.changed, ...now.changed].filter((name) => !added.has(name) && !now.removed.has(name))
  const removed = [...before.removed, ...now.removed].filter((name) => !added.has(name) && !before.added.has(name))
  return {
    added: new Map([...added].slice(-MOST)),
    changed: new Set(changed.slice(-MOST)),
    removed: new Set(removed.slice(-MOST)),
  }
}

const MOST_SHOWN = 6

/** What is said of them: ", now with the function `parseDate`, with changes in `formatRow`". */
export function symbolWords({ added, changed, removed }: Symbols): string {
  const named = [...added].map(([name, kind]) => `${kind} \`${name}\``)
  return [
    listed('now with the', named),
    listed(
      'with changes in',
      [...changed].map((name) => `\`${name}\``),
    ),
    listed(
      'an edit took out',
      [...removed].map((name) => `\`${name}\``),
    ),
  ].join('')
}

function listed(opening: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = names.length > MOST_SHOWN ? ` and ${names.length - MOST_SHOWN} more` : ''
  return `, ${opening} ${names.slice(0, MOST_SHOWN).join(', ')}${more}`
}
