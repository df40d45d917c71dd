import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { countingPorts } from '../support/counting-ports.ts'
import { agent, finishedTurns, messagesFor, type Provider, user } from '../support/steps.ts'

const PROVIDER: Provider = 'openai-chat'
const FAR = { window: 10_000_000 }
const NEAR = { window: 24_000, reserve: 0 }
const history = messagesFor(PROVIDER, finishedTurns(100, 30))
const step = (index: number) => messagesFor(PROVIDER, [user(`Go on with part ${index}.`), agent(`Part ${index} is done.`)])

/** How many entries each of some steps looks at, after a history that was appended at once. */
async function steps(options: { readonly window: number; readonly reserve?: number }, count: number): Promise<readonly number[]> {
  const counting = countingPorts()
  const thread = await createCompactor({ ...counting.ports, clock: () => 0 }).thread('t')
  await thread.append(history)
  await thread.prepare(options)
  const works: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { entries } = await counting.during(() => thread.append(step(index)))
    works.push(entries)
  }
  return works
}

describe('reading for a summary that may come', () => {
  it('L7 · changes no request: it is the same whether it was read step by step or at once', async () => {
    const compacted = async (isAhead: boolean) => {
      const thread = await createCompactor({ clock: () => 0 }).thread('t')
      if (!isAhead) await thread.append([...history, ...step(1), ...step(2)])
      else {
        await thread.append(history.slice(0, 100))
        await thread.prepare(NEAR)
        for (const message of history.slice(100)) await thread.append([message])
        for (const index of [1, 2]) for (const message of step(index)) await thread.append([message])
      }
      const { request, receipt } = await thread.compact({ window: 8_000, reserve: 0 })
      return { request, fates: receipt.fates, tokens: receipt.tokens }
    }
    expect(await compacted(true)).toEqual(await compacted(false))
  })

  it('waits while the limit is far: such a log may never be compacted', async () => {
    expect(new Set(await steps(FAR, 20))).toEqual(new Set([2]))
  })

  it('goes along with each step when it is near, and takes in of what came before at most twice as much', async () => {
    const works = await steps(NEAR, 400)
    expect(Math.max(...works)).toBe(2 + 3 * 2)
    // Once everything is read, a step reads what is new.
    expect(works.at(-1)).toBe(2 + 2)
  })
})
