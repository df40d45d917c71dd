import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { type ReadLog, readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Seq } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

/** Three hundred calls, each with words and names of its own, and a person who speaks twice in a row now and then. */
const LONG = neutralEntries(
  Array.from({ length: 300 }, (_, at): readonly Json[] => [
    ...(at % 20 === 0
      ? [says('user', `Now look at part${at}.ts, and never touch table${at}_rows.`), says('user', 'Go on.')]
      : []),
    ...(at % 3 === 0 ? [says('assistant', `I found that readPart${at} calls writePart${at + 1} before it locks.`)] : []),
    ...round(
      at % 2 === 0 ? 'write_file' : 'bash',
      at % 2 === 0
        ? { path: `src/part${at}.ts`, content: `// The cache of part_${at} keeps what readPart${at} has seen.\nconst x = 1` }
        : { command: `npm test -- part${at}` },
      `The suite of part_${at} has failed because openPart${at} was not closed in time.\nexit code: 1`,
    ),
  ]).flat(),
)

function pageOf(log: ReadLog, tokens: number): string {
  return floorSummary({ log, ...rangeOf(0, log.entries.length - 20), tokens, shown: new Set<Seq>(), tokenizer: bpeTokenizer() })
}

/** As an agent's log grows: entry by entry, each read when it comes. */
function readInSteps(entries: readonly Entry[]): ReadLog {
  const growing: Entry[] = []
  const log = readLog(growing)
  for (const entry of entries) {
    growing.push(entry)
    log.grow()
  }
  return log
}

describe('a log of many calls', () => {
  it.each([400, 2_000, 12_000])('L7 · is told the same, read in one go or step by step: %i tokens', (tokens) => {
    expect(pageOf(readInSteps(LONG), tokens)).toBe(pageOf(readLog(LONG), tokens))
  })

  it('L7 · knows the same names, read in one go or step by step', () => {
    const [whole, grown] = [readLog(LONG).remarks(), readInSteps(LONG).remarks()]
    for (let at = 0; at < 300; at += 1)
      for (const name of [`part_${at}`, `part${at}.ts`, `openPart${at}`, `readPart${at}`])
        expect([name, grown.isName(name)]).toEqual([name, whole.isName(name)])
  })

  it('L7 · keeps no more of what calls said than a log that never read them, and chooses in the same order', () => {
    const [whole, grown] = [readLog(LONG), readInSteps(LONG)]
    const [all, left] = [whole.remarks(), grown.remarks()]
    expect(left.remarks.length).toBeLessThan(all.remarks.length * 1.2 + 64)
    expect(left.usedBy.length).toBeLessThan(all.usedBy.length * 1.2 + 512)
    expect(left.namesFrom.length).toBe(left.remarks.length + 1)
    expect(left.names).toBeLessThan(all.names * 1.2 + 512)
    for (let at = 0; ; at += 1) {
      const [said, expected] = [grown.order().at(at), whole.order().at(at)]
      expect([said?.seq, said?.remark.text]).toEqual([expected?.seq, expected?.remark.text])
      if (expected === undefined) break
    }
  })

  it('L7 · tells the same of failures and comments of long ago, though what was read of them is let go', () => {
    const [whole, grown] = [readLog(LONG), readInSteps(LONG)]
    for (const entry of LONG.filter(({ kind }) => kind === 'tool-call' || kind === 'tool-result')) {
      const [now, expected] = [grown.read(entry), whole.read(entry)]
      expect([now.remarks, now.names, now.comment, now.exit]).toEqual([
        expected.remarks,
        expected.names,
        expected.comment,
        expected.exit,
      ])
    }
  })

  it('L15 · is not read for what its oldest calls say; people and the agent are heard from the beginning', () => {
    const { isName } = readLog(LONG).remarks()
    expect([isName('openPart3'), isName('part_4'), isName('openPart291'), isName('part_296')]).toEqual([false, false, true, true])
    expect([isName('part0.ts'), isName('table0_rows'), isName('writePart1')]).toEqual([true, true, true])
    const page = pageOf(readLog(LONG), 12_000)
    expect(page).toContain('never touch table0_rows')
    expect(page).toMatch(/part0\.ts\b/)
  })
})
