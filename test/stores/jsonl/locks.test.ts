import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whileAlone } from '../../../src/stores/jsonl/guard.ts'
import { type JsonlOptions, openJsonlStore } from '../../../src/stores/jsonl.ts'
import { entries, headAt } from '../../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'
import { lightEngine } from '../../support/light-engine.ts'
import { hasNamespaces, startWriter, threadFaults, type Writer } from '../../support/writers.ts'
import { KEY as key, THREAD } from '../../support/writing-child.ts'

const sessionFaults = (folder: string, steps: readonly string[]) => threadFaults({ to: 'sessions', folder }, steps)
const fileIn = (folder: string): string => globSync(`${folder}/**/*.jsonl`)[0] ?? ''
const said = (text: string) => ({ role: 'user', content: `${text} ` })

function started(...order: Parameters<typeof startWriter>): Writer {
  const writer = startWriter(...order)
  // Even if the test fails before it does so itself.
  onTestFinished(() => void writer.child.kill('SIGKILL'))
  return writer
}

async function threadIn(folder: string, options: JsonlOptions = {}) {
  const store = openJsonlStore(folder, options)
  return { store, thread: await lightEngine({ store }).thread(THREAD) }
}

describe('a session file', () => {
  it('case 99 · whose writer is stopped in the middle of a step is refused to others, and nothing is lost when it goes on', async () => {
    const folder = emptyFolder()
    const { thread, store } = await threadIn(folder, { patience: 300 })
    await thread.append([said('mine:0')])
    const writer = started({ to: 'sessions', folder, name: 'stopped', steps: 1, length: 2_000_000, rest: 150 })
    await writer.lines(1)
    writer.child.kill('SIGSTOP')
    // However long it has been stopped.
    utimesSync(`${fileIn(folder)}.lock`, 1_000_000, 1_000_000)
    const waited = failureIn(await rejection(thread.append([said('mine:1')])))
    expect(waited).toMatchObject({ code: 'store-unusable', reason: 'busy', at: fileIn(folder) })
    expect(JSON.stringify(waited)).toContain(`process ${writer.child.pid} on `)
    // Reading waits for nobody.
    expect(await store.head(key)).toMatchObject({ length: 1 })
    writer.child.kill('SIGCONT')
    await writer.ended
    const again = await threadIn(folder)
    await again.thread.append([said('mine:1')], { dialect: 'openai-chat' })
    expect([...writer.said]).toEqual(['half', 'stopped:0'])
    expect(await sessionFaults(folder, ['mine:0', 'mine:1', 'stopped:0'])).toEqual([])
    expect(globSync(`${folder}/**/*.torn-*`)).toEqual([])
  })

  it.skipIf(!hasNamespaces())(
    'case 99 · loses nothing if its writers cannot see each other’s processes (skipped where there are no namespaces)',
    async () => {
      const folder = emptyFolder()
      const order = { to: 'sessions' as const, folder, steps: 8, length: 20_000, rest: 5 }
      const writers = [started({ ...order, name: 'outside' }), started({ ...order, name: 'inside' }, { apart: true })]
      await Promise.all(writers.map(({ ended }) => ended))
      const acknowledged = writers.flatMap((writer) => [...writer.said]).filter((line) => line !== 'half')
      expect(acknowledged).toHaveLength(16)
      expect(await sessionFaults(folder, acknowledged)).toEqual([])
    },
  )

  it('case 99 · whose writer is killed in the middle of a step is free at once', async () => {
    const folder = emptyFolder()
    const { thread } = await threadIn(folder, { patience: 300 })
    await thread.append([said('mine:0')])
    const writer = started({ to: 'sessions', folder, name: 'killed', steps: 1, length: 10_000, rest: 10_000 })
    await writer.lines(1)
    writer.child.kill('SIGKILL')
    await writer.ended
    await thread.append([said('mine:1')])
    expect(await sessionFaults(folder, ['mine:0', 'mine:1'])).toEqual([])
    expect(globSync(`${folder}/**/*.torn-*`)).toHaveLength(1)
  })

  it.each([[['sync']], [['sync', 'truncate']]] as const)(
    'case 80 · takes a step back if the disk refuses %j: it is there once if it is tried again',
    async (broken) => {
      const folder = emptyFolder()
      let breaks = false
      const fails = async (): Promise<never> => {
        throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
      }
      const write = async (file: FileHandle, bytes: Uint8Array, at: number): Promise<void> => {
        await file.write(bytes, 0, bytes.length, at)
        if (breaks) for (const name of broken) file[name] = fails
      }
      const { thread } = await threadIn(folder, { write })
      await thread.append([said('mine:0')])
      breaks = true
      const failure = failureIn(await rejection(thread.append([said('mine:1')])))
      expect(failure).toMatchObject({ code: 'store-unusable', reason: 'damaged', found: expect.stringContaining('EIO') })
      // As a host does that is told of a failure: it opens the thread and tries again.
      const again = async (): Promise<void> => (await threadIn(folder)).thread.append([said('mine:1')]).then(() => undefined)
      await again().catch(again)
      expect(await sessionFaults(folder, ['mine:0', 'mine:1'])).toEqual([])
    },
  )

  it('case 82 · that is shorter than what was acknowledged is not whole, even if it is gone on with', async () => {
    const folder = emptyFolder()
    const { thread } = await threadIn(folder)
    for (const step of [0, 1, 2]) await thread.append([said(`mine:${step}`)])
    const whole = readFileSync(fileIn(folder))
    truncateSync(fileIn(folder), whole.lastIndexOf('{"head":'))
    const found = { kind: 'broken', at: 2, detail: '3 entries were acknowledged, and 2 are there' }
    const verified = () => lightEngine({ store: openJsonlStore(folder) }).verify(THREAD)
    expect(await verified()).toEqual(found)
    const later = await threadIn(folder)
    for (const step of [3, 4]) await later.thread.append([said(`mine:${step}`)])
    expect(await verified()).toEqual(found)
    // Whoever knows of the loss removes the record of it.
    rmSync(`${fileIn(folder)}.lock`, { recursive: true })
    expect(await verified()).toMatchObject({ kind: 'whole', length: 4 })
    await later.thread.append([said('mine:5')])
    expect(await verified()).toMatchObject({ kind: 'whole', length: 5 })
  })

  it('case 82 · with other entries than were acknowledged is not whole', async () => {
    const [folder, other] = [emptyFolder(), emptyFolder()]
    for (const [each, name] of [
      [folder, 'mine'],
      [other, 'theirs'],
    ] as const) {
      const { thread } = await threadIn(each)
      for (const step of [0, 1, 2]) await thread.append([said(`${name}:${step}`)])
      if (each === other) await thread.append([said('theirs:3')])
    }
    writeFileSync(fileIn(folder), readFileSync(fileIn(other)))
    expect(await lightEngine({ store: openJsonlStore(folder) }).verify(THREAD)).toEqual({
      kind: 'broken',
      at: 2,
      detail: 'other entries were acknowledged than are there',
    })
  })

  it('case 68 · is removed with its lock, and whoever waits for that makes another, which locks', async () => {
    const folder = emptyFolder()
    const order: string[] = []
    const alone = (name: string, work: (lock: string) => Promise<void>): Promise<void> =>
      whileAlone(join(folder, 't.jsonl'), 5_000, async (lock) => {
        order.push(`${name} in`)
        await work(lock)
        order.push(`${name} out`)
      })
    const waiting: Promise<void>[] = []
    await alone('first', async (lock) => {
      for (const name of ['second', 'third']) waiting.push(alone(name, () => wait(50)))
      await wait(50)
      rmSync(lock, { recursive: true })
    })
    await Promise.all(waiting)
    const [second, third] = order[2] === 'second in' ? ['second', 'third'] : ['third', 'second']
    expect(order).toEqual(['first in', 'first out', `${second} in`, `${second} out`, `${third} in`, `${third} out`])
    const store = openJsonlStore(folder)
    await store.append(key, 0, entries(0, 2), headAt(2))
    await store.erase({ tenant: key.tenant })
    expect(readdirSync(join(folder, 'default'))).toEqual(['erased'])
    await store.append(key, 0, entries(0, 1), headAt(1))
    expect(await openJsonlStore(folder).read(key, 0, 9)).toEqual(entries(0, 1))
  })

  it('case 99 · with the lock of an older program is written once that is gone, and not before', async () => {
    const folder = emptyFolder()
    await openJsonlStore(folder).append(key, 0, entries(0, 1), headAt(1))
    const lock = `${fileIn(folder)}.lock`
    const asBefore = (id: number | undefined): void => {
      rmSync(lock, { recursive: true })
      writeFileSync(lock, `${id} of an older program`)
      utimesSync(lock, 1_000_000, 1_000_000)
    }
    asBefore(process.pid)
    const store = openJsonlStore(folder, { patience: 50 })
    expect(failureIn(await rejection(store.append(key, 1, entries(1, 2), headAt(2))))).toMatchObject({
      code: 'store-unusable',
      reason: 'busy',
      expected: expect.stringContaining(`remove ${lock}`),
    })
    asBefore(spawnSync('true').pid)
    await store.append(key, 1, entries(1, 2), headAt(2))
    expect(await store.read(key, 0, 9)).toEqual(entries(0, 2))
    // An older program finds a folder now, which it can neither make nor take over.
    expect(
      globSync(`${lock}/*`)
        .map((path) => basename(path))
        .sort(),
    ).toEqual(['acknowledged', 'guard', 'holder'])
  })
})
