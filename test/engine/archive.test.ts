import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { createCompactor, memoryArtifacts, sha256Hex, type Thread } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyFolder } from '../support/folders.ts'
import { newSchema } from '../support/postgres.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'
import { PUTS_AWAY } from '../support/store-child.ts'

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(join(emptyFolder(), 'agent.db')),
  PostgreSQL: () => openPostgresStore(inject('postgres'), { schema: newSchema() }),
  'session files': async () => openJsonlStore(emptyFolder(), { sync: 'never' }),
}
const tokenizer = characterTokenizer()
const talk = messagesFor('openai-chat', [user('KEEP this'), ...finishedTurns(10, 300), user('go')])
const WIDE = { window: 1_000_000, system: 'Be brief.' }
const NARROW = { ...WIDE, window: 4_000 }

/** A thread with everything that can belong to one. */
async function lived(thread: Thread): Promise<void> {
  await thread.append(talk)
  await thread.pin({ entry: 'e1' })
  await thread.prepare(WIDE)
  await thread.compact(NARROW)
  await thread.append(messagesFor('openai-chat', [agent('yes'), ...finishedTurns(4, 300), user('LATER')]))
  await thread.compact(NARROW)
  await thread.undo(WIDE)
  await thread.redo(WIDE)
  await thread.prepare(WIDE)
}

const seen = async (thread: Thread) => ({
  entries: await thread.entries(),
  times: await thread.times(),
  requests: await Promise.all(
    (await thread.requests()).map(async ({ step }) => JSON.stringify((await thread.viewAt(step)).request)),
  ),
  shown: JSON.stringify((await thread.prepare(WIDE)).request),
  undone: JSON.stringify((await thread.undo(WIDE)).request),
})

describe('an archive', () => {
  it.each(Object.entries(stores))(
    'F7 · goes into %s and comes out of it as it was: log, pins, commits, requests, artifacts',
    async (_, open) => {
      const from = createCompactor({ store: await open(), artifacts: memoryArtifacts(), policy: PUTS_AWAY, tokenizer })
      const thread = await from.thread('t')
      await lived(thread)
      const archive = await from.archive('t')
      const before = await seen(await from.thread('t'))
      for (const target of [open, stores['memory'] ?? open]) {
        const to = createCompactor({ store: await target(), artifacts: memoryArtifacts(), policy: PUTS_AWAY, tokenizer })
        const made = await to.unarchive(archive, { tenant: 'acme', thread: 'again' })
        expect(made).toMatchObject({ thread: 'again', entries: before.entries.length, commits: 4, requests: 4, erased: 0 })
        expect(made.artifacts).toBeGreaterThan(0)
        expect((await to.verify('again', { tenant: 'acme' })).kind).toBe('whole')
        const again = await to.thread('again', { tenant: 'acme' })
        expect(await seen(again)).toEqual(before)
        // The same archive again does nothing; another thread of that name is not touched.
        await to.unarchive(archive, { tenant: 'acme', thread: 'other' })
        expect((await to.unarchive(archive, { tenant: 'acme', thread: 'other' })).thread).toBe('other')
        const failure = failureIn(await rejection(to.unarchive(archive, { tenant: 'acme', thread: 'again' })))
        expect(failure).toEqual({ code: 'thread-exists', thread: 'again' })
        await to.close()
      }
      await from.close()
    },
  )

  it('F7 · is refused if a byte of it was changed, wherever it is, and nothing is written', async () => {
    const compactor = createCompactor({ tokenizer })
    await lived(await compactor.thread('t'))
    const archive = await compactor.archive('t')
    const to = createCompactor({ tokenizer })
    const spots = Array.from({ length: 40 }, (_, index) => Math.floor((index * (archive.length - 1)) / 39))
    for (const spot of spots) {
      const other = archive[spot] === 'x' ? 'y' : 'x'
      const damaged = `${archive.slice(0, spot)}${other}${archive.slice(spot + 1)}`
      expect([spot, failureIn(await rejection(to.unarchive(damaged)))]).toMatchObject([spot, { code: 'archive-damaged' }])
    }
    for (const cut of [
      '',
      'x',
      '{}',
      archive.slice(0, -1),
      archive.slice(0, archive.length >> 1),
      `${archive}\n`,
      `${archive}${archive}`,
    ]) {
      expect(failureIn(await rejection(to.unarchive(cut)))).toMatchObject({ code: 'archive-damaged' })
    }
    expect(await to.threads()).toEqual([])
    expect(failureIn(await rejection(compactor.archive('nobody')))).toEqual({ code: 'thread-unknown', thread: 'nobody' })
    expect(failureIn(await rejection(compactor.archive('t', { tenant: 'other' })))).toMatchObject({ code: 'thread-unknown' })
  })

  it('L13 · that somebody wrote by hand is held against its own log, though its hash is right', async () => {
    const compactor = createCompactor({ tokenizer })
    await lived(await compactor.thread('t'))
    const lines = (await compactor.archive('t')).split('\n').slice(0, -2)
    const forged = (change: (line: string, index: number) => readonly string[]): string => {
      const text = lines
        .flatMap(change)
        .map((line) => `${line}\n`)
        .join('')
      return `${text}${JSON.stringify({ end: { lines: text.split('\n').length - 1, hash: sha256Hex(text) } })}\n`
    }
    const isCommit = (line: string): boolean => line.startsWith('{"commit"')
    const forgeries = [
      forged((line, index) => (index === 3 ? [] : [line])),
      forged((line, index) => (index === 3 ? [line, line] : [line])),
      forged((line) => (isCommit(line) ? [line.replace('"from":', '"from":9')] : [line])),
      forged((line) => (isCommit(line) ? [line.replace(/"to":\d+/, '"to":99999')] : [line])),
      forged((line, index) => (index === 2 ? ['{"entry":{"seq":1,"id":"e1"},"measure":null}'] : [line])),
      forged((line) => (line.startsWith('{"pins"') ? ['{"pins":[9999]}'] : [line])),
    ]
    const to = createCompactor({ tokenizer })
    for (const forgery of forgeries) {
      expect(failureIn(await rejection(to.unarchive(forgery)))).toMatchObject({ code: 'archive-damaged' })
    }
    expect(await to.threads()).toEqual([])
  })

  it('F16 · does not bring back what was erased since, in the thread it was made of', async () => {
    const compactor = createCompactor({ artifacts: memoryArtifacts(), policy: PUTS_AWAY, tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [user('the SECRETWORD is here')]))
    await lived(thread)
    const archive = await compactor.archive('t')
    expect(archive).toContain('SECRETWORD')
    await compactor.erase({ thread: 't', entry: 'e0' })
    const made = await compactor.unarchive(archive, { thread: 'back' })
    expect(made.erased).toBe(1)
    expect(await compactor.archive('back')).not.toContain('SECRETWORD')
    const back = await compactor.thread('back')
    expect(JSON.stringify([await back.entries(), await back.commits(), (await back.restore(null, WIDE)).request])).not.toContain(
      'SECRETWORD',
    )
    expect((await compactor.verify('back')).kind).toBe('whole')
  })
})

describe('retention', () => {
  it('F16 · erases threads that nobody wrote to since a time, archived before if wanted, and keeps what has a younger branch', async () => {
    let now = 1_000
    const compactor = createCompactor({ tokenizer, clock: () => now })
    for (const name of ['old', 'parent', 'kept']) await (await compactor.thread(name)).append(talk)
    now = 2_000
    await (await compactor.thread('young')).append(talk)
    const branch = await (await compactor.thread('parent')).branch({ at: 'e5', id: 'branch' })
    await branch.append(messagesFor('openai-chat', [user('now')]))
    await (await compactor.thread('theirs', { tenant: 'other' })).append(talk)
    expect(await compactor.expire({ before: 1_500, dryRun: true })).toEqual({ threads: ['kept', 'old'], undated: [] })
    const kept = new Map<string, string>()
    const keep = (thread: string, archive: string): void => {
      if (thread === 'old') throw new Error('no room')
      kept.set(thread, archive)
    }
    await expect(compactor.expire({ before: new Date(1_500), keep })).rejects.toThrow('no room')
    expect(await compactor.threads()).toEqual(['branch', 'old', 'parent', 'young'])
    expect(await compactor.expire({ before: new Date(1_500) })).toEqual({ threads: ['old'], undated: [] })
    expect(await compactor.threads()).toEqual(['branch', 'parent', 'young'])
    expect(await compactor.threads({ tenant: 'other' })).toEqual(['theirs'])
    // What was archived can be brought back.
    await compactor.unarchive(kept.get('kept') ?? '')
    expect(await (await compactor.thread('kept')).entries()).toHaveLength(talk.length)
    expect(failureIn(await rejection(compactor.expire({ before: Number.NaN })))).toMatchObject({ code: 'input-invalid' })
  })
})
