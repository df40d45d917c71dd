import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const tokenizer = bpeTokenizer()

/** A session of about 250,000 tokens in which things are found, changed and run. */
function longSession(): readonly Entry[] {
  const work = Array.from({ length: 400 }, (_, index) => [
    says('assistant', `The parser in \`src/part-${index}.ts\` calls readRow${index % 40} before the table is open, so it fails.`),
    ...round(
      'bash',
      { command: `npm test -- part-${index}` },
      `FAIL src/part-${index}.ts\n${'at readRow (table.ts:12:3)\n'.repeat(60)}`,
    ),
    says('assistant', `Decided to open the table first in readRow${index % 40}, because ${index} rows depend on it.`),
  ])
  return neutralEntries([says('user', 'Make the importer work. Never touch src/index.ts.'), ...work.flat()])
}

/** The fastest of a few, by the processor's time: other tests run at the same time. `npm run eval` prints what it takes on real sessions. */
function fastest(run: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const started = process.cpuUsage().user
      run()
      return (process.cpuUsage().user - started) / 1_000
    }),
  )
}

describe('the deterministic summary is fast', () => {
  const entries = longSession()
  const characters = entries.reduce((sum, entry) => sum + ('text' in entry ? entry.text.length : 0), 0)

  it('reads what is new at 20 MB/s or more, by a bound that a busy machine keeps', () => {
    const ms = fastest(() => readLog(entries).grow())
    expect(characters / ms / 1_000).toBeGreaterThan(5)
  })

  it('folds and chooses for a long session in 50 ms, by a bound that a busy machine keeps', () => {
    const lists = Array.from({ length: 5 }, () => readLog(entries))
    for (const log of lists) log.grow()
    const ms = fastest(() => {
      const log = lists.pop() ?? readLog([])
      floorSummary({ log, ...rangeOf(0, log.entries.length), tokens: 8_000, shown: new Set(), tokenizer })
    })
    expect(ms).toBeLessThan(250)
  })
})
