import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Json } from '../../src/schema/json.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from './logs.ts'

const tokenizer = bpeTokenizer()

/** The summary of all that was said in neutral messages. */
export function summaryOf(messages: readonly Json[], tokens = 2_000, shown: readonly number[] = []): string {
  const entries = neutralEntries(messages)
  return floorSummary({ log: readLog(entries), from: 0, end: entries.length, tokens, shown: new Set(shown), tokenizer })
}

/** The lines of one section of a summary. */
export function sectionOf(summary: string, heading: string): readonly string[] {
  const lines = summary.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`## ${heading}`)) + 1
  if (from === 0) return []
  const to = lines.findIndex((line, index) => index >= from && line.startsWith('## '))
  return lines.slice(from, to === -1 ? lines.length : to)
}
