import { handleOf, seqOf } from '../schema/ids.ts'
import type { LedgerItem } from '../schema/ledger.ts'
import { defused, inQuotes } from './defuse.ts'
import { oneLine } from './one-line.ts'
import { quotedData } from './quote.ts'

/** What a person said is verbatim, what a tool said is quoted data, whatever either says (L12). */
const WHOSE = { user: 'a person, verbatim', tool: 'from output of a tool', system: 'system, quoted' } as const

/** Output in its own words; what a model says of it, which is no quotation; or what it makes of output and of other entries together. */
export type Wording = 'quoted' | 'noted' | 'concluded'

const FROM = { noted: 'noted from output ', concluded: 'concluded from ' } as const

/** One item on a line, with its entries; what is said of output is quoted only if it stands there word for word. */
export function itemLine(item: LedgerItem, mark = '', wording: Wording = 'quoted'): string {
  const handles = item.sources.map(handleOf).join(', ')
  const done = item.status === 'done' && mark === '' ? ', done' : ''
  const isTold = item.authority === 'tool' && wording !== 'quoted'
  if (item.authority === 'assistant' || isTold) {
    const said = defused(item.text).replaceAll(/\s+/g, ' ').trim()
    return `- ${mark}${said} (${isTold ? FROM[wording] : ''}${handles}${done})${saidBesides(item)}`
  }
  const text = item.authority === 'user' ? item.text : defused(item.text)
  const quoted = quotedData(`${mark}${WHOSE[item.authority]} (${handles}${done})${aboutOf(item)}`, text)
  return quoted.includes('\n') ? quoted : `${quoted}${saidBesides(item)}`
}

/** What its entries do not bear out is not told as if they did. */
export function saidBesides({ unconfirmed, sources }: LedgerItem): string {
  if (unconfirmed === undefined) return ''
  const others = unconfirmed.sources.filter((seq) => !sources.includes(seq))
  const from = others.length === 0 ? '' : ` (${others.map((seq) => handleOf(seqOf(seq))).join(', ')})`
  return ` ${UNCONFIRMED}${from}: ${defused(unconfirmed.text).replaceAll(/\s+/g, ' ').trim()}`
}

const UNCONFIRMED = 'Unconfirmed'

/** What a quotation is about, as the agent puts it: it must not be taken for a part of what is quoted (L12). */
function aboutOf({ context = '' }: LedgerItem): string {
  return context === '' ? '' : `, the agent notes ${inQuotes(oneLine(context, LONGEST_CONTEXT))}`
}

const LONGEST_CONTEXT = 240
