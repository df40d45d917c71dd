import { fence } from '../ledger/fence.ts'
import { floorSummary } from '../ledger/floor-summary.ts'
import { heardSections } from '../ledger/heard.ts'
import { printLedger } from '../ledger/print-ledger.ts'
import { profileFor } from '../ledger/profile-for.ts'
import { handleOf } from '../schema/ids.ts'
import type { Ledger, LedgerItem } from '../schema/ledger.ts'
import type { SummarizeRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { shownRange } from '../schema/stored-plan.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import { priced, SPLIT_TURN } from './fulfil.ts'

/** Changes when the form below changes. */
const LEDGER_VERSION = 'v1.0'
/** Of a summary in sentences and the items beside it, the sentences may take this share. */
const PROSE_SHARE = 0.6
/** What stands in front of a summary may take this share of it. */
const PREFIX_SHARE = 0.25

interface Printing {
  readonly record: SummarizeRecord
  readonly ledger: Ledger
  readonly printed: Ledger
  readonly prose: string
  readonly tokens: number
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  readonly log: MeasuredLog
  /** What whoever asked for the compaction wants in its summary. */
  readonly instructions: string
}

interface PrintedRecord {
  readonly made: SummarizeRecord | undefined
  readonly unprinted: number
  /** Of the summary, what a model tells in its own words: nobody is quoted there. */
  readonly told: string
}

/** What is printed less to make room for task and rules may have said others of them. */
const MOST_PRINTS = 4

/**
 * A record that says a ledger, in at most `tokens` tokens; `undefined` if not one item has room. What the summary without a model says of
 * task and rules is said here, too, whatever the ledger made of it (L15).
 */
export function printedRecord(options: Printing): PrintedRecord {
  const { record, log } = options
  const heard = new Set<string>()
  let printed = printOnce(options, '')
  for (let prints = 1; prints < MOST_PRINTS && printed.made !== undefined; prints += 1) {
    const summary = printed.made.summary.replace(printed.told, '')
    const isMissing = (words: string): boolean => record.summary.includes(words) && !summary.includes(words)
    const before = heard.size
    heardSections(log.cleaned(), record.span, (words) => isMissing(words) && heard.add(words).size > 0)
    if (heard.size === before) break
    printed = printOnce(options, heardSections(log.cleaned(), record.span, (words) => heard.has(words)).join('\n'))
  }
  return printed
}

function printOnce(options: Printing, heard: string): PrintedRecord {
  const { record, ledger, prose, tokens, policy, tokenizer } = options
  const prefix = prefixOf(options)
  const profile = profileFor(policy)
  const { from, to } = shownRange(record.span)
  const opening = `[Ledger ${LEDGER_VERSION}] Entries ${handleOf(from)}–${handleOf(to)}, round ${ledger.round}; every line names its entries.`
  const shown = new Set(record.carries.map(({ seq }) => seq))
  const frame = tokenizer.count(prefix) + tokenizer.count(heard) + priced({ ...record, summary: '' }, tokenizer).tokens
  const told = prose === '' ? '' : toldText(prose, (tokens - frame) * PROSE_SHARE, tokenizer)
  const room = tokens - frame - tokenizer.count(told)
  const { splitTurn } = record
  const parts = splitTurn === undefined ? [options.printed] : partsAt(options.printed, splitTurn.from)
  const texts: string[] = []
  const unprinted = new Set<LedgerItem>()
  for (const [index, part] of parts.entries()) {
    const share = parts.length === 1 ? room : index === 0 ? room * (1 - SPLIT_SHARE) : room - tokenizer.count(texts.join('\n\n'))
    const made = printLedger(part, {
      tokens: Math.floor(share) - SPLIT_HEADING * index,
      tokenizer,
      shown,
      profile,
      opening: index === 0 ? opening : SPLIT_TURN,
    })
    for (const item of made.unprinted) unprinted.add(item)
    if (made.text !== '') texts.push(made.text)
  }
  const said = [prefix, heard, told, ...texts].filter((text) => text !== '').join('\n\n')
  const rest = tokens - priced({ ...record, summary: said }, tokenizer).tokens
  const more =
    rest < WORTH_FILLING
      ? ''
      : floorSummary({
          ...{ log: options.log.cleaned(), from: record.span.from, end: record.span.end },
          ...{ tokens: rest - SPLIT_HEADING, shown, tokenizer, instructions: options.instructions },
          said: new Set(parts.flatMap(({ items }) => items.filter((item) => !unprinted.has(item)).map(({ text }) => text))),
        })
  const summary = more === '' ? said : `${said}\n\n${more}`
  if (told === '' && texts.length === 0) return { made: undefined, unprinted: unprinted.size, told }
  const { ledger: _, prose: __, ...bare } = record
  const carried = ledger.items.length === 0 ? {} : { ledger }
  const made = priced({ ...bare, summary: summary.toWellFormed(), ...carried, ...(prose === '' ? {} : { prose }) }, tokenizer)
  return { made, unprinted: unprinted.size, told }
}

/** Room that a ledger leaves goes to what is found without a model, if there is enough of it for a heading. */
const WORTH_FILLING = 256

/** Of the room, what the turn that is folded in part gets at the most (E6). */
const SPLIT_SHARE = 0.33
const SPLIT_HEADING = 8

/** What was before the turn, and what is in it. */
function partsAt(ledger: Ledger, turn: number): readonly Ledger[] {
  const inTurn = (sources: readonly number[]): boolean => sources.every((seq) => seq >= turn)
  return [
    { ...ledger, items: ledger.items.filter(({ sources }) => !inTurn(sources)) },
    { ...ledger, items: ledger.items.filter(({ sources }) => inTurn(sources)) },
  ]
}

function prefixOf({
  policy,
  tokenizer,
  tokens,
}: {
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  readonly tokens: number
}): string {
  const { summaryPrefix = '' } = policy
  return tokenizer.count(summaryPrefix) <= tokens * PREFIX_SHARE ? summaryPrefix : ''
}

/** Sentences by a model, marked and fenced as such, from the first on, as many as there is room for. */
function toldText(prose: string, tokens: number, tokenizer: Tokenizer): string {
  const heading = '[Told by a model that read these entries; what people said is quoted below]'
  const lines = prose.split('\n')
  const print = (): string => `${heading}\n${fence(lines.join('\n').trim())}`
  while (lines.length > 0 && tokenizer.count(print()) > tokens) lines.pop()
  return lines.some((line) => line.trim() !== '') ? print() : ''
}
