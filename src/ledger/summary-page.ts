import type { Entry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { Heading } from '../schema/print-profile.ts'
import { countOnce } from './count-once.ts'
import type { LanguageCode } from './languages/language.ts'
import { oneLine } from './one-line.ts'
import { headingIn, moreIn } from './phrases.ts'
import { type Gap, labelled, quotedPieces } from './quote.ts'
import type { Remark } from './read-entry.ts'

export type Section = Extract<
  Heading,
  'task' | 'earlier' | 'constraint' | 'request' | 'step' | 'said' | 'outcome' | 'file' | 'command' | 'state'
>

/** In this order they are printed. */
const SECTIONS: readonly Section[] = [
  ...(['task', 'earlier', 'constraint', 'request', 'step'] as const),
  ...(['said', 'outcome', 'file', 'command', 'state'] as const),
]

/** A line of a section. */
export interface Line {
  readonly section: Section
  readonly seq: Seq
  readonly text: string
  /** Set where it quotes its entry: what it leaves out of it. */
  readonly gap?: Gap
  /** Where in its section it stands, where that is not told by its entry. */
  readonly place?: number
  /** The sentence that it is, so that it is not said twice. */
  readonly says?: string
}

interface Placed extends Line {
  readonly tokens: number
  /** Set on remarks: those of one entry share a line. */
  readonly remark?: Remark
}

/** A page of limited size that takes lines until it is full. */
export interface SummaryPage {
  /** Takes a line if it fits, and the section stays within `most` tokens or has nothing yet. */
  add(line: Line, most: number): boolean
  remark(entry: Entry, remark: Remark): boolean
  used(section: Section): number
  hasRoom(): boolean
  /** Tokens that nothing has taken. */
  left(): number
  /** Whether a remark stands in what is quoted of its entry. */
  quotes(seq: Seq, remark: Remark): boolean
  /** Whether a piece of an entry is said. */
  speaksOf(seq: Seq): boolean
  says(text: string): boolean
  /** How many lines a section would have if all were said. */
  announce(section: Section, lines: number): void
  /** The page, never longer than its tokens; empty where nothing is on it but could be. */
  print(): string
}

/** Less room than this holds no line. */
const SHORTEST_LINE = 8
/** A page that has more than this share left is counted well enough. */
const IN_DOUBT = 0.04
/** Tokens of a handle and the line around it, and less where an entry is spoken of already: that line goes on. */
const FRAMES = { own: { first: 5, again: 1 }, quoted: { first: 10, again: 3 } } as const

export function summaryPage(options: {
  readonly opening: string
  readonly tokens: number
  readonly tokenizer: Tokenizer
  readonly language: LanguageCode
  /** The folder that paths are printed without. */
  readonly root: string
}): SummaryPage {
  const { tokens, tokenizer, language } = options
  const placed: Placed[] = []
  const used = new Map<Section, number>()
  const totals = new Map<Section, number>()
  const quotes = new Map<Seq, Line & { readonly gap: Gap }>()
  const said = new Set<string>()
  const spoken = new Set<Seq>()
  let left = tokens - countOnce(options.opening, tokenizer)
  const headingOf = (section: Section): string => {
    const root = section === 'file' && options.root !== '' ? ` (${options.root})` : ''
    return `## ${headingIn(language, section)}${root}`
  }
  const place = (line: Placed): boolean => {
    const heading = used.has(line.section) ? 0 : countOnce(headingOf(line.section), tokenizer) + 1
    if (line.tokens + heading > left) return false
    left -= line.tokens + heading
    used.set(line.section, (used.get(line.section) ?? 0) + line.tokens)
    placed.push(line)
    if (line.gap !== undefined) quotes.set(line.seq, { ...line, gap: line.gap })
    if (line.says !== undefined) said.add(line.says)
    return true
  }
  const print = (): string =>
    [options.opening, ...printSections(placed, { headingOf, moreOf: (count) => moreIn(language, count), totals })].join('\n')
  return {
    add(line, most) {
      const cost = countOnce(line.text, tokenizer) + 1
      const before = used.get(line.section) ?? 0
      return before > 0 && before + cost > most ? false : place({ ...line, tokens: cost })
    },
    remark(entry, remark) {
      const frame = FRAMES[remark.authority === 'assistant' ? 'own' : 'quoted'][spoken.has(entry.seq) ? 'again' : 'first']
      const cost = countOnce(` ${remark.text}`, tokenizer) + frame
      const section = sectionOf(remark, quotes.get(entry.seq)?.section)
      const { holds } = remark
      // What it begins with need not be said before it.
      const at = holds === undefined ? -1 : placed.findIndex((line) => line.seq === entry.seq && line.remark?.text === holds)
      left += placed[at]?.tokens ?? 0
      if (!place({ section, seq: entry.seq, text: labelOf(entry), tokens: cost, remark, says: remark.text })) {
        left -= placed[at]?.tokens ?? 0
        return false
      }
      if (at !== -1) placed.splice(at, 1)
      if (holds !== undefined) said.add(holds)
      spoken.add(entry.seq)
      return true
    },
    used: (section) => used.get(section) ?? 0,
    hasRoom: () => left >= SHORTEST_LINE,
    left: () => left,
    quotes(seq, { at, text }) {
      const gap = quotes.get(seq)?.gap
      return gap !== undefined && (at < gap.from || at + text.length > gap.to)
    },
    speaksOf: (seq) => spoken.has(seq),
    says: (text) => said.has(text),
    announce(section, lines) {
      totals.set(section, lines)
    },
    print() {
      if (left < 0) return ''
      let text = print()
      // Lines were priced one by one; where together they cost a little more, the least important go.
      let over = left < tokens * IN_DOUBT ? tokenizer.count(text) - tokens : 0
      while (placed.length > 0 && over > 0) {
        while (over > 0) over -= placed.pop()?.tokens ?? over
        text = print()
        over = tokenizer.count(text) - tokens
      }
      // What it quotes may hold half a character, which no provider takes.
      return placed.length === 0 && totals.size > 0 ? '' : text.toWellFormed()
    },
  }
}

/** What is left out of a person's quotation stands with it. */
function sectionOf({ authority }: Remark, quoted: Section | undefined): Section {
  if (authority === 'tool') return 'outcome'
  return authority === 'user' ? (quoted ?? 'request') : 'said'
}

function labelOf(entry: Entry): string {
  const handle = handleOf(entry.seq)
  return entry.kind === 'tool-result' ? `${handle}, ${oneLine(entry.envelope.tool, 40)}` : handle
}

function printSections(
  placed: readonly Placed[],
  {
    headingOf,
    moreOf,
    totals,
  }: {
    readonly headingOf: (section: Section) => string
    readonly moreOf: (count: number) => string
    readonly totals: ReadonlyMap<Section, number>
  },
): readonly string[] {
  return SECTIONS.flatMap((section) => {
    const own = placed.filter((line) => line.section === section)
    if (own.length === 0) return []
    const whole = own.filter(({ remark }) => remark === undefined)
    const missing = (totals.get(section) ?? 0) - whole.length
    const quoted = whole.map(({ seq, place = seq, text }) => ({ place, text }))
    const lines = [...quoted, ...remarkLines(own)].sort((a, b) => a.place - b.place)
    return [missing > 0 ? `${headingOf(section)} (${moreOf(missing)})` : headingOf(section), ...lines.map(({ text }) => text)]
  })
}

/** What was said at once stands together; words of people and tools are quoted piece by piece, each a verbatim one. */
function remarkLines(placed: readonly Placed[]): readonly { readonly place: number; readonly text: string }[] {
  const remarks = placed.filter((line): line is Placed & { readonly remark: Remark } => line.remark !== undefined)
  return [...Map.groupBy(remarks, ({ seq }) => seq)].flatMap(([seq, group]) => {
    const inOrder = group.map(({ remark }) => remark).sort((a, b) => a.at - b.at)
    return linesOf(group[0]?.text ?? '', inOrder).map((text) => ({ place: seq, text }))
  })
}

/** The lines that say what was chosen of one entry. */
function linesOf(label: string, remarks: readonly Remark[]): readonly string[] {
  const texts = remarks.map(({ text }) => text)
  const authority = remarks[0]?.authority
  if (authority === 'tool') return quotedPieces(label, texts, LONGEST_LINE)
  if (authority !== 'assistant') return texts.map((text) => labelled(label, text))
  return pack(texts).map((text) => `- ${text.replaceAll('**', '').replaceAll(/\s+/g, ' ')} (${label})`)
}

const LONGEST_LINE = 320

/** Sentences on as few lines as stay readable. */
function pack(texts: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last === undefined || last.length + text.length > LONGEST_LINE) lines.push(text)
    else lines[lines.length - 1] = `${last}${/[.!?:;,…]$/.test(last) ? '' : ';'} ${text}`
  }
  return lines
}
