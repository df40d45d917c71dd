import { appendFileSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Compactor } from '../../../src/engine/create-compactor.ts'
import { openFileArtifacts } from '../../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../../src/stores/jsonl.ts'
import { fullStoreCases } from '../../../src/testing/full-store-cases.ts'
import { alpha, commit, entries, entry, headAt, measures, standing } from '../../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'
import { lightEngine } from '../../support/light-engine.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../../support/steps.ts'
import { PUTS_AWAY } from '../../support/store-child.ts'

/** What session files can do of what a store may do besides. */
const CASES = fullStoreCases.filter(({ name }) => /^gives rows|erases an entry|erases a tenant|refuses to erase/.test(name))

describe('what session files can do besides', () => {
  it.each(CASES)('$name', async ({ run }) => {
    const store = openJsonlStore(emptyFolder(), { sync: 'never' })
    await run(store as never)
    await store.close()
  })

  it('is most of it: rows, erasing and what refuses to', () => expect(CASES).toHaveLength(5))

  it('case 68 · a thread that is erased leaves that it was, and refuses a plan for what was in it', async () => {
    const folder = emptyFolder()
    const store = openJsonlStore(folder)
    await store.append(alpha, 0, entries(0, 3), headAt(3), measures(0, 3))
    await store.commit(alpha, null, commit('c1', null))
    await store.pin(alpha, [1])
    expect(await store.erase(alpha)).toEqual({ threads: 1, entries: 3, commits: 1 })
    for (const each of [store, openJsonlStore(folder)]) {
      expect(await each.head(alpha)).toEqual({ ...standing(0), erasures: 1 })
      expect([await each.read(alpha, 0, 9), await each.commits(alpha), await each.pins(alpha)]).toEqual([[], [], []])
      expect(await each.threads.of(alpha.tenant)).toEqual([])
    }
    expect(failureIn(await rejection(store.commit(alpha, null, commit('late', null))))).toMatchObject({ code: 'commit-conflict' })
    expect(failureIn(await rejection(store.erase(alpha)))).toEqual({ code: 'thread-unknown', thread: 'alpha' })
    await store.append(alpha, 0, entries(0, 1), headAt(1), measures(0, 1))
    await store.commit(alpha, null, commit('c2', null))
    expect(await store.erase(alpha)).toMatchObject({ entries: 1 })
    expect((await openJsonlStore(folder).head(alpha)).erasures).toBe(2)
  })

  it('case 68, case 80 · another process that has the file open sees what is left, and its index does not lead it astray', async () => {
    const folder = emptyFolder()
    const [one, two] = [openJsonlStore(folder), openJsonlStore(folder)]
    await one.append(alpha, 0, [entry(0, 'SECRET '.repeat(50)), ...entries(1, 3)], headAt(3), measures(0, 3))
    expect(await two.read(alpha, 0, 9)).toHaveLength(3)
    await one.erase({ ...alpha, entry: 0 })
    // So that the file is longer than it was when the other looked last.
    await one.append(alpha, 3, entries(3, 20), headAt(20), measures(3, 20))
    expect((await two.read(alpha, 1, 20)).map(({ seq }) => seq)).toEqual(entries(1, 20).map(({ seq }) => seq))
    expect(JSON.stringify(await two.read(alpha, 0, 1))).not.toContain('SECRET')
    await one.erase({ ...alpha, entry: 1 })
    await two.close()
    expect(await openJsonlStore(folder).read(alpha, 2, 20)).toEqual(entries(2, 20))
    expect((await openJsonlStore(folder).head(alpha)).erasures).toBe(2)
  })

  it('case 82 · a damaged file is not written anew for an entry, but a whole thread can be erased', async () => {
    const folder = emptyFolder()
    const store = openJsonlStore(folder)
    await store.append(alpha, 0, entries(0, 3), headAt(3), measures(0, 3))
    const [file = ''] = globSync(`${folder}/**/*.jsonl`)
    const text = readFileSync(file, 'utf8')
    appendFileSync(file, '{"oops SECRET"\n')
    const again = openJsonlStore(folder)
    expect(failureIn(await rejection(again.erase({ ...alpha, entry: 1 })))).toMatchObject({ code: 'log-damaged', line: 5 })
    expect(readFileSync(file, 'utf8')).toBe(`${text}{"oops SECRET"\n`)
    expect(await again.erase(alpha)).toMatchObject({ entries: 3 })
    expect(readFileSync(file, 'utf8')).not.toContain('SECRET')
  })
})

const CANARY = 'canarysings4711'
const talk = messagesFor('openai-chat', [
  user(`my number is ${CANARY}`),
  calls(['x', 'read_file', { path: 'a' }]),
  results(['x', `${CANARY} ${'content '.repeat(200)}`]),
  agent(`so it is ${CANARY}`),
  ...finishedTurns(40, 200),
  user('go'),
])

/** A compactor over files, and the names of those that hold the canary. */
async function filled(): Promise<{ readonly compactor: Compactor; holding(): readonly string[] }> {
  const folder = emptyFolder()
  const store = openJsonlStore(join(folder, 'sessions'))
  const artifacts = openFileArtifacts(join(folder, 'artifacts'))
  const compactor = lightEngine({ store, artifacts, policy: PUTS_AWAY })
  const thread = await compactor.thread('t')
  await thread.append(talk)
  // A write that was never finished, set aside by the next one.
  const [file = ''] = globSync(`${folder}/**/t.jsonl`)
  appendFileSync(file, `{"head":"none","entry":{"text":"${CANARY}`)
  const again = await compactor.thread('t')
  await again.compact({ window: 6_000 })
  await again.resend(talk.map((message, index) => (index === 0 ? { role: 'user', content: `it was ${CANARY}` } : message)))
  await (await again.branch({ at: 'e60' })).append(messagesFor('openai-chat', [user('only in the branch')]))
  const holding = (): readonly string[] =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => statSync(path).isFile() && readFileSync(path, 'latin1').includes(CANARY))
  expect(holding().length).toBeGreaterThan(3)
  return { compactor, holding }
}

describe('erasing in session files', () => {
  it('F16, case 68 · an entry at a time reaches everything that held it, in every branch, and the chains still verify', async () => {
    const { compactor, holding } = await filled()
    const open = await compactor.thread('t')
    for (const at of [0, 2, 3]) {
      expect(await compactor.erase({ thread: 't', entry: `e${at}` })).toMatchObject({ threads: 0, entries: 2 })
    }
    expect(holding()).toEqual([])
    for (const name of ['t', 't/branch-60']) {
      expect(await compactor.verify(name)).toMatchObject({ kind: 'whole', erased: 3 })
      const thread = await compactor.thread(name)
      expect(JSON.stringify((await thread.prepare()).request)).not.toContain(CANARY)
      await thread.append(messagesFor('openai-chat', [agent('on it goes'), user('yes')]))
      await thread.compact({ window: 6_000 })
      expect(await compactor.verify(name)).toMatchObject({ kind: 'whole', erased: 3 })
    }
    expect(failureIn(await rejection(open.prepare()))).toEqual({ code: 'thread-erased', thread: 't' })
    await compactor.close()
  })

  it('F16, case 68, L13 · a thread takes its branches along, and a tenant leaves nothing of it and everything of others', async () => {
    const { compactor, holding } = await filled()
    expect(await compactor.erase({ thread: 't' })).toMatchObject({ threads: 2 })
    expect(holding()).toEqual([])
    expect(await compactor.threads()).toEqual([])
    const second = await filled()
    await (await second.compactor.thread('t', { tenant: 'other' })).append(messagesFor('openai-chat', [user('theirs')]))
    await second.compactor.erase({ tenant: 'default', everything: true })
    expect(second.holding()).toEqual([])
    expect(await second.compactor.threads()).toEqual([])
    expect(await second.compactor.threads({ tenant: 'other' })).toEqual(['t'])
    await (await second.compactor.thread('t')).append(messagesFor('openai-chat', [user('anew')]))
    expect(await second.compactor.threads()).toEqual(['t'])
  })
})
