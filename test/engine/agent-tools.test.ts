import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, presets, type Thread } from '../../src/index.ts'
import { type AgentTools, QUOTED_HEAD } from '../../src/schema/agent-tools.ts'
import type { Json } from '../../src/schema/json.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../support/steps.ts'

const DIALECTS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ai-sdk', 'neutral'] as const
const PUTS_AWAY = presets.balanced({ ladder: [{ rung: 'externalize', above: 300, keepTurns: 2 }] })
const count = bpeTokenizer().count
const LONG = Array.from({ length: 2_000 }, (_, line) => `line ${line}: ${line === 1_234 ? 'the needle is 4711' : 'hay'}`).join(
  '\n',
)
const talk = messagesFor('openai-chat', [
  user('Find the needle.'),
  calls(['c1', 'read_log', { path: 'var/log.txt' }]),
  results(['c1', LONG]),
  agent('It stands in the log.'),
  ...finishedTurns(30, 300),
  user('go on'),
])

async function scene(options: Parameters<typeof createCompactor>[0] = {}) {
  const compactor = createCompactor({ clock: () => 5, ...options })
  const thread = await compactor.thread('t')
  await thread.append(talk)
  await thread.prepare({ window: 100_000, dialect: 'openai-chat' })
  return { compactor, thread }
}

async function artifactOf(thread: Thread): Promise<string> {
  const [commit] = (await thread.commits()).slice(-1)
  const record = commit?.plan.records.find((each) => each.action === 'externalize' && each.summary.includes('read_log'))
  return record?.action === 'externalize' ? record.artifact : ''
}

describe('the tools of an agent', () => {
  it('C25 · have definitions in every dialect, which cost less than 400 tokens together', async () => {
    const { compactor, thread } = await scene()
    const tools = compactor.tools(thread)
    for (const dialect of DIALECTS) {
      const definitions = tools.definitions(dialect)
      expect(count(JSON.stringify(definitions))).toBeLessThan(400)
      for (const { name } of tools.all) expect(JSON.stringify(definitions)).toContain(`"${name}"`)
      const { request } = await thread.prepare({ dialect, tools: definitions })
      expect(JSON.stringify(request)).toContain('"compact_context"')
    }
  })

  it('C25, F8 · find and open what was compacted, as quotations that cannot close themselves', async () => {
    const { compactor, thread } = await scene()
    await thread.compact({ window: 6_000 })
    const tools = compactor.tools(thread)
    const found = await tools.execute('recall', { query: 'where does the needle stand', limit: 3 })
    expect(found).toMatchObject({ isError: false })
    expect(found.text.startsWith(QUOTED_HEAD)).toBe(true)
    expect(found.text).toContain('e2 · result of read_log')
    expect(found.text).toContain('the needle is 4711')
    const opened = await tools.execute('expand', '{"handle":"e3"}')
    expect(opened.text).toContain('~~~\nIt stands in the log.\n~~~')
  })

  it('C25, L9 · are named by summaries and pointers where they are offered, and nowhere else', async () => {
    const { compactor, thread } = await scene()
    await thread.compact({ window: 6_000 })
    const shown = async (tools: readonly Json[], dialect: (typeof DIALECTS)[number]): Promise<string> => {
      const { request, tokens, budget } = await thread.prepare({ window: 6_000, dialect, tools })
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      const { tools: _, ...rest } = request as { readonly tools?: unknown }
      return JSON.stringify(rest)
    }
    const others: readonly Json[] = [{ name: 'recall', description: 'Calls a product back.', input_schema: { type: 'object' } }]
    for (const dialect of DIALECTS) {
      const offered = compactor.tools(thread).definitions(dialect)
      expect((await shown(offered, dialect)).split('Open a handle').length - 1, dialect).toBe(1)
      expect(await shown(others, dialect)).not.toContain('Open a handle')
    }
    const away = await scene({ policy: PUTS_AWAY })
    await away.thread.compact({ window: 20_000 })
    const { request } = await away.thread.prepare({ window: 20_000 })
    expect(JSON.stringify(request)).not.toContain('call: read_artifact')
    const tools = away.compactor.tools(away.thread).definitions()
    expect(JSON.stringify((await away.thread.prepare({ window: 20_000, tools })).request)).toContain('call: read_artifact')
  })

  it('L3 · leave room for what summaries say of them, at every window', async () => {
    const { compactor, thread } = await scene()
    const tools = compactor.tools(thread).definitions()
    for (let window = 4_000; window <= 24_000; window += 2_000) {
      const { tokens, budget } = await thread.compact({ window, tools })
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      await thread.undo({ window: 100_000 })
    }
  })

  it('C25 · have answers that are not summarized a second time, nor found by another search', async () => {
    const { compactor, thread } = await scene()
    await thread.compact({ window: 6_000 })
    const { text } = await compactor.tools(thread).execute('recall', { query: 'where does the needle stand' })
    const seq = await thread.append(
      messagesFor('openai-chat', [calls(['r1', 'recall', { query: 'needle' }]), results(['r1', text]), agent('It is 4711.')]),
    )
    await thread.append(messagesFor('openai-chat', [...finishedTurns(30, 300), user('go on')]))
    await thread.compact({ window: 6_000 })
    const summaries = JSON.stringify((await thread.summaries()).map((summary) => summary.text))
    expect(summaries).not.toMatch(/Quoted from this conversation|result of read_log · turn/)
    expect((await thread.recall('needle 4711', { limit: 20 })).map((hit) => hit.seq)).not.toContain(seq - 2)
  })

  it('have bounded answers, and say how to go on until the end is reached', async () => {
    const { compactor, thread } = await scene()
    const tools = compactor.tools(thread, { tokens: 500 })
    let [from, read] = [0, '']
    for (let step = 0; step < 100; step += 1) {
      const { text } = await tools.execute('expand', { handle: 'e2', from })
      expect(count(text)).toBeLessThanOrEqual(500)
      read += /~~~\n([\s\S]*)\n~~~/.exec(text)?.[1] ?? ''
      const next = /from: (\d+)\)/.exec(text)?.[1]
      if (next === undefined) break
      from = Number(next)
    }
    expect(read).toBe(LONG)
    expect(count((await tools.execute('expand', { handle: 'e0-e60' })).text)).toBeLessThanOrEqual(560)
  })

  it('C11 · read what was put away, by lines and by a text in it, and say how to go on', async () => {
    const { compactor, thread } = await scene({ policy: PUTS_AWAY })
    await thread.compact({ window: 20_000 })
    const id = await artifactOf(thread)
    const tools = compactor.tools(thread)
    expect((await tools.execute('read_artifact', { id, search: 'NEEDLE' })).text).toContain('1235: line 1234: the needle is 4711')
    const lines = await tools.execute('read_artifact', { id: `artifact:${id}`, from_line: 11, to_line: 12 })
    expect(lines.text).toContain('~~~\nline 10: hay\nline 11: hay\n')
    const whole = await tools.execute('read_artifact', { id })
    expect(whole.text).toMatch(/Go on with read_artifact\(".*", from_line: \d+\)/)
  })

  it('E9, E10 · read the digest of what was folded by its path', async () => {
    const { compactor, thread } = await scene()
    await thread.compact({ window: 6_000 })
    const [summary] = await thread.summaries()
    const { text, isError } = await compactor.tools(thread).execute('read_artifact', { id: summary?.path, search: 'read_log' })
    expect([isError, text]).toEqual([false, expect.stringContaining('"tool": "read_log"')])
  })

  it('say how full the context is and what is put away', async () => {
    const { compactor, thread } = await scene()
    const tools = compactor.tools(thread)
    expect((await tools.execute('context_status', {})).text).toContain('All of them are shown whole.')
    await thread.compact({ window: 6_000 })
    expect((await tools.execute('context_status', undefined)).text).toMatch(/Not shown whole: e\d+-e\d+/)
  })

  it('compact if the host lets them, with what is to be kept as an instruction and never as a pin', async () => {
    const { compactor, thread } = await scene()
    const wishes: unknown[] = []
    const refused = compactor.tools(thread, { compact: (wish) => wishes.push(wish) < 0 })
    const wish = { reason: 'a phase is done', preserve: ['the needle', 'e2'] }
    expect((await refused.execute('compact_context', wish)).text).toContain('Nothing was changed')
    expect([wishes, await thread.commits()]).toEqual([[wish], []])
    await thread.prepare({ window: 36_000, policy: 'off' })
    expect((await compactor.tools(thread).execute('compact_context', wish)).text).toMatch(/^Compacted: \d+ tokens became \d+/)
    const [commit] = await thread.commits()
    expect(commit?.receipt.inputs.instructions).toContain('the needle')
    expect(JSON.stringify(commit?.plan)).not.toContain('pinned')
  })

  it('C11, case 67 · read no artifact that has expired, and say so; the log has what was said', async () => {
    let now = 5
    const artifacts = memoryArtifacts({ clock: () => now, classify: () => ({ sensitivity: 'internal', ttlMs: 1_000 }) })
    const { compactor, thread } = await scene({ policy: PUTS_AWAY, artifacts, clock: () => now })
    await thread.compact({ window: 9_000 })
    const id = await artifactOf(thread)
    const tools = compactor.tools(thread)
    const before = JSON.stringify(await thread.commits())
    expect((await tools.execute('read_artifact', { id, search: 'needle' })).text).toContain('the needle is 4711')
    now = 2_000
    for (const input of [{ id }, { id, search: 'needle' }, { id, from_line: 1_235 }]) {
      const { isError, text } = await tools.execute('read_artifact', input)
      expect([isError, text.includes('needle is')]).toEqual([true, false])
    }
    await thread.append(messagesFor('openai-chat', [agent('Which one?'), user(`Show artifact ${id}.`)]))
    const rehydration = { enabled: true, mostArtifacts: 3, tokensEach: 40_000, tokensTogether: 80_000, cooldownTurns: 2 }
    const policy = { ...PUTS_AWAY, rehydration: { ...rehydration, sensitivities: ['public', 'internal'] as const } }
    const { request } = await thread.prepare({ window: 100_000, policy })
    expect(JSON.stringify(request)).not.toContain('needle is')
    expect((await tools.execute('recall', { query: 'needle is' })).text).toContain('the needle is 4711')
    expect(JSON.stringify(await thread.commits())).toBe(before)
  })

  it('C12, case 67 · quote nothing of what was put away as confidential, by no way, unless they are given leave', async () => {
    const artifacts = memoryArtifacts({
      classify: ({ content }) => ({ sensitivity: content.includes('needle') ? 'confidential' : 'internal', ttlMs: null }),
    })
    const { compactor, thread } = await scene({ policy: PUTS_AWAY, artifacts })
    await thread.compact({ window: 9_000 })
    // A fold takes the place of the pointer: what is confidential stays so.
    await thread.compact({ window: 4_000, policy: presets.balanced() })
    const quoted = async (tools: AgentTools): Promise<readonly boolean[]> => {
      const inputs = [
        ['expand', { handle: 'e2', from: LONG.indexOf('the needle') - 20 }],
        ['expand', { handle: 'e1-e3' }],
        ['recall', { query: 'the needle is 4711' }],
        ['recall', { query: 'needle', tool: 'read_log', limit: 20 }],
      ] as const
      const answers = await Promise.all(inputs.map(([name, input]) => tools.execute(name, input)))
      return answers.map(({ text }) => /needle is|line 1: hay/.test(text))
    }
    expect(await quoted(compactor.tools(thread))).toEqual([false, false, false, false])
    const cleared = compactor.tools(thread, { permissions: ['artifacts:read-confidential'] })
    expect(await quoted(cleared)).toEqual([true, true, true, true])
    const fresh = await thread.handoff({ goal: 'Go on with the files.' })
    expect((await compactor.tools(fresh).execute('expand', { handle: 'old:e2' })).text).toContain('may not be read')
  })

  it('case 66, case 67 · give nothing of another tenant, by no id, handle or path', async () => {
    const store = memoryStore()
    const { compactor, thread } = await scene({ store, policy: PUTS_AWAY })
    await thread.compact({ window: 20_000 })
    const id = await artifactOf(thread)
    const stranger = await compactor.thread('t', { tenant: 'other' })
    await stranger.append(messagesFor('openai-chat', [user('hello')]))
    const tools = compactor.tools(stranger)
    for (const [name, input] of [
      ['recall', { query: 'needle 4711' }],
      ['expand', { handle: 'e2' }],
      ['read_artifact', { id }],
      ['read_artifact', { id: `../default/${id}` }],
      ['read_artifact', { id: 'su:1.conv.range.summary' }],
    ] as const) {
      const { text } = await tools.execute(name, input)
      expect(text).not.toMatch(/4711|hay|read_log/)
    }
  })

  it('case 67 · take anything for input, and say in words what is wrong with it', async () => {
    const { compactor, thread } = await scene()
    const tools = compactor.tools(thread)
    const inputs = fc.oneof(
      fc.anything(),
      fc.json(),
      fc.record({ query: fc.anything(), handle: fc.anything(), id: fc.anything() }),
    )
    const names = fc.oneof(fc.constantFrom('recall', 'expand', 'read_artifact', 'context_status'), fc.string())
    await fc.assert(
      fc.asyncProperty(names, inputs, async (name, input) => {
        const { text } = await tools.execute(name, input)
        expect(typeof text === 'string' && count(text) < 2_200).toBe(true)
      }),
      { numRuns: 150 },
    )
    for (const id of ['../../etc/passwd', '/etc/passwd', 'a'.repeat(64), '\u0000']) {
      expect(await tools.execute('read_artifact', { id })).toMatchObject({ isError: true })
    }
  })
})
