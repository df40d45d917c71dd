import { describe, expect, it } from 'vitest'
import {
  CompactionError,
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
  memoryStore,
  presets,
} from '../../src/index.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const history = messagesFor('openai-chat', [
  user('Build the importer. Never write to the table orders_live.'),
  ...finishedTurns(12, 150),
  user('go'),
])
const at = { window: 1500, reserve: 100, model: 'gpt-4o' }
const good = () => scripted(() => answerOf([add('constraint', 'Never write to the table orders_live.', [0], 'user')]))

function engine(options: CompactorOptions = {}) {
  const compactor = createCompactor({ clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }), ...options })
  const heard: CompactorEvent[] = []
  const stream = compactor.events({ everyTenant: true })
  const reading = (async () => {
    for await (const event of stream) heard.push(event)
  })()
  const all = async (): Promise<readonly CompactorEvent[]> => {
    await compactor.close()
    await reading
    return heard
  }
  return { compactor, all }
}

describe('events', () => {
  it('A21, C19 · tell a compaction from its start to its end, with tokens, limit, strategy and spans', async () => {
    const policy = presets.balanced({ trigger: 1, release: 1, ahead: false })
    const { compactor, all } = engine({ summarizer: good(), policy })
    const thread = await compactor.thread('t')
    await thread.append(history)
    const { receipt } = await thread.prepare(at)
    const told = await all()
    const steps = told.map((event) => (event.kind === 'compaction-progress' ? event.step.kind : event.kind))
    expect(steps).toEqual(['compaction-started', 'planned', 'asked', 'answered', 'compaction-done'])
    expect(told.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    const [started, , , , done] = told
    expect(started).toMatchObject({ thread: 't', tenant: 'default', occasion: 'window', window: 1500, model: 'gpt-4o' })
    expect(done).toMatchObject({
      tokens: { before: receipt?.tokens.before, after: receipt?.tokens.after, limit: 1400 },
      ...{ strategy: receipt?.strategy, wasSummarized: true, summarizerCalls: 1 },
    })
    if (done?.kind !== 'compaction-done' || started?.kind !== 'compaction-started') throw new Error('expected both')
    expect(done.commit).toBe((await thread.commits()).at(-1)?.id)
    expect(done.records.map(({ from, to, action }) => ({ from, to, action }))).toEqual(
      receipt?.records.map(({ from, to, action }) => ({ from, to, action })),
    )
    const freed = done.records.reduce((sum, record) => sum + record.freed, 0)
    expect(freed).toBeGreaterThan(0.8 * (done.tokens.before - done.tokens.after))
    expect(JSON.stringify(told)).not.toContain('orders_live')
  })

  it('A21 · "started" is told before anything is waited for: the store, another process, the summarizer', async () => {
    const order: string[] = []
    const summarizer = scripted(() => {
      order.push('asked')
      return answerOf([])
    })
    const { compactor } = engine({ summarizer })
    const thread = await compactor.thread('t')
    await thread.append(history)
    compactor.on('compaction-started', () => order.push('started'))
    compactor.on('compaction-done', () => order.push('done'))
    await thread.compact(at)
    expect(order).toEqual(['started', 'asked', 'done'])
  })

  it('B14 · a failure is told once, with its code, and so is that nothing had to be done', async () => {
    const { compactor, all } = engine()
    const thread = await compactor.thread('t')
    await thread.append(history)
    expect(await rejection(thread.compact({ window: 4, reserve: 0 })).then(failureIn)).toMatchObject({
      code: 'fixed-part-too-large',
    })
    await thread.compact(at)
    await thread.compact(at)
    const told = await all()
    const ends = told.filter(({ kind }) => kind !== 'compaction-started' && kind !== 'compaction-progress')
    expect(ends.map(({ kind }) => kind)).toEqual(['compaction-failed', 'compaction-done', 'compaction-skipped'])
    expect(ends[0]).toMatchObject({ code: 'fixed-part-too-large', message: expect.stringContaining('fixed part') })
    expect(new Set(told.flatMap((event) => ('compaction' in event ? [event.compaction] : [])))).toEqual(new Set([1, 2, 3]))
  })

  it('C19 · pins, undoing and what a refusal taught are told', async () => {
    const { compactor, all } = engine()
    const thread = await compactor.thread('t')
    await thread.append(history)
    const pinned = await thread.pin({ text: 'Build the importer' })
    await thread.prepare({ window: 100_000, reserve: 100, model: 'gpt-4o' })
    await thread.overflowed({ limit: 1400, actual: 9000 })
    await thread.undo()
    const told = await all()
    expect(told.find(({ kind }) => kind === 'pinned')).toMatchObject({ entries: pinned })
    expect(told.find(({ kind }) => kind === 'overflow-learned')).toMatchObject({ model: 'gpt-4o', stated: { limit: 1400 } })
    const undone = told.find((event) => event.kind === 'undone')
    expect(undone?.undoes).toBe((await thread.commits())[0]?.id)
  })

  it('L13 · are heard by their own tenant alone, unless the host wants all of them', async () => {
    const { compactor, all } = engine()
    const heard: string[] = []
    compactor.on('pinned', ({ tenant }) => heard.push(`default: ${tenant}`))
    compactor.on('pinned', ({ tenant }) => heard.push(`acme: ${tenant}`), { tenant: 'acme' })
    compactor.on('pinned', ({ thread }) => heard.push(`other thread: ${thread}`), { tenant: 'acme', thread: 'other' })
    const thread = await compactor.thread('t', { tenant: 'acme' })
    await thread.append(history)
    await thread.pin({ text: 'Build the importer' })
    expect(heard).toEqual(['acme: acme'])
    expect((await all()).map(({ tenant, number }) => [tenant, number])).toEqual([['acme', 1]])
  })

  it('case 77 · a listener that throws, rejects, never ends, writes into the event or calls back breaks nothing', async () => {
    const { compactor, all } = engine({ summarizer: good() })
    const thread = await compactor.thread('t')
    await thread.append(history)
    const again: Promise<unknown>[] = []
    compactor.on('compaction-started', () => {
      throw new Error('boom')
    })
    compactor.on('compaction-started', () => Promise.reject(new Error('later')))
    compactor.on('compaction-started', () => new Promise(() => undefined))
    compactor.on('compaction-started', (event) => {
      Object.assign(event.tokens, { before: -1 })
    })
    compactor.on('compaction-started', () => {
      throw Object.create(null)
    })
    compactor.on('compaction-started', () => {
      if (again.length === 0) again.push(thread.prepare(at), thread.append([{ role: 'user', content: 'from a listener' }]))
    })
    compactor.on('listener-failed', () => {
      throw new Error('also this one')
    })
    const { request } = await thread.prepare(at)
    await Promise.all(again)
    expect(JSON.stringify(request)).toContain('orders_live')
    const told = await all()
    expect(told.filter(({ kind }) => kind === 'listener-failed').length).toBeGreaterThanOrEqual(4)
    expect(told.filter(({ kind }) => kind === 'compaction-started')[0]).toMatchObject({ tokens: { limit: 1400 } })
    expect((await thread.entries()).at(-1)).toMatchObject({ text: 'from a listener' })
  })

  it('C19 · a reader that is slow is told what it missed, one that leaves hears no more, and a signal ends it', async () => {
    const { compactor } = engine()
    const slow = compactor.events({ names: ['pinned'], most: 2 })
    const left = compactor.events()
    const stop = new AbortController()
    const stopped = compactor.events({ signal: stop.signal })
    await left.return?.()
    stop.abort()
    const thread = await compactor.thread('t')
    await thread.append(history)
    for (let round = 0; round < 5; round += 1) await thread.pin({ entry: `e${round}` })
    expect((await slow.next()).value).toMatchObject({ kind: 'events-missed', count: 3 })
    expect((await slow.next()).value).toMatchObject({ kind: 'pinned', entries: ['e3'] })
    expect((await slow.next()).value).toMatchObject({ entries: ['e4'] })
    const waiting = slow.next()
    await compactor.close()
    expect(await waiting).toEqual({ value: undefined, done: true })
    expect(await left.next()).toEqual({ value: undefined, done: true })
    expect(await stopped.next()).toEqual({ value: undefined, done: true })
  })

  it('C19 · a stream of a compactor that is closed ends, and one that nothing could come of is refused', async () => {
    const { compactor } = engine()
    const misnamed = [{ names: ['compaction-complete'] }, { names: 'pinned' }, { names: [] }]
    for (const options of [...misnamed, { most: 0 }, { most: '5' }, { signal: 5 }, { signal: new AbortController() }, 5])
      expect(() => Reflect.apply(compactor.events, compactor, [options]), JSON.stringify(options)).toThrow(
        /option "compaction-complete"|a list of|a number|1 or more|an object|an AbortSignal/,
      )
    await compactor.close()
    expect(await compactor.events().next()).toEqual({ value: undefined, done: true })
  })

  it('end with what ends them: a listener that was taken off hears no more', async () => {
    const { compactor } = engine()
    const heard: string[] = []
    const off = compactor.on('pinned', () => heard.push('pinned'))
    const thread = await compactor.thread('t')
    await thread.append(history)
    await thread.pin({ entry: 'e0' })
    off()
    await thread.pin({ entry: 'e1' })
    expect(heard).toEqual(['pinned'])
  })

  it('A21, C19 · going back, a lookup and a request that could not be written down are told, with what they are about', async () => {
    const memory = memoryStore()
    const full = new CompactionError<'store-unusable'>({
      code: 'store-unusable',
      ...{ at: 'memory', expected: 'room', found: 'none' },
    })
    const store = { ...memory, requests: { ...memory.requests, add: () => Promise.reject(full) } }
    const { compactor, all } = engine({ store, keepRequests: 3 })
    const thread = await compactor.thread('t')
    await thread.append(history)
    await thread.compact(at)
    const [made] = await thread.commits()
    const tools = compactor.tools(thread)
    await tools.execute(tools.all[0]?.name ?? '', { query: 'importer' })
    await thread.undo(at)
    await thread.redo(at)
    await thread.restore(null, { ...at, window: 100_000 })
    const told = (await all()).filter(({ kind }) => /^(?:undone|redone|restored|compaction-retrieved)$/.test(kind))
    expect(told).toMatchObject([
      { kind: 'compaction-retrieved', isError: false },
      { kind: 'undone', undoes: made?.id },
      { kind: 'redone', redoes: made?.id },
      { kind: 'restored', restores: null },
    ])
    expect((await all()).find(({ kind }) => kind === 'request-unrecorded')).toMatchObject({ code: 'store-unusable', thread: 't' })
  })
})
