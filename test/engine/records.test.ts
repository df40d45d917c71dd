import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createCompactor, presets, sha256Hex } from '../../src/index.ts'
import { cachedSummarizer } from '../../src/summarizers/cache.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { emptiedSchema } from '../support/emptied-schema.ts'
import { lightEngine, openStoreAt, type StoreAt } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-records-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const places: Readonly<Record<string, () => StoreAt>> = {
  SQLite: () => ({ kind: 'sqlite', path: join(folder, `${newSchema()}.db`) }),
  PostgreSQL: () => ({ kind: 'postgres', url: inject('postgres'), schema: emptiedSchema(inject('postgres')) }),
}
const talk = messagesFor('openai-chat', [user('start'), ...finishedTurns(20, 200), user('go on')])
/** Put together here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xYz012'].join('_')

describe.each(Object.entries(places))('what %s remembers after a restart', (_, place) => {
  it('F7 · are the latest requests, each with a hash of its bytes', async () => {
    const at = place()
    const before = await openStoreAt(at)
    const first = await lightEngine({ store: before, keepRequests: 2, clock: () => 77 }).thread('t')
    await first.append(talk)
    await first.prepare({ window: 1_000_000, model: 'one' })
    const { receipt } = await first.compact({ window: 6_000, model: 'two' })
    await first.append(messagesFor('openai-chat', [agent('yes'), user('on')]))
    const last = await first.prepare({ window: 1_000_000, model: 'three' })
    await before.close()
    const after = await openStoreAt(at)
    const thread = await lightEngine({ store: after }).thread('t')
    const requests = await thread.requests()
    const [commit] = await thread.commits()
    expect(requests).toMatchObject([
      { model: 'two', commit: commit?.id, tokens: receipt.tokens.after, at: 77, dialect: 'openai-chat' },
      { model: 'three', commit: commit?.id, tokens: last.tokens, bytes: last.record.bytes, step: 3 },
    ])
    // The log, the commit and the record say what the model saw.
    expect((await thread.prepare({ window: 1_000_000, model: 'three' })).record).toMatchObject({ bytes: requests[1]?.bytes })
    await after.close()
  })

  it('C17 · is a summary that was paid for: no model is asked again, except for other tenants', async () => {
    const at = place()
    const asked: string[] = []
    const run = async (tenant: string): Promise<void> => {
      const store = await openStoreAt(at)
      const model = scripted((job) => {
        asked.push(job.tenant)
        return answerOf([add('fact', 'It is so.', [1])])
      })
      const summarizer = cachedSummarizer(model, store.summaries, sha256Hex)
      const policy = presets.balanced({ ladder: [{ rung: 'summarize-oldest' }] })
      const thread = await lightEngine({ store, summarizer, policy }).thread(`t${asked.length}`, { tenant })
      await thread.append(talk)
      await thread.compact({ window: 6_000 })
      await store.close()
    }
    await run('a')
    await run('a')
    await run('b')
    expect(asked).toEqual(['a', 'b'])
  })

  it('F16 · is how secrets are called: the same secret has the same token, and another in another tenant', async () => {
    const at = place()
    const tokenIn = async (tenant: string): Promise<string> => {
      const store = await openStoreAt(at)
      const compactor = createCompactor({ store, redact: 'entries', tokenizer: characterTokenizer() })
      const thread = await compactor.thread('t', { tenant })
      await thread.append(messagesFor('openai-chat', [user(`use ${SECRET}`)]))
      const [token] = JSON.stringify((await thread.entries()).at(-1)).match(/\[redacted:[^\]]+\]/) ?? []
      await store.close()
      return token ?? ''
    }
    const first = await tokenIn('a')
    expect(first).toMatch(/^\[redacted:github-token:/)
    expect(await tokenIn('a')).toBe(first)
    expect(await tokenIn('b')).not.toBe(first)
  })
})

describe('a search', () => {
  it('goes through one thread or all of a tenant, and says what it found', async () => {
    const compactor = createCompactor({ tokenizer: characterTokenizer() })
    for (const [name, tenant] of [
      ['one', 'a'],
      ['two', 'a'],
      ['one', 'b'],
    ] as const) {
      const thread = await compactor.thread(name, { tenant })
      await thread.append(messagesFor('openai-chat', [user(`the needle of ${tenant}`), agent('hay')]))
    }
    const hits = await compactor.search('needle', { tenant: 'a' })
    expect(hits.map(({ thread, entry, snippet }) => `${thread} ${entry}: ${snippet}`)).toEqual([
      'one e0: the needle of a',
      'two e0: the needle of a',
    ])
    expect(await compactor.search('needle', { tenant: 'a', thread: 'two', limit: 5 })).toHaveLength(1)
    expect(await compactor.search('needle', { tenant: 'a', kinds: ['tool-result'] })).toEqual([])
    expect(await compactor.search('needle')).toEqual([])
  })
})
