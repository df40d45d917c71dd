import { describe, expect, it } from 'vitest'
import { coverageOrder } from '../../src/ledger/coverage-order.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Json } from '../../src/schema/json.ts'
import { neutralEntries } from '../support/logs.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const OWN = 'What the agent found'
const ASKED = 'What people asked since'

describe('F5 · what is said first', () => {
  it('tells something of its names: a sentence comes before a list of the same names', () => {
    const list = 'Both `drain` and `flush` in `src/pool.ts`.'
    const told = 'The `drain` in `src/pool.ts` never returns while `flush` still waits for the last connection to close.'
    const page = summaryOf(
      [says('user', 'Why does it hang?'), says('assistant', `${list}\n\n${told}`), says('assistant', 'I go on.')],
      110,
    )
    expect(sectionOf(page, OWN).join('\n')).toContain('never returns while')
    expect(page).not.toContain(list)
  })

  /** What the agent said, in the order in which a page says it. */
  const inOrder = (talk: readonly Json[]): readonly string[] => {
    const log = readLog(neutralEntries([says('user', 'Mend it.'), ...talk]))
    const order = coverageOrder(log.remarks(), log.entries.length)
    const candidates = Array.from({ length: 20 }, (_, at) => order.at(at)?.remark)
    return candidates.flatMap((remark) => (remark?.authority === 'assistant' ? [remark.text] : []))
  }

  it('is why something is so, before what was only done', () => {
    const done =
      'The timeouts of `drain`, `flush`, `stop`, `wait` and `fill` in `src/pool.ts` were changed like that of `load` now.'
    const why = 'The timeout of `seek` in `src/tube.ts` is nine seconds now because the disk needs up to eight for it.'
    expect(inOrder([says('assistant', `${done}\n\n${why}`)])).toEqual([why, done])
  })

  it('is not what the agent asked on the way, nor what leads up to a list', () => {
    const told = 'The call of `drain` in `src/pool.ts` waits until the last one of all open connections is closed.'
    const asked = 'Does `flush` in `src/tube.ts` wait, too, until the last one of all open files is closed again?'
    const leading = 'What `flush` in `src/tube.ts` does after the last one of all its open files has been closed again:'
    for (const other of [asked, leading]) expect(inOrder([says('assistant', `${other}\n\n${told}`)])).toEqual([told, other])
  })

  it('is what a person said yes to, before what was not asked about', () => {
    const of = (path: string): string =>
      `I would put a limit of nine connections into ${path}, for the server has no more than ten.`
    const isFirst = (end: string, answer: string): boolean => {
      const talk = [says('assistant', `${of('src/pool.ts')}\n\n${end}`), says('user', answer)]
      return inOrder([...talk, says('assistant', of('src/tube.ts')), says('user', 'Now the rest.')])[0] === of('src/pool.ts')
    }
    expect(isFirst('Is that **what you want?**', 'yes')).toBe(true)
    expect(isFirst('Is that what you want?', 'no')).toBe(false)
    expect(isFirst('Is that what you want?', 'why is that?')).toBe(false)
    expect(isFirst('Is that what you want?', "No, that's wrong")).toBe(false)
    expect(isFirst('That is all.', 'ok')).toBe(false)
  })

  it('is not what a person pasted beside much else, line by line', () => {
    const pasted = Array.from({ length: 60 }, (_, at) => ` create mode 100644 build/part-${at}.js`).join('\n')
    const talk = Array.from({ length: 30 }, (_, at) =>
      says('assistant', `The build puts part ${at} of \`src/make.ts\` into the wrong folder.`),
    )
    const messages = [
      says('user', 'Fix the build.'),
      ...talk,
      says('user', `It prints this now:\n${pasted}\nWhy is it all there?`),
    ]
    const page = summaryOf([...messages, says('assistant', 'I look into `src/make.ts`.')], 700)
    expect(sectionOf(page, ASKED).filter((line) => /^- e\d+: create mode/.test(line))).toEqual([])
    expect(sectionOf(page, OWN).length).toBeGreaterThan(5)
  })
})

describe('F4 · of what people asked for', () => {
  it('what the next message says again, with more, is said once', () => {
    const question = 'Can we log why the attribution fails, so that we can see it?'
    const messages = [says('user', 'Go.'), says('user', question), says('user', `${question} Also show the totals.`)]
    expect(sectionOf(summaryOf([...messages, says('assistant', 'Done.')]), ASKED)).toEqual([
      `- e2: ${question} Also show the totals.`,
    ])
  })
})

describe('the plan', () => {
  const steps = (status: string): readonly unknown[] =>
    Array.from({ length: 6 }, (_, at) => ({ content: `Convert the module number ${at} to the new store`, status }))
  const page = (status: string, ...after: readonly string[]): readonly string[] => {
    const said = Array.from({ length: 40 }, (_, at) =>
      says('assistant', `The module ${at} in \`src/m${at}.ts\` uses the new store and passes its tests.`),
    )
    const messages = [
      says('user', 'Convert it all.'),
      ...round('TodoWrite', { todos: steps(status) }),
      ...after.map((text) => says('user', text)),
    ]
    return sectionOf(summaryOf([...messages, ...said], 600), 'Plan')
  }

  it('of which everything is done gives its room to the rest once more was asked', () => {
    expect(page('completed')).not.toEqual([])
    expect(page('completed', 'Now document the store.')).toEqual([])
    expect(page('pending', 'Now document the store.')).not.toEqual([])
  })
})
