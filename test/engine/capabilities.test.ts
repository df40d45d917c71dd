import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Capability } from '../../src/schema/capabilities.ts'
import type { Store } from '../../src/schema/ports.ts'
import { collectArtifacts } from '../../src/stores/collect-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { fullStoreCases } from '../../src/testing/full-store-cases.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyFolder } from '../support/folders.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

/** What every store must be able to do, and nothing else. */
function leastStore(): Store {
  const { head, append, read, commit, latest, commits, pin, pins, close } = memoryStore()
  return { head, append, read, commit, latest, commits, pin, pins, close, secrets: 'none' }
}

function failureOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return failureIn(error)
  }
}

const missing = (capability: Capability, needed: string) => ({ code: 'capability-missing', capability, needed })

describe('a store that can do only what it must', () => {
  it.each(storeCases)('is one: $name', ({ run }) => run(leastStore()))

  it('compacts, undoes, branches and verifies with the default options', async () => {
    const compactor = createCompactor({ store: leastStore() })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [user('start'), ...finishedTurns(20, 200), user('go on')]))
    const { request } = await thread.prepare({ window: 100_000 })
    expect((await thread.compact({ window: 4_000 })).changed).toBe(true)
    expect((await thread.undo({ window: 100_000 })).request).toEqual(request)
    await (await thread.branch({ at: 'e4' })).append([{ role: 'user', content: 'another way' }])
    expect(await compactor.verify('t')).toMatchObject({ kind: 'whole', erased: 0 })
    expect(await thread.requests()).toEqual([])
    expect(await thread.session()).toMatchObject({ compactionCount: 1, currentlyCompacting: false })
  })

  it('is refused when it is opened with options that need more, with what would do', () => {
    const store = leastStore()
    expect(failureOf(() => createCompactor({ store, keepRequests: 3 }))).toEqual({
      ...missing('requests', 'keepRequests: 3'),
      instead: 'use a store that has it (any of ours), or keep none',
    })
    expect(failureOf(() => createCompactor({ store, redact: 'entries' }))).toMatchObject(missing('secrets', "redact: 'entries'"))
    expect(() => createCompactor({ store, redact: 'entries', redactionKey: 'k' })).not.toThrow()
  })

  it('is refused when something is asked of it that needs more', async () => {
    const store = leastStore()
    const compactor = createCompactor({ store })
    const asked: readonly (readonly [Capability, string, () => Promise<unknown>])[] = [
      ['search', 'compactor.search', () => compactor.search('x')],
      ['threads', 'compactor.threads', () => compactor.threads()],
      ['erase', 'compactor.erase', () => compactor.erase({ thread: 't' })],
      ['threads', 'collectArtifacts', () => collectArtifacts({ store, artifacts: memoryArtifacts() })],
    ]
    for (const [capability, needed, ask] of asked)
      expect(failureIn(await rejection(ask()))).toMatchObject(missing(capability, needed))
  })

  it('that can erase but not list threads is not asked to erase: branches would keep what is gone', async () => {
    const { erase } = memoryStore()
    const compactor = createCompactor({ store: { ...leastStore(), erase } })
    const refused = await rejection(compactor.erase({ tenant: 'a', everything: true }))
    expect(failureIn(refused)).toMatchObject(missing('threads', 'compactor.erase'))
  })
})

describe('keys', () => {
  it('that a store left out by mistake are missed at opening, not taken for an empty key', () => {
    const { secrets: _, ...rest } = leastStore()
    const failure = failureOf(() => createCompactor({ store: rest as Store }))
    expect(failure).toMatchObject(missing('secrets', 'a compactor'))
    expect(failure).toMatchObject({ instead: expect.stringContaining("secrets: 'none'") })
  })

  it('are not there in session files, so that redacting entries takes a key of yours', () => {
    const store = openJsonlStore(emptyFolder())
    expect(failureOf(() => createCompactor({ store, redact: 'entries' }))).toMatchObject(missing('secrets', "redact: 'entries'"))
  })
})

describe('cases of capabilities', () => {
  it('name what they need', () => {
    for (const { name, needs } of fullStoreCases) expect([name, needs.length > 0]).toEqual([name, true])
  })
})
