import { describe, expect, it } from 'vitest'
import { createCompactor, type Thread } from '../../src/index.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyFolder } from '../support/folders.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const tokenizer = characterTokenizer()
const WIDE = { window: 1_000_000 }
const talk = messagesFor('openai-chat', [
  user('Build the billing service in src/billing.ts. Never use floating point numbers for money.'),
  ...finishedTurns(6, 200),
  user('The migration of the invoices table must keep the column `legacy_ref`.'),
  agent('Understood: the invoices migration keeps legacy_ref, because the auditors read it.'),
  ...finishedTurns(6, 200),
  user('Thanks.'),
])

const stores = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  'session files': async () => openJsonlStore(emptyFolder(), { sync: 'never' }),
}

describe.each(Object.entries(stores))('a handoff in %s', (_, open) => {
  it('B4 · begins a thread with what the goal needs: the rules, what was said about it, and where to look', async () => {
    const compactor = createCompactor({ store: await open(), tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await thread.compact({ window: 5_000 })
    const before = await thread.entries()
    const fresh = await thread.handoff({ goal: 'Write the migration of the invoices table.' })
    const [brief, goal] = await fresh.entries()
    expect([brief?.author, goal?.author]).toEqual(['harness', 'person'])
    expect(goal).toMatchObject({ kind: 'text', text: 'Write the migration of the invoices table.' })
    const { request } = await fresh.prepare({ ...WIDE, dialect: 'openai-chat' })
    const shown = JSON.stringify(request)
    for (const needed of ['legacy_ref', 'Never use floating point', 'From the thread', 'src/billing.ts'])
      expect(shown).toContain(needed)
    const { text, tokens, sources } = await thread.brief({ goal: 'Write the migration of the invoices table.', tokens: 1_500 })
    expect(tokens).toBeLessThanOrEqual(1_500)
    expect(sources.length).toBeGreaterThan(0)
    // Every handle in it can be opened.
    for (const [handle] of text.matchAll(/\be\d+\b/g)) {
      if (handle !== 'e57') expect(await thread.expand(handle)).not.toEqual([])
    }
    expect(await thread.entries()).toEqual(before)
    const again = await thread.handoff({ goal: 'Another one.' })
    expect(await again.entries()).toHaveLength(2)
    await compactor.close()
  })

  it('B4, L13 · a reference pulls from another thread of the tenant, and of no other', async () => {
    const compactor = createCompactor({ store: await open(), tokenizer })
    await (await compactor.thread('old')).append(talk)
    await (await compactor.thread('theirs', { tenant: 'other' })).append(talk)
    const thread = await compactor.thread('new')
    const { text, sources } = await thread.reference('old', 'which column must the invoices migration keep?')
    expect(text).toContain('legacy_ref')
    expect(sources.length).toBeGreaterThan(0)
    for (const name of ['theirs', 'nobody']) {
      expect(failureIn(await rejection(thread.reference(name, 'invoices')))).toEqual({ code: 'thread-unknown', thread: name })
    }
    expect(failureIn(await rejection(thread.reference('old', ' ')))).toMatchObject({ code: 'input-invalid', at: 'goal' })
    expect(failureIn(await rejection(thread.handoff({ goal: 'x' })))).toEqual({ code: 'thread-unknown', thread: 'new' })
    await compactor.close()
  })

  it('B4, F16 · what is erased goes from what was handed off, too', async () => {
    const compactor = createCompactor({ store: await open(), tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await thread.handoff({ goal: 'Write the migration of the invoices table.', id: 'fresh' })
    const read = async (): Promise<string> => JSON.stringify(await (await compactor.thread('fresh')).entries())
    expect(await read()).toContain('legacy_ref')
    const [said] = (await thread.entries()).filter((entry) => entry.kind === 'text' && entry.text.includes('`legacy_ref`'))
    await compactor.erase({ thread: 't', entry: said?.id ?? '' })
    expect(await read()).not.toContain('legacy_ref')
    expect(await read()).toContain('Write the migration')
    await (await compactor.thread('t')).handoff({ goal: 'floating point money', id: 'second' })
    await compactor.erase({ thread: 't' })
    expect(JSON.stringify(await (await compactor.thread('second')).entries())).not.toContain('Never use floating')
    await compactor.close()
  })
})

describe('a handoff with a model', () => {
  const GOAL = 'Write the migration of the invoices table.'
  const seen = messagesFor('openai-chat', [
    user('Look at the table.'),
    calls(['d1', 'bash', { command: 'psql -c "\\d invoices"' }]),
    results(['d1', `Table public.invoices\n legacy_ref varchar(20)\n${'paid_at timestamptz\n'.repeat(100)}`]),
    agent('I have seen it.'),
  ])
  /** One statement that the output bears out, one that it does not. */
  const knowing = scripted(({ entries }) => {
    const printed = entries.findLast((entry) => entry.kind === 'tool-result' && entry.text.includes('legacy_ref'))
    const at = [printed?.seq ?? 0]
    return answerOf([
      add('fact', 'The column legacy_ref of invoices is varchar(20).', at),
      add('fact', 'The invoices table has 48,211 rows in Frankfurt.', at),
    ])
  })
  const old = async (summarizer: Summarizer | undefined) => {
    const compactor = createCompactor({ store: memoryStore(), tokenizer, ...(summarizer === undefined ? {} : { summarizer }) })
    const thread = await compactor.thread('t')
    await thread.append([...talk, ...seen])
    return { compactor, thread }
  }
  const begins = async (thread: Thread): Promise<string> => {
    const [brief] = await thread.entries()
    return brief?.kind === 'text' ? brief.text : ''
  }

  it('B4, F4 · asks it with the goal, says what of its answer stands in the log, and nothing else', async () => {
    const { thread } = await old(knowing)
    const text = await begins(await thread.handoff({ goal: GOAL }))
    expect(knowing.jobs.at(-1)).toMatchObject({ instructions: GOAL, from: 0, end: (await thread.entries()).length })
    expect(text).toContain('The column legacy_ref of invoices is varchar(20).')
    expect(text).not.toContain('48,211')
    for (const needed of ['Never use floating point', 'src/billing.ts']) expect(text).toContain(needed)
    expect((await thread.commits()).length).toBe(0)
  })

  it('B4, L10 · begins as without one if it fails, says nothing, or is not to be asked', async () => {
    const plain = await begins(await (await old(undefined)).thread.handoff({ goal: GOAL }))
    const failing = scripted(() => {
      throw new Error('no network')
    })
    for (const summarizer of [failing, scripted(() => answerOf([])), scripted(() => ({}) as never)]) {
      expect(await begins(await (await old(summarizer)).thread.handoff({ goal: GOAL }))).toBe(plain)
    }
    const asked = knowing.jobs.length
    const { thread } = await old(knowing)
    expect(await begins(await thread.handoff({ goal: GOAL, model: false }))).toBe(plain)
    expect(await thread.brief({ goal: GOAL })).toMatchObject({ by: 'deterministic' })
    expect(knowing.jobs.length).toBe(asked)
    expect(await thread.brief({ goal: GOAL, model: true })).toMatchObject({ by: 'scripted' })
  })

  it('A19 · ends when its signal says so, also while the summarizer is asked: no thread begins', async () => {
    const asked = Promise.withResolvers<void>()
    const endless: Summarizer = {
      name: 'endless',
      summarize: () => {
        asked.resolve()
        return new Promise(() => undefined)
      },
    }
    const { compactor, thread } = await old(endless)
    const stop = new AbortController()
    const begun = rejection(thread.handoff({ goal: GOAL, signal: stop.signal }))
    await asked.promise
    stop.abort()
    expect(failureIn(await begun)).toEqual({ code: 'compaction-cancelled' })
    expect(failureIn(await rejection(thread.brief({ goal: GOAL, signal: AbortSignal.abort() })))).toEqual({
      code: 'compaction-cancelled',
    })
    expect(await compactor.threads()).toEqual(['t'])
  })
})
