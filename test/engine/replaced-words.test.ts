import { describe, expect, it } from 'vitest'
import type { LedgerItem } from '../../src/schema/ledger.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'
import { add, answerOf, scripted, summaryIn, threadOf } from '../support/summaries.ts'

/** Copies all that people said, as rules; the same again each time. */
const copying = () =>
  scripted(({ entries, start, end }: SummaryJob) =>
    answerOf(
      entries
        .slice(start, end)
        .flatMap((entry) =>
          entry.kind === 'text' && entry.author === 'person' && entry.text.length < 80
            ? [add('constraint', entry.text, [entry.seq], 'user')]
            : [],
        ),
    ),
  )
/** Leaves them to the log. */
const silent = () =>
  scripted(({ entries, end }) => {
    const last = entries.slice(0, end).findLast((entry) => entry.kind === 'text' && entry.author === 'agent')
    return answerOf([add('fact', last?.kind === 'text' ? last.text : '', [last?.seq ?? 0])])
  })
const at = { window: 1_500, reserve: 100 }
const start = [user('Build the importer.'), agent('The importer reads src/import.ts.')]

function standing(items: readonly LedgerItem[] | undefined): readonly string[] {
  return (items ?? []).filter(({ status }) => status === 'active').map(({ text }) => text)
}

describe('F4 · what a person said in the place of something', () => {
  it.each([
    ['Use tabs.', 'No, spaces please'],
    ['retry at most three times', 'retry at most 5 times instead'],
    ['only support Node 20', 'actually support Node 22, not Node 20'],
    ['Never push to main.', 'you may push to main now'],
    ['Always run the e2e suite.', "Don't run the e2e suite."],
    ['Antworte immer auf Deutsch.', 'Antworte ab jetzt auf Englisch.'],
  ])('stands alone in the ledger of a model as well: %s ← %s', async (earlier, later) => {
    for (const summarizer of [copying(), silent()]) {
      const said = [...start, user(earlier), agent('ok'), user(later), agent('ok')]
      const thread = await threadOf([...said, ...finishedTurns(12, 150), user('go')], summarizer)
      const { receipt } = await thread.compact(at)
      const { ledger, summary } = await summaryIn(thread)
      expect(receipt.summary?.fault).toBe(undefined)
      expect(standing(ledger?.items)).not.toContain(earlier)
      expect(receipt.summary?.repaired.map(({ text }) => text)).not.toContain(earlier)
      expect(summary).toContain(later)
    }
  })

  it.each([copying, silent])('takes back what an earlier round had in its ledger', async (make) => {
    const said = [...start, user('Never push to main.'), agent('ok')]
    const thread = await threadOf([...said, ...finishedTurns(12, 150), user('go')], make())
    await thread.compact(at)
    expect(standing((await summaryIn(thread)).ledger?.items)).toContain('Never push to main.')
    const steps = [agent('ok'), user('you may push to main now'), agent('ok'), ...finishedTurns(12, 150), user('on')]
    await thread.append(messagesFor('openai-chat', steps))
    await thread.compact(at)
    const { ledger } = await summaryIn(thread)
    expect(standing(ledger?.items)).not.toContain('Never push to main.')
    expect(ledger?.items.find(({ text }) => text === 'Never push to main.')).toMatchObject({ status: 'superseded' })
    expect(standing(ledger?.items)).toContain('you may push to main now')
  })

  it('stands beside what it does not replace', async () => {
    const said = [...start, user('Never touch src/a.ts.'), agent('ok'), user('Never touch src/b.ts.'), agent('ok')]
    const thread = await threadOf([...said, ...finishedTurns(12, 150), user('go')], copying())
    await thread.compact(at)
    expect(standing((await summaryIn(thread)).ledger?.items)).toEqual(
      expect.arrayContaining(['Never touch src/a.ts.', 'Never touch src/b.ts.']),
    )
  })
})
