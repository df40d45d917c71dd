import { defused, withoutBold } from './defuse.ts'
import { laidOut, type PageLayout, type PageSection, TABLE_HEAD } from './page-layout.ts'
import { type Placed, SECTIONS, type Section } from './page-line.ts'
import { labelled, quotedPieces } from './quote.ts'
import type { Remark } from './read-entry.ts'

/** The sections of a page that have lines, each below its heading. */
export function printSections(
  placed: readonly Placed[],
  {
    layout,
    headingOf,
    moreOf,
    totals,
  }: {
    readonly layout: PageLayout
    readonly headingOf: (section: PageSection) => string
    readonly moreOf: (count: number) => string
    readonly totals: ReadonlyMap<Section, number>
  },
): readonly string[] {
  const groups = Map.groupBy(placed, (line) => layout.sectionOf(line))
  return layout.sections.flatMap((section) => {
    const own = groups.get(section) ?? []
    if (own.length === 0) return section.empty === undefined ? [] : [headingOf(section), section.empty]
    const missing = SECTIONS.reduce((sum, one) => sum + missingFrom(one, own, totals), 0)
    const lines = SECTIONS.flatMap((one) =>
      linesIn(
        own.filter((line) => line.section === one),
        section,
      ),
    )
    return [missing > 0 ? `${headingOf(section)} (${moreOf(missing)})` : headingOf(section), ...asTable(lines, section)]
  })
}

/** How many lines a section would have besides, if it has some. */
function missingFrom(section: Section, placed: readonly Placed[], totals: ReadonlyMap<Section, number>): number {
  const own = placed.filter((line) => line.section === section)
  const whole = own.filter(({ remark, isTold }) => remark === undefined && isTold !== true)
  const quoted = new Set(whole.map(({ seq }) => seq))
  // What is said in pieces is said; the middle of a quotation is no line more.
  const inPieces = new Set(own.filter(({ remark, seq }) => remark !== undefined && !quoted.has(seq)).map(({ seq }) => seq))
  return own.length === 0 ? 0 : Math.max(0, (totals.get(section) ?? 0) - whole.length - inPieces.size)
}

function linesIn(own: readonly Placed[], section: PageSection): readonly string[] {
  const whole = own.filter(({ remark }) => remark === undefined)
  const quoted = whole.map((line) => ({ place: line.place ?? line.seq, text: laidOut(line, section) }))
  return [...quoted, ...remarkLines(own, section)].sort((a, b) => a.place - b.place).map(({ text }) => text)
}

/** Rows below the head of their table, and behind it what is no row. */
function asTable(lines: readonly string[], { layout }: PageSection): readonly string[] {
  if (layout !== 'table') return lines
  const { true: rows = [], false: others = [] } = Object.groupBy(lines, (line) => `${line.startsWith('| ')}` as const)
  return rows.length === 0 ? others : [...TABLE_HEAD, ...rows, ...others]
}

/** What was said at once stands together; words of people and tools are quoted piece by piece, each a verbatim one. */
function remarkLines(
  placed: readonly Placed[],
  section: PageSection,
): readonly { readonly place: number; readonly text: string }[] {
  const remarks = placed.filter((line): line is Placed & { readonly remark: Remark } => line.remark !== undefined)
  return [...Map.groupBy(remarks, ({ seq }) => seq)].flatMap(([seq, group]) => {
    const inOrder = group.map(({ remark }) => remark).sort((a, b) => a.at - b.at)
    const whose = inOrder[0]?.authority === 'user' ? { whose: 'person' as const } : {}
    return linesOf(group[0]?.text ?? '', inOrder).map((text) => ({
      place: seq,
      text: laidOut({ section: 'said', seq, text, ...whose }, section),
    }))
  })
}

/** The lines that say what was chosen of one entry. */
function linesOf(label: string, remarks: readonly Remark[]): readonly string[] {
  const texts = remarks.map(({ text }) => text)
  const authority = remarks[0]?.authority
  // What stands in arguments was written, not said: it may be anyone's.
  if (authority === 'tool' || remarks[0]?.isWritten === true) return quotedPieces(label, texts.map(defused), LONGEST_LINE)
  if (authority !== 'assistant') return texts.map((text) => labelled(label, text))
  return pack(texts.map(defused)).map(
    (text) =>
      `- ${withoutBold(text)
        .replaceAll(/(?<=^|\s)#{1,6}\s/g, '')
        .replaceAll(/\s+/g, ' ')} (${label})`,
  )
}

const LONGEST_LINE = 380

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
