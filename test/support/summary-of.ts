import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from './logs.ts'

const tokenizer = bpeTokenizer()

/** The summary of all that was said in neutral messages. */
export function summaryOf(messages: readonly Json[], tokens = 2_000, shown: readonly number[] = []): string {
  const entries = neutralEntries(messages)
  return floorSummary({
    log: readLog(entries),
    ...rangeOf(0, entries.length),
    tokens,
    shown: new Set(shown.map(seqOf)),
    tokenizer,
  })
}

/** The lines of one section of a summary. */
export function sectionOf(summary: string, heading: string): readonly string[] {
  const lines = summary.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`## ${heading}`)) + 1
  if (from === 0) return []
  const to = lines.findIndex((line, index) => index >= from && line.startsWith('## '))
  return lines.slice(from, to === -1 ? lines.length : to)
}
