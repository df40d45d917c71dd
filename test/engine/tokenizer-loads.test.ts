import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'

describe('a tokenizer that has to be loaded', () => {
  it('C15 · is loaded before a thread is opened, and nothing is counted before', async () => {
    let isLoaded = false
    const load = async (): Promise<void> => {
      isLoaded = true
    }
    const count = (text: string): number => {
      if (!isLoaded) throw new Error('too early')
      return text.length
    }
    const compactor = createCompactor({ tokenizer: { name: 'letters', load, count } })
    expect(isLoaded).toBe(false)
    const thread = await compactor.thread('t')
    expect(isLoaded).toBe(true)
    await thread.append([{ role: 'user', content: 'Hello' }])
    expect((await thread.check({ model: 'gpt-4o' })).currentTokens).toBeGreaterThanOrEqual('Hello'.length)
  })

  it('C15 · is tried again if it could not be loaded', async () => {
    const tries: string[] = []
    const load = async (): Promise<void> => {
      tries.push('load')
      if (tries.length === 1) throw new Error('the network is gone')
    }
    const compactor = createCompactor({ tokenizer: { name: 'letters', load, count: (text) => text.length } })
    await expect(compactor.thread('t')).rejects.toThrow('the network is gone')
    await (await compactor.thread('t')).append([{ role: 'user', content: 'Hello' }])
    expect(tries).toEqual(['load', 'load'])
  })
})
