import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, type Thread } from '../../src/index.ts'
import { commitId, tenantId, threadId } from '../../src/schema/ids.ts'
import type { Store } from '../../src/schema/ports.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { stringsIn } from '../support/invariants.ts'
import { agent, finishedTurns, messagesFor, type Step, user } from '../support/steps.ts'

const say = (steps: readonly Step[]) => messagesFor('openai-chat', steps)
const talk = [user('KEEP this'), user('and KEEP-TOO that'), ...finishedTurns(20, 150), user('go')]

/** Two handles on one thread of one store, as two processes would have them. */
async function twoHandles(): Promise<{ readonly store: Store; readonly a: Thread; readonly b: Thread }> {
  const store = memoryStore()
  const a = await createCompactor({ store, clock: () => 1 }).thread('t')
  await a.append(say(talk))
  const b = await createCompactor({ store, clock: () => 2 }).thread('t')
  return { store, a, b }
}

describe('two writers of one thread', () => {
  it('an append on a log that another writer made longer is refused, typed, and nothing is written', async () => {
    const { a, b } = await twoHandles()
    const before = (await a.entries()).length
    await a.append(say([agent('from a')]))
    const error = await rejection(b.append(say([agent('from b')])))
    expect(failureIn(error)).toEqual({ code: 'log-conflict', thread: 't', expected: before, actual: before + 1 })
    expect((await a.entries()).length).toBe(before + 1)
  })

  it('having read again, the loser can append behind the winner', async () => {
    const { a, b } = await twoHandles()
    await a.append(say([agent('from a')]))
    await rejection(b.append(say([user('from b')])))
    const seen = await b.entries()
    expect(await b.append(say([user('from b')]))).toBe(seen.length + 1)
    expect((await a.entries()).slice(-2)).toMatchObject([{ text: 'from a' }, { text: 'from b' }])
  })

  it('of two compactions of one log, one commits; the other takes over its view and makes no second commit', async () => {
    const { store, a, b } = await twoHandles()
    const [one, two] = await Promise.all([a.compact({ window: 2000 }), b.compact({ window: 2000 })])
    expect([one.changed, two.changed].sort()).toEqual([false, true])
    expect(JSON.stringify(one.request)).toBe(JSON.stringify(two.request))
    expect(two.receipt).toEqual(one.receipt)
    expect(await store.commits({ tenant: tenantId('default'), thread: threadId('t') })).toHaveLength(1)
  })

  it('a compaction with other inputs that lost the race is made again on top of the winner', async () => {
    const { a, b } = await twoHandles()
    await a.compact({ window: 2000 })
    const lost = await b.compact({ window: 1000 })
    expect(lost.changed).toBe(true)
    const commits = await a.commits()
    expect(commits.map((commit) => commit.parent)).toEqual([null, commits[0]?.id])
  })

  it('F2 · a pin that one of them made holds for the other, compacted or not', async () => {
    const { a, b } = await twoHandles()
    await a.pin({ text: 'KEEP this' })
    expect(stringsIn((await b.compact({ window: 1000 })).request)).toContain('KEEP this')
  })

  it('F2 · the loser keeps the winner’s pins as well as its own', async () => {
    const { a, b } = await twoHandles()
    await a.pin({ text: 'KEEP this' })
    await a.compact({ window: 1000 })
    await b.pin({ text: 'KEEP-TOO' })
    const { request } = await b.compact({ window: 1000 })
    expect(stringsIn(request)).toEqual(expect.arrayContaining(['KEEP this', 'and KEEP-TOO that']))
  })

  it('gives up after three lost races, typed, with nothing changed', async () => {
    const store = memoryStore()
    let lost = 0
    const contested: Store = {
      ...store,
      async commit(key, expected, commit) {
        lost += 1 // Another process, with other inputs, is always a little faster.
        const inputs = { ...commit.receipt.inputs, instructions: `other ${lost}` }
        await store.commit(key, expected, { ...commit, id: commitId(`other-${lost}`), receipt: { ...commit.receipt, inputs } })
        return store.commit(key, expected, commit)
      },
    }
    const thread = await createCompactor({ store: contested, clock: () => 0 }).thread('t')
    await thread.append(say(talk))
    const before = await thread.entries()
    expect(failureIn(await rejection(thread.compact({ window: 1000 })))).toMatchObject({
      code: 'commit-conflict',
      actual: 'other-3',
    })
    expect(lost).toBe(3)
    expect(await thread.entries()).toEqual(before)
  })

  it('what another writer appended is in the next request', async () => {
    const { a, b } = await twoHandles()
    await a.append(say([agent('news from a')]))
    expect(stringsIn((await b.prepare()).request)).toContain('news from a')
  })
})
