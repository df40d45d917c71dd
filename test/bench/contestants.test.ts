import { describe, expect, it } from 'vitest'
import { makeWatch } from '../../bench/contestant.ts'
import { ours } from '../../bench/our.ts'
import { naiveRecount } from '../../bench/peers/naive-recount.ts'
import { prune } from '../../bench/peers/prune-messages.ts'
import { makeSession } from '../../bench/sessions.ts'
import { timeOnce } from '../../bench/time-once.ts'
import { countRequest } from '../laws/judge/own-count.ts'

const messages = makeSession('lean', 302)
const [history, next] = [messages.slice(0, 300), messages.slice(300)]

// The others need packages that are not installed with the project.
describe.each([ours, naiveRecount, prune])('$name', (contestant) => {
  it('checks, steps and compacts', async () => {
    const opened = await contestant.open(history, makeWatch(60))
    expect(await opened.check()).toBeTruthy()
    expect(await opened.request()).toBeTruthy()
    const compacted = await (await opened.compaction(5_000))()
    expect(JSON.stringify(compacted).length).toBeLessThan(JSON.stringify(history).length)
    for (const message of next) expect(await opened.step(message)()).toBeTruthy()
  })
})

describe('our own numbers', () => {
  it('are of the work they name', async () => {
    const opened = await ours.open(history, makeWatch(60))
    const before = Number(await opened.check())
    expect(before).toBeGreaterThan(15_000)
    expect(await opened.check()).toBe(before)
    expect(await opened.request()).toEqual({ messages: history })
    for (const message of next) expect(await opened.step(message)()).toBeGreaterThan(before)
    expect(opened.loading?.kind).toBe('time')
  })

  it('are of compactions that fit, each made anew', async () => {
    const opened = await ours.open(history, makeWatch(60))
    const [one, other] = [await opened.compaction(6_000), await opened.compaction(6_000)]
    const request = (await one()) as never
    expect(countRequest(request)).toBeLessThan(6_000)
    expect(await other()).toEqual(request)
    expect(await other()).not.toBe(request)
  })
})

describe('the naive recount', () => {
  it('leaves out the oldest until the rest fits', async () => {
    const opened = await naiveRecount.open(history, makeWatch(60))
    const kept = (await (await opened.compaction(5_000))()) as typeof history
    expect(kept[0]).toBe(history[0])
    expect(kept.slice(1)).toEqual(history.slice(1 - kept.length))
  })
})

describe('the watch', () => {
  it('stops what takes too long, and says so', async () => {
    const watch = makeWatch(0.02)
    const forever = (): never => {
      for (;;) watch.look()
    }
    expect(await timeOnce(forever, watch)).toEqual({ kind: 'over', seconds: 0.02 })
  })

  it('notices when its error was caught on the way', async () => {
    const watch = makeWatch(0.02)
    const half = (): string => {
      try {
        for (;;) watch.look()
      } catch {
        return 'half of the work'
      }
    }
    expect(await timeOnce(half, watch)).toEqual({ kind: 'over', seconds: 0.02 })
  })

  it('lets other errors through', async () => {
    await expect(timeOnce(() => Promise.reject(new Error('broken')), makeWatch(1))).rejects.toThrow('broken')
  })
})
