import type { Seq } from '../schema/ids.ts'
import type { Heading } from '../schema/print-profile.ts'
import { defused, withoutBold } from './defuse.ts'
import { type Gap, labelled, quotedPieces } from './quote.ts'
import type { Remark } from './read-entry.ts'

export type Section = Extract<
  Heading,
  'task' | 'earlier' | 'constraint' | 'request' | 'step' | 'said' | 'outcome' | 'file' | 'command' | 'open' | 'state'
>

/** In this order they are printed. */
const SECTIONS: readonly Section[] = [
  ...(['task', 'earlier', 'constraint', 'request', 'step'] as const),
  ...(['said', 'outcome', 'file', 'command', 'open', 'state'] as const),
]

/** A line of a section. */
export interface Line {
  readonly section: Section
  readonly seq: Seq
  readonly text: string
  /** Set if it quotes its entry: what it leaves out of it. */
  readonly gap?: Gap
  /** Where it stands in its section, if its entry does not tell. */
  readonly place?: number
  /** The sentence that it is, so that it is not said twice. */
  readonly says?: string
}

/** A line that stands on a page, with what it costs. */
export interface Placed extends Line {
  readonly tokens: number
  /** Set on remarks: those of one entry share a line. */
  readonly remark?: Remark
}

/** The sections of a page that have lines, each below its heading. */
export function printSections(
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
