import { readFileSync } from 'node:fs'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { extractOperations } from '../../src/ledger/extract-operations.ts'
import { EMPTY_LEDGER, foldLedger } from '../../src/ledger/fold.ts'
import { oneLine } from '../../src/ledger/one-line.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { handleOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Ledger, LedgerItem } from '../../src/schema/ledger.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { entriesFrom } from './logs.ts'

/** Messages of the sample after which it is compacted. */
const CUTS = [22, 44, 75]
const KINDS: ReadonlySet<string> = new Set([
  'task',
  'request',
  'constraint',
  'rejected',
  'preference',
  'file',
  'command',
  'error',
  'state',
])

/** Three rounds of a session as docs/ledger.md shows them: each item that changed, what became of it, and what it came from. */
export function ledgerRounds(): readonly string[] {
  const { messages } = JSON.parse(readFileSync('samples/ferry-timetable.json', 'utf8')) as { messages: Json[] }
  const entries = entriesFrom(openaiChat, messages)
  let ledger: Ledger = EMPTY_LEDGER
  return CUTS.map((cut) => {
    const end = entriesFrom(openaiChat, messages.slice(0, cut)).length
    const before = ledger
    const { ledger: folded } = foldLedger(before, extractOperations(before, readLog(entries), rangeOf(before.coveredTo, end)), {
      entries,
    })
    ledger = { ...folded, coveredTo: end, round: before.round + 1 }
    return printRound(before, ledger, entries)
  })
}

function printRound(before: Ledger, after: Ledger, entries: readonly Entry[]): string {
  const known = new Map(before.items.map((item) => [item.id, item]))
  const rows = after.items
    .filter((item) => item !== known.get(item.id) && KINDS.has(item.kind))
    .map(
      (item) =>
        `${item.id.padEnd(4)} ${fateOf(item, known).padEnd(10)} ${item.kind.padEnd(10)} ${oneLine(item.text, 64).padEnd(66)} ${sourcesOf(item, entries)}`,
    )
  const stays = after.items.filter((item) => item === known.get(item.id)).length
  const others = after.items.filter((item) => item !== known.get(item.id) && !KINDS.has(item.kind)).length
  return [
    `round ${after.round}: entries ${handleOf(before.coveredTo)}–${handleOf(after.coveredTo - 1)}`,
    ...rows,
    `     and ${others} decisions, facts and open points; ${stays} items stay as they were, byte for byte`,
  ].join('\n')
}

function fateOf(item: LedgerItem, known: ReadonlyMap<string, LedgerItem>): string {
  if (item.status !== 'active') return item.status
  return known.has(item.id) ? 'updated' : 'new'
}

function sourcesOf({ sources }: LedgerItem, entries: readonly Entry[]): string {
  return sources.map((seq) => `${handleOf(seq)} ${wroteIt(entries[seq])}`).join(', ')
}

function wroteIt(entry: Entry | undefined): string {
  if (entry?.kind === 'tool-call') return `calls ${entry.tool}`
  return entry?.kind === 'tool-result' ? `output of ${entry.envelope.tool}` : (entry?.author ?? '')
}
