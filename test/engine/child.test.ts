import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyFolder } from '../support/folders.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, user } from '../support/steps.ts'

const count = (text: string): number => text.split(/\s+/).length

describe('sub-agents', () => {
  it('case 73 · have a log and a budget of their own, the policy of their parent, and are listed with it', async () => {
    const store = memoryStore()
    const compactor = createCompactor({ store, clock: () => 0, policy: presets.cms() })
    const parent = await compactor.thread('main')
    await parent.append(messagesFor('openai-chat', [user('Find the bug.'), calls(['t', 'task', { prompt: 'search' }])]))
    const children = await Promise.all(['a', 'b'].map((id) => parent.child(id, { window: 3_000, reserve: 200 })))
    await Promise.all(
      children.map(async (child, index) => {
        await child.append(messagesFor('openai-chat', [user(`Search part ${index}.`), ...finishedTurns(40, 150), user('and?')]))
        const { receipt, tokens } = await child.prepare()
        expect(tokens).toBeLessThanOrEqual(2_800)
        expect(JSON.parse(receipt?.inputs.policy ?? '{}')).toMatchObject({ name: 'cms' })
      }),
    )
    expect((await parent.entries()).length).toBe(2)
    expect(await parent.commits()).toEqual([])
    expect(await parent.children()).toEqual(['main/child-a', 'main/child-b'])
    const again = await createCompactor({ store, clock: () => 0 }).thread('main')
    expect(await again.children()).toEqual(['main/child-a', 'main/child-b'])
    expect((await (await again.child('a')).entries()).length).toBe((await (children[0] as Thread).entries()).length)
    expect(await compactor.threads()).toEqual(['main', 'main/child-a', 'main/child-b'])
  })

  it('case 73 · a child of the same name as somebody’s thread gets another name', async () => {
    const compactor = createCompactor({ clock: () => 0 })
    await (await compactor.thread('main/child-a')).append([{ role: 'user', content: 'mine' }])
    const child = await (await compactor.thread('main')).child('a')
    expect(await child.entries()).toEqual([])
  })

  it.each(['sqlite', 'jsonl'] as const)('case 73 · are remembered in %s', async (kind) => {
    const at = `${emptyFolder()}/store`
    const open = async () => (kind === 'sqlite' ? openSqliteStore(at) : openJsonlStore(at))
    const first = await open()
    const parent = await createCompactor({ store: first, clock: () => 0 }).thread('main')
    await parent.append([{ role: 'user', content: 'hi' }])
    await (await parent.child('a')).append([{ role: 'user', content: 'search' }])
    await first.close()
    const second = await open()
    expect(await (await createCompactor({ store: second, clock: () => 0 }).thread('main')).children()).toEqual(['main/child-a'])
    await second.close()
  })

  it('case 73 · what they hand back is bounded: their last words, cut if they are long', async () => {
    const child = await (await createCompactor({ clock: () => 0 }).thread('main')).child('a')
    await child.append(messagesFor('openai-chat', [user('Search.'), agent('The bug is in parser.ts, line 40.')]))
    expect(await child.result()).toMatchObject({ text: 'The bug is in parser.ts, line 40.', state: 'idle', isWhole: true })
    await child.append(
      messagesFor('openai-chat', [user('All of it, please.'), agent(`It begins so. ${prose(3_000)} It ends so.`)]),
    )
    const long = await child.result({ tokens: 200 })
    expect(long.tokens).toBeLessThanOrEqual(200)
    expect(long.text).toMatch(/^It begins so\..*It ends so\.$/s)
    expect(long.isWhole).toBe(false)
    expect(count(long.text)).toBeGreaterThan(80)
  })

  it('case 73 · one that overflowed, or is still at work, hands back what it did: never nothing, never too much', async () => {
    const parent = await createCompactor({ clock: () => 0 }).thread('main')
    const child = await parent.child('a', { policy: 'off', window: 1_000, reserve: 100 })
    await child.append(
      messagesFor('openai-chat', [
        user('Find every use of the table orders_live.'),
        ...finishedTurns(12, 150),
        calls(['r', 'read_file', { path: 'src/import.ts' }]),
        results(['r', prose(2_000)]),
      ]),
    )
    expect(failureIn(await rejection(child.prepare()))).toMatchObject({ code: 'compaction-refused' })
    const { text, tokens, state, isWhole } = await child.result({ tokens: 300 })
    expect({ state, isWhole }).toEqual({ state: 'in-flight', isWhole: false })
    expect(tokens).toBeLessThanOrEqual(300)
    expect(text).toContain('Find every use of the table orders_live.')
    expect(await (await parent.child('b')).result()).toMatchObject({ text: '', state: 'idle' })
  })
})
