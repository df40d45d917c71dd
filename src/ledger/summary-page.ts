import type { Entry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { ItemKind } from '../schema/ledger.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { shownTool } from './context.ts'
import type { LanguageCode } from './languages/language.ts'
import { laidOut, type PageLayout, type PageSection, TABLE_HEAD } from './page-layout.ts'
import type { Line, Placed, Section } from './page-line.ts'
import { printSections } from './page-sections.ts'
import { headingIn, moreIn, taskInPart } from './phrases.ts'
import { type Gap, repeating } from './quote.ts'
import type { Remark } from './read-entry.ts'

/** A page of limited size that takes lines until it is full. */
export interface SummaryPage {
  /** Takes a line if it fits, and the section stays within `most` tokens or has nothing yet. */
  add(line: Line, most: number): boolean
  /** Takes a remark if it fits; as a tool's words if it only repeats what a tool said in `source`. */
  remark(entry: Entry, remark: Remark, source?: Seq): boolean
  used(section: Section): number
  hasRoom(): boolean
  /** Tokens that nothing has taken. */
  left(): number
  /** Whether a remark stands in what is quoted of its entry. */
  quotes(seq: Seq, remark: Remark): boolean
  /** Whether a piece of an entry is said. */
  speaksOf(seq: Seq): boolean
  says(text: string): boolean
  /** What stands on it, in the order in which it took it. */
  placed(): readonly Placed[]
  /** Takes a line of another page if it fits. */
  put(line: Placed): boolean
  /** How many lines a section would have if all were said. */
  announce(section: Section, lines: number): void
  announced(): ReadonlyMap<Section, number>
  /** The page, never longer than its tokens; empty if it has no lines although there are some to say. */
  print(): string
}

/** Less room than this holds no line. */
const SHORTEST_LINE = 8
/** A page with more than this share left needs no exact count. */
const IN_DOUBT = 0.04
/** Tokens of a handle and the line around it, and less if the entry has a line already: that line goes on. */
const FRAMES = { own: { first: 5, again: 1 }, quoted: { first: 10, again: 3 } } as const

interface PageOptions {
  readonly opening: string
  readonly tokens: number
  readonly tokenizer: Tokenizer
  readonly language: LanguageCode
  /** The folder that paths are printed without. */
  readonly root: string
  readonly layout: PageLayout
}

/** What is on a page, and what is left of it. */
interface Written extends PageOptions {
  readonly placed: Placed[]
  readonly used: Map<Section, number>
  readonly totals: Map<Section, number>
  readonly quotes: Map<Seq, Line & { readonly gap: Gap }>
  readonly said: Set<string>
  readonly spoken: Set<Seq>
  /** Sections whose headings are paid for. */
  readonly headed: Set<PageSection>
  left: number
}

/** An empty page with its opening. */
export function summaryPage(options: PageOptions): SummaryPage {
  const page: Written = {
    ...options,
    ...{
      placed: [],
      used: new Map(),
      totals: new Map(),
      quotes: new Map(),
      said: new Set(),
      spoken: new Set(),
      headed: new Set(),
    },
    left: options.tokens - frameTokens(options),
  }
  return {
    add(line, most) {
      const section = page.layout.sectionOf(line)
      const cost = page.tokenizer.count(section === undefined ? line.text : laidOut(line, section)) + 1
      const before = page.used.get(line.section) ?? 0
      return before > 0 && before + cost > most ? false : place(page, { ...line, tokens: cost })
    },
    remark: (entry, remark, source) =>
      source === undefined
        ? placeRemark(page, entry, remark, labelOf(entry))
        : placeRemark(page, entry, { ...remark, authority: 'tool' }, repeating(handleOf(entry.seq), source)),
    used: (section) => page.used.get(section) ?? 0,
    hasRoom: () => page.left >= SHORTEST_LINE,
    left: () => page.left,
    quotes(seq, { at, text }) {
      const gap = page.quotes.get(seq)?.gap
      return gap !== undefined && (at < gap.from || at + text.length > gap.to)
    },
    speaksOf: (seq) => page.spoken.has(seq),
    says: (text) => page.said.has(text),
    placed: () => page.placed,
    put: (line) => place(page, line),
    announce(section, lines) {
      page.totals.set(section, lines)
    },
    announced: () => page.totals,
    print: () => printFitting(page),
  }
}

function headingOf({ language, root, quotes, layout }: Written, section: PageSection): string {
  const { own, heading } = section
  if (own === 'task' && [...quotes.values()].some(isCutTask))
    return heading.replace(headingIn(language, 'task'), () => taskInPart(language))
  return layout.sectionOf({ section: 'file' }) === section && root !== '' ? `${heading} (${root})` : heading
}

function isCutTask({ section, gap }: Line & { readonly gap: Gap }): boolean {
  return section === 'task' && gap.from < gap.to
}

function place(page: Written, line: Placed): boolean {
  const section = page.layout.sectionOf(line)
  if (section === undefined) return false
  const heading = page.headed.has(section) ? 0 : headingTokens(page, section)
  if (line.tokens + heading > page.left) return false
  page.left -= line.tokens + heading
  page.headed.add(section)
  page.used.set(line.section, (page.used.get(line.section) ?? 0) + line.tokens)
  page.placed.push(line)
  if (line.gap !== undefined) page.quotes.set(line.seq, { ...line, gap: line.gap })
  if (line.says !== undefined) page.said.add(line.says)
  return true
}

/** What a heading costs, with the head of its table; one that stands without lines as well is paid for. */
function headingTokens(page: Written, section: PageSection): number {
  if (section.empty !== undefined) return 0
  const head = section.layout === 'table' ? `\n${TABLE_HEAD.join('\n')}` : ''
  return page.tokenizer.count(`${headingOf(page, section)}${head}`) + 1
}

/** What a page costs that has no lines. */
function frameTokens({ opening, layout, tokenizer }: PageOptions): number {
  const empty = layout.sections.flatMap((section) => (section.empty === undefined ? [] : [section.heading, section.empty]))
  return tokenizer.count([opening, layout.title, ...empty].filter((line) => line !== '').join('\n'))
}

function placeRemark(page: Written, entry: Entry, remark: Remark, label: string): boolean {
  const { placed, spoken, said } = page
  // What a person or the agent said stands without quotation marks.
  const isOwn = remark.authority === 'user' || (remark.authority === 'assistant' && remark.isWritten !== true)
  const frame = FRAMES[isOwn ? 'own' : 'quoted'][spoken.has(entry.seq) ? 'again' : 'first']
  const tokens = page.tokenizer.count(` ${remark.text}`) + frame
  const section = sectionOf(remark, page.quotes.get(entry.seq)?.section)
  const { holds } = remark
  // What it begins with need not be said before it.
  const at = holds === undefined ? -1 : placed.findIndex((line) => line.seq === entry.seq && line.remark?.text === holds)
  const spared = placed[at]?.tokens ?? 0
  page.left += spared
  const kind = section === 'said' ? { kind: kindOf(remark) } : {}
  if (!place(page, { section, seq: entry.seq, text: label, tokens, remark, says: remark.text, ...kind })) {
    page.left -= spared
    return false
  }
  if (at !== -1) placed.splice(at, 1)
  if (holds !== undefined) said.add(holds)
  spoken.add(entry.seq)
  return true
}

/** What the agent once called open may be done by now: that is for the plan and its last words to say. */
function kindOf({ kind }: Remark): ItemKind {
  return kind === 'decision' || kind === 'error' ? kind : 'fact'
}

/** Lines were priced one by one; if together they cost a little more, the least important go. */
function printFitting(page: Written): string {
  const { placed, tokens, tokenizer, totals } = page
  if (page.left < 0) return ''
  let text = printed(page)
  let over = page.left < tokens * IN_DOUBT ? tokenizer.count(text) - tokens : 0
  while (placed.length > 0 && over > 0) {
    while (over > 0) over -= placed.pop()?.tokens ?? over
    text = printed(page)
    over = tokenizer.count(text) - tokens
  }
  // What it quotes may hold half a character, which no provider takes.
  return placed.length === 0 && totals.size > 0 ? '' : text.toWellFormed()
}

function printed(page: Written): string {
  const sections = printSections(page.placed, {
    layout: page.layout,
    headingOf: (section) => headingOf(page, section),
    moreOf: (count) => moreIn(page.language, count),
    totals: page.totals,
  })
  return [page.opening, page.layout.title, ...sections].filter((line) => line !== '').join('\n')
}

/** What is left out of a person's quotation stands with it. */
function sectionOf({ authority }: Remark, quoted: Section | undefined): Section {
  if (authority === 'tool') return 'outcome'
  return authority === 'user' ? (quoted ?? 'request') : 'said'
}

function labelOf(entry: Entry): string {
  const handle = handleOf(entry.seq)
  if (entry.kind === 'tool-call') return `${handle}, argument of ${shownTool(entry.tool)}`
  return entry.kind === 'tool-result' ? `${handle}, ${shownTool(entry.envelope.tool)}` : handle
}
