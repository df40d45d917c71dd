import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type CompactorEvent, checkPolicy, createCompactor, type Hooks, type Policy, presets } from '../../src/index.ts'
import { caught, failureIn } from '../support/caught.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

const at = { window: 128_000, model: 'gpt-4o', dialect: 'openai-chat' } as const
/** A turn with an output of so many words. */
const turn = (index: number, words: number): readonly Step[] => [
  user(`Read file ${index}.`),
  calls([`c${index}`, 'read_file', { path: `${index}.ts` }]),
  results([`c${index}`, `file ${index}: ${prose(words)}`]),
  agent(`File ${index} is read.`),
]
const turns = (count: number, words: number): readonly Step[] =>
  Array.from({ length: count }, (_, index) => turn(index, words)).flat()

async function open(policy: Policy, steps: readonly Step[]) {
  const compactor = createCompactor({ clock: () => 0, policy })
  const events: CompactorEvent[] = []
  for (const name of ['compaction-started', 'compaction-done', 'compaction-skipped'] as const) {
    compactor.on(name, (event) => events.push(event))
  }
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  await thread.prepare(at)
  return { thread, events }
}

describe('after the turn', () => {
  const presetsThatPrune = [presets.cms(), presets.opencode()]
  it.each(presetsThatPrune)(
    'A18 · $name prunes old output although everything fits, by a commit with a receipt',
    async (policy) => {
      const { thread, events } = await open(policy, turns(12, 8_000))
      expect(await thread.commits()).toEqual([])
      const settled = await thread.settle()
      expect(settled?.receipt).toMatchObject({
        trigger: 'settle',
        strategy: 'clear-tool-outputs',
        stages: { wasPruned: true, wasCompacted: false, afterPrune: settled?.tokens, afterCompact: settled?.tokens },
      })
      expect(settled?.receipt.tokens.before).toBeGreaterThan((settled?.tokens ?? 0) + 20_000)
      expect(settled?.receipt.continueWith).toBeUndefined()
      expect(events.map(({ kind }) => kind)).toEqual(['compaction-started', 'compaction-done'])
      expect(await thread.commits()).toHaveLength(1)
      const { request } = await thread.prepare(at)
      expect(openaiChat.validate(request)).toEqual([])
      expect(JSON.stringify(request)).toContain('file 11: ')
    },
  )

  it('E12 · hooks have their say: select may keep an output, and a hostile one changes nothing', async () => {
    const prunedWith = async (select: NonNullable<Hooks['select']>) => {
      const compactor = createCompactor({ clock: () => 0, policy: presets.cms(), hooks: { select }, hookDeadlineMs: 40 })
      const thread = await compactor.thread('t')
      await thread.append(messagesFor('openai-chat', turns(12, 8_000)))
      await thread.prepare(at)
      const settled = await thread.settle()
      return { hooks: settled?.receipt.hooks, sent: JSON.stringify((await thread.prepare(at)).request) }
    }
    const plain = await prunedWith(() => undefined)
    expect(plain.hooks).toMatchObject([{ hook: 'select', outcome: 'heard' }])
    const kept = await prunedWith(({ records }) => ({ preserve: [`e${records[0]?.from ?? -1}`] }))
    expect(kept.hooks).toMatchObject([{ hook: 'select', outcome: 'obeyed' }])
    expect(kept.sent.length).toBeGreaterThan(plain.sent.length + 20_000)
    for (const hostile of [() => Promise.reject(new Error('boom')), () => new Promise<never>(() => undefined)]) {
      const { hooks, sent } = await prunedWith(hostile)
      expect(hooks).toMatchObject([{ hook: 'select', outcome: 'passed-over' }])
      expect(sent).toBe(plain.sent)
    }
  })

  it('A18 · also after an error', async () => {
    const { thread } = await open(presets.cms(), turns(12, 8_000))
    expect((await thread.settle({ error: new Error('the provider is gone') }))?.changed).toBe(true)
  })

  it('A18, L9 · what it would save is counted anew: the prefix stays until another 20,000 tokens are old', async () => {
    const { thread } = await open(presets.cms(), turns(12, 8_000))
    await thread.settle()
    const pruned = JSON.stringify((await thread.prepare(at)).request.messages)
    await thread.append(messagesFor('openai-chat', turn(12, 3_000)))
    expect(await thread.settle()).toBeNull()
    expect(JSON.stringify((await thread.prepare(at)).request.messages).startsWith(pruned.slice(0, -1))).toBe(true)
    await thread.append(
      messagesFor('openai-chat', [...turn(13, 9_000), ...turn(14, 9_000), ...turn(15, 9_000), ...turn(16, 9_000)]),
    )
    expect((await thread.settle())?.changed).toBe(true)
  })

  it('A18 · a policy without such rungs, or switched off, changes nothing', async () => {
    for (const policy of [presets.balanced({ trigger: 0.9 }), presets.opencode({ automatic: false })]) {
      const { thread } = await open(policy, turns(12, 8_000))
      expect(await thread.settle()).toBeNull()
      expect(await thread.commits()).toEqual([])
    }
  })

  it('A18 · only rungs that make entries smaller may act after every turn', () => {
    const wrong = { ...presets.cms(), afterTurn: [{ rung: 'drop-oldest' }] } as const
    expect(failureIn(caught(() => checkPolicy(wrong)))).toMatchObject({ code: 'input-invalid', at: 'afterTurn[0].rung' })
  })

  it('A9 · what was done stands in the receipt: tokens after clearing and after folding', async () => {
    const { thread } = await open(presets.cms(), turns(4, 100))
    await thread.append(
      messagesFor('openai-chat', [
        ...turns(20, 8_000),
        ...turns(20, 10).map((step) => (step.kind === 'agent' ? agent(prose(2_000)) : step)),
        user('and now?'),
      ]),
    )
    const { receipt } = await thread.prepare({ ...at, window: 40_000 })
    const { before, after } = receipt?.tokens ?? { before: 0, after: 0 }
    expect(receipt?.stages).toMatchObject({ wasCompacted: true, afterCompact: after })
    expect(receipt?.stages?.afterPrune).toBeLessThanOrEqual(before)
    expect(receipt?.stages?.afterPrune).toBeGreaterThanOrEqual(after)
  })

  it('B18 · pi: the check after an answer compacts, people are told, and what goes on is the same work', async () => {
    const compactor = createCompactor({ clock: () => 0, policy: presets.pi() })
    const told: string[] = []
    compactor.on('compaction-started', ({ occasion, state }) => told.push(`started ${occasion} ${state}`))
    compactor.on('compaction-done', ({ occasion, state }) => told.push(`done ${occasion} ${state}`))
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [...turns(12, 8_000), user('Now fix it.')]))
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', [calls(['x', 'edit', { path: 'a' }]), results(['x', 'ok'])]))
    const settled = await thread.settle({ usage: { prompt_tokens: 120_000, completion_tokens: 100, total_tokens: 120_100 } })
    expect(settled?.changed).toBe(true)
    expect(told).toEqual(['started settle in-flight', 'done settle in-flight'])
    const next = await thread.prepare(at)
    expect(next.request.messages.at(-1)).toMatchObject({ role: 'tool', content: 'ok' })
    expect(await thread.settle()).toBeNull()
  })

  it('case 81 · a signal stops it: nothing is changed', async () => {
    const { thread } = await open(presets.cms(), turns(12, 8_000))
    await expect(thread.settle({ signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
    expect(await thread.commits()).toEqual([])
  })
})
