import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const tokenizer = bpeTokenizer()

describe('what a call was for', () => {
  const entries = neutralEntries([
    says('user', 'go'),
    ...Array.from({ length: 12 }, (_, index) =>
      round(
        'bash',
        { command: `run ${index}`, description: index % 2 === 1 ? `Run the checks of table_${index}` : 'Look around' },
        `The row of table_${index} is gone.`,
      ),
    ).flat(),
    says('assistant', 'Done.'),
  ])
  const summary = (tokens: number): string =>
    floorSummary({ log: readLog(entries), ...rangeOf(0, entries.length), tokens, shown: new Set(), tokenizer })

  it('F5 · is said where there is room if it names something, and never if it does not', () => {
    for (const tokens of [120, 180, 240, 2_000]) {
      expect(summary(tokens)).toContain('table_11')
      expect(summary(tokens), `${tokens} tokens`).not.toContain('Look around')
    }
    expect(summary(2_000)).toContain('Run the checks of table_3')
  })
})
