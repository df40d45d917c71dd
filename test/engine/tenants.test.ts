import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { balanced } from '../../src/plan/presets/balanced.ts'
import { isCompactionError } from '../../src/schema/failures.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryKeys } from '../../src/stores/keys.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { emptyFolder } from '../support/folders.ts'
import { lightEngine } from '../support/light-engine.ts'
import { agent, calls, messagesFor, results, user } from '../support/steps.ts'

/** Names that are easily taken for one another. */
const TENANTS = ['a', 'A', 'a ', 'a/b', 'a%', 'a_', "a'--", '\ud800', '\ud801', '\u0000']
const THREADS = ['t', 'u/v']
const NARROW = { window: 1_500, reserve: 100 }
const policy = balanced({ ladder: [{ rung: 'externalize', above: 50, keepTurns: 1 }, { rung: 'summarize-oldest' }] })

/** Draws the same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Plays all that a compactor can do, by ten tenants in turn, and tells everything that any of them was given. */
async function play(store: Store, artifacts: ReturnType<typeof memoryArtifacts>, operations: number): Promise<void> {
  const roll = dice(4711)
  const engine = lightEngine({ store, artifacts, policy, keepRequests: store.requests === undefined ? 0 : 5 })
  const ids: string[] = ['guess']
  const done = new Map<string, number>()
  const verbNames = new Set<string>()
  for (let operation = 0; operation < operations; operation += 1) {
    const who = roll(TENANTS.length)
    const tenant = TENANTS[who] ?? ''
    const own = `canary${who}x`
    const name = THREADS[roll(2)] ?? ''
    const open = () => engine.thread(name, { tenant })
    const anyId = ids[roll(ids.length)] ?? ''
    const entry = `e${roll(30)}`
    const verbs: Readonly<Record<string, () => Promise<unknown>>> = {
      append: async () =>
        (await open()).append(
          messagesFor('openai-chat', [
            user(`${own} asks`),
            calls([`c${operation}`, 'read_file', { path: own }]),
            results([`c${operation}`, `${own} `.repeat(60)]),
            agent(`${own} answers`),
          ]),
        ),
      resend: async () => (await open()).resend(messagesFor('openai-chat', [user(`${own} again`)])).then(({ id }) => id),
      prepare: async () => (await (await open()).prepare({ window: 100_000 })).request,
      compact: async () => (await (await open()).compact(NARROW)).request,
      undo: async () => (await (await open()).undo({ window: 100_000 })).request,
      branch: async () => (await (await open()).branch({ at: entry })).entries(),
      pin: async () => (await open()).pin({ text: `canary${roll(10)}x asks` }),
      entries: async () => (await open()).entries(),
      commits: async () => {
        const commits = await (await open()).commits()
        for (const { plan } of commits)
          for (const record of plan.records) if (record.action === 'externalize') ids.push(record.artifact)
        return commits
      },
      requests: async () => (await open()).requests(),
      summaries: async () => (await open()).summaries(),
      artifact: async () => (await open()).readArtifact(anyId),
      session: async () => (await open()).session(),
      explain: async () => (await open()).explain(NARROW),
      search: () => engine.search(roll(2) === 0 ? `canary${roll(10)}x` : 'asks answers', { tenant }),
      searchThread: () => engine.search('asks', { tenant, thread: name }),
      threads: () => engine.threads({ tenant }),
      verify: () => engine.verify(name, { tenant }),
      eraseEntry: () => engine.erase({ tenant, thread: name, entry }),
      eraseThread: () => (roll(3) === 0 ? engine.erase({ tenant, thread: name }) : engine.threads({ tenant })),
      eraseTenant: () => (roll(10) === 0 ? engine.erase({ tenant, everything: true }) : engine.threads({ tenant })),
    }
    const names = Object.keys(verbs)
    for (const each of names) verbNames.add(each)
    const verb = names[roll(names.length)] ?? ''
    const outcome = await outcomeOf(verbs[verb]?.() ?? Promise.resolve())
    if (!outcome.startsWith('failed')) done.set(verb, (done.get(verb) ?? 0) + 1)
    const foreign = (outcome.match(/canary\d+x/g) ?? []).filter((found) => found !== own)
    // What one asks for oneself may come back in the refusal.
    const asked = verb === 'pin' && outcome.startsWith('failed')
    expect(asked ? [] : foreign, `${verb} of tenant ${who}, operation ${operation}`).toEqual([])
  }
  expect([...done.keys()].sort()).toEqual([...verbNames].sort())
  expect(verbNames.size).toBe(21)
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify((await work) ?? null)
  } catch (error) {
    if (!isCompactionError(error)) throw error
    return `failed ${JSON.stringify(error.failure)} ${error.message}`
  }
}

describe('ten tenants of one compactor', () => {
  it('L13, case 66 · never see one another, whatever they do: 5,000 operations over every verb', async () => {
    await play(memoryStore(), memoryArtifacts(), 5_000)
  })

  it('L13, case 66 · never see one another in one SQLite file with its artifacts', async () => {
    const store = await openSqliteStore(':memory:')
    await play(store, storeArtifacts(store), 2_000)
    await store.close()
  })

  it('L13, case 66 · never see one another in one folder of session files and one of artifacts', async () => {
    const folder = emptyFolder()
    const store = openJsonlStore(join(folder, 'sessions'), { sync: 'never' })
    const artifacts = openFileArtifacts(join(folder, 'artifacts'), { keys: memoryKeys() })
    await play(store, artifacts, 2_000)
    await store.close()
  })

  it('would be found out: a store that mixes two of them up loses the game', async () => {
    const store = memoryStore()
    const mixed: typeof store = { ...store, rows: (key, ranges) => store.rows({ ...key, tenant: 'a' as never }, ranges) }
    await expect(play(mixed, memoryArtifacts(), 2_000)).rejects.toThrow()
  })
})
