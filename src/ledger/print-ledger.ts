import { handleOf } from '../schema/ids.ts'
import type { Ledger, LedgerItem } from '../schema/ledger.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { PrintProfile, ProfileSection } from '../schema/print-profile.ts'
import { defused, inQuotes } from './defuse.ts'
import { languageOf } from './languages/detect.ts'
import type { LanguageCode } from './languages/language.ts'
import { oneLine } from './one-line.ts'
import { headingIn } from './phrases.ts'
import { profiles } from './profiles.ts'
import { quotedData } from './quote.ts'
import { leastUsefulFirst } from './rank.ts'

interface Printed {
  readonly text: string
  /** Active items that found no room, the least useful first. */
  readonly unprinted: readonly LedgerItem[]
}

interface PrintOptions {
  readonly tokens: number
  readonly tokenizer: Tokenizer
  /** Entries that the prompt shows anyway: what they alone say is not said again. */
  readonly shown: ReadonlySet<number>
  /** Stands in front. */
  readonly opening: string
  readonly profile?: PrintProfile
  /** By default the language in which people wrote. */
  readonly language?: LanguageCode
}

/**
 * A ledger in at most `tokens` tokens, each item with its entries; what is left out is the least useful. The same items under the same
 * profile always print the same text, and an item that stays prints the same line whatever is around it.
 */
export function printLedger(ledger: Ledger, options: PrintOptions): Printed {
  const { tokens, tokenizer, shown, profile = profiles.general } = options
  const language =
    options.language ?? languageOf(ledger.items.filter(({ authority }) => authority === 'user').map(({ text }) => text))
  const wanted = ledger.items.filter((item) => item.status !== 'superseded' && !item.sources.every((seq) => shown.has(seq)))
  const candidates = wanted.filter((item) => hasPlace(item, profile))
  const print = (items: readonly LedgerItem[]): string =>
    [options.opening, ...printed({ ...ledger, items }, profile, language)]
      .filter((line) => line !== '')
      .join('\n')
      .toWellFormed()
  const leaving = leastUsefulFirst(candidates)
  const count = mostThatFit(leaving, (items) => tokenizer.count(print(items)) <= tokens)
  const left = new Set(leaving.slice(0, leaving.length - count))
  const kept = candidates.filter((item) => !left.has(item))
  return {
    text: kept.length === 0 ? '' : print(kept),
    unprinted: leastUsefulFirst(wanted).filter(
      (item) => item.status === 'active' && (left.has(item) || !hasPlace(item, profile)),
    ),
  }
}

/** A user's profile may have no section for an item. */
function hasPlace({ kind, status }: LedgerItem, { sections }: PrintProfile): boolean {
  return sections.some(({ kinds, statuses }) => kinds.includes(kind) && statuses.includes(status))
}

/** How many of the most useful items fit, by halving: a few prints however long the ledger is. */
function mostThatFit(leastFirst: readonly LedgerItem[], fits: (items: readonly LedgerItem[]) => boolean): number {
  const most = (count: number): readonly LedgerItem[] => {
    const kept = new Set(leastFirst.slice(leastFirst.length - count))
    return leastFirst.filter((item) => kept.has(item))
  }
  if (fits(leastFirst)) return leastFirst.length
  let [low, high] = [0, leastFirst.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(most(middle))) low = middle
    else high = middle
  }
  return low
}

function printed(ledger: Ledger, profile: PrintProfile, language: LanguageCode): readonly string[] {
  const title = profile.title.replace('{round}', String(ledger.round))
  return [
    ...(title === '' ? [] : [title]),
    ...profile.sections.flatMap((section) => sectionLines(ledger, profile, section, language)),
  ]
}

function sectionLines(
  { items }: Ledger,
  { marks }: PrintProfile,
  section: ProfileSection,
  language: LanguageCode,
): readonly string[] {
  const own = section.kinds.flatMap((kind) =>
    items
      .filter((item) => item.kind === kind && section.statuses.includes(item.status))
      .toSorted((a, b) => (a.sources[0] ?? 0) - (b.sources[0] ?? 0) || a.id.localeCompare(b.id, 'en', { numeric: true })),
  )
  if (own.length === 0 && section.empty === undefined) return []
  const title = 'own' in section.title ? section.title.own : headingIn(language, section.title.heading)
  return [`${marks} ${title}`, ...(own.length === 0 ? [section.empty ?? ''] : layOut(own, section))]
}

function layOut(items: readonly LedgerItem[], { layout }: ProfileSection): readonly string[] {
  switch (layout) {
    case 'list':
      return items.map((item) => itemLine(item))
    case 'checklist':
      return items.map((item) => itemLine(item, item.status === 'done' ? '[x] ' : '[ ] '))
    case 'table':
      return ['| File/Component | Action | Description |', '| --- | --- | --- |', ...items.map(tableRow)]
  }
}

/** What a person said is verbatim, what a tool said is quoted data, whatever either says (L12). */
const WHOSE = { user: 'a person, verbatim', tool: 'from output of a tool', system: 'system, quoted' } as const

/** One item on a line, with its entries. */
export function itemLine(item: LedgerItem, mark = ''): string {
  const handles = item.sources.map(handleOf).join(', ')
  const done = item.status === 'done' && mark === '' ? ', done' : ''
  if (item.authority === 'assistant') return `- ${mark}${defused(item.text).replaceAll(/\s+/g, ' ').trim()} (${handles}${done})`
  const text = item.authority === 'user' ? item.text : defused(item.text)
  return quotedData(`${mark}${WHOSE[item.authority]} (${handles}${done})${aboutOf(item)}`, text)
}

/** What a quotation is about, as the agent puts it: it must not be taken for a part of what is quoted (L12). */
function aboutOf({ context = '' }: LedgerItem): string {
  return context === '' ? '' : `, the agent notes ${inQuotes(oneLine(context, LONGEST_CONTEXT))}`
}

const LONGEST_CONTEXT = 240

/** `path: what was done` in two cells; a cell cannot close itself. */
function tableRow(item: LedgerItem): string {
  const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
  const [, name = item.text, action = ''] = /^(.*?): (.*)$/s.exec(item.text) ?? []
  const source = item.authority === 'assistant' ? '' : `${WHOSE[item.authority]} `
  return `| ${cell(source + name)} | ${cell(action)} | ${item.sources.map(handleOf).join(', ')} |`
}
