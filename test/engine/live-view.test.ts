import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, type Prepared, presets, type Thread } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Meter } from '../../src/schema/meter.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, results, user } from '../support/steps.ts'

const id = fc.constantFrom('x', 'y', 'z', 'a.b')
/** Anthropic messages of any kind in any order: ids that clash, late and orphaned results, emptiness, thinking, half characters. */
const message: fc.Arbitrary<Json> = fc.oneof(
  fc.boolean().map((thinks) => ({
    role: 'assistant',
    content: [
      ...(thinks ? [{ type: 'thinking', thinking: 't', signature: 's' }] : []),
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    ],
  })),
  fc.constantFrom('hi', '', ' ', 'half \ud800', 'tail ', '<system-reminder>x').map((content) => ({ role: 'user', content })),
  fc.constantFrom('ok', '', ' \n', 'with space  ').map((content) => ({ role: 'assistant', content })),
  fc.constantFrom('rule', '').map((content) => ({ role: 'system', content })),
  fc.boolean().map((alone) => ({
    role: 'assistant',
    content: [{ type: 'thinking', thinking: 't', signature: 's' }, ...(alone ? [] : [{ type: 'text', text: 'so' }])],
  })),
  fc.array(id, { minLength: 1, maxLength: 3 }).map((ids) => ({
    role: 'assistant',
    content: ids.map((callId) => ({ type: 'tool_use', id: callId, name: 'my tool', input: {} })),
  })),
  fc.tuple(fc.array(id, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([ids, speaks]) => ({
    role: 'user',
    content: [
      ...(speaks ? [{ type: 'text', text: 'by the way' }] : []),
      ...ids.map((callId) => ({ type: 'tool_result', tool_use_id: callId, content: callId === 'z' ? '' : 'r' })),
    ],
  })),
)

/** Counts letters, or takes each for so much that no request could show what a message says: a view lets go of all but its end. */
const LIGHT = { name: 'light', count: (text: string) => text.length }
const LARGE = { name: 'large', count: (text: string) => 100 * text.length }
const HEAVY = { name: 'heavy', count: (text: string) => 1_000_000 * text.length }

const open = async (options = {}): Promise<Thread> =>
  createCompactor({ clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }), ...options }).thread('t')

describe('a view that follows its log', () => {
  it.each(PROVIDERS)('gives, step by step, what rendering everything at once gives: %s', async (dialect) => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 10 }), async (messages) => {
        const stepwise = await open()
        for (const [index, next] of messages.entries()) {
          await stepwise.append([next], { dialect: 'anthropic' })
          const atOnce = await open()
          await atOnce.append(messages.slice(0, index + 1), { dialect: 'anthropic' })
          const [one, other] = [await stepwise.prepare({ dialect }), await atOnce.prepare({ dialect })]
          expect(JSON.stringify(one.request)).toBe(JSON.stringify(other.request))
          expect([one.tokens, one.prompt.repairs, one.record.stable]).toEqual([
            other.tokens,
            other.prompt.repairs,
            other.record.stable,
          ])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('does so if what the agent began is left out, once a person answers', async () => {
    const use = (id: string, name: string): Json => ({ type: 'tool_use', id, name, input: {} })
    const result = (id: string): Json => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] })
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
    const messages: readonly Json[] = [
      { role: 'assistant', content: [use('c1', 'read'), use('c2', 'edit')] },
      result('c2'),
      { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 's' }, search] },
      result('c1'),
    ]
    const [stepwise, atOnce] = [await open(), await open()]
    for (const next of messages) {
      await stepwise.append([next], { dialect: 'anthropic' })
      await stepwise.prepare()
    }
    await atOnce.append(messages, { dialect: 'anthropic' })
    expect((await stepwise.prepare()).request).toEqual((await atOnce.prepare()).request)
  })

  it.each(PROVIDERS)('does so behind a commit too: %s', async (dialect) => {
    const more = [agent('a step'), user('next'), calls(['n', 'grep', {}]), results(['n', 'r']), agent('done'), user('so?')]
    const stepwise = await open()
    await stepwise.append(messagesFor(dialect, [...finishedTurns(10, 150), user('go')]), { dialect })
    await stepwise.compact({ window: 1500 })
    for (const step of more) {
      await stepwise.append(messagesFor(dialect, [step]))
      await stepwise.prepare({ window: 3000 })
    }
    const atOnce = await open()
    await atOnce.append(messagesFor(dialect, [...finishedTurns(10, 150), user('go')]), { dialect })
    await atOnce.compact({ window: 1500 })
    await atOnce.append(messagesFor(dialect, more))
    expect((await stepwise.prepare({ window: 3000 })).record).toEqual((await atOnce.prepare({ window: 3000 })).record)
  })

  it.each(PROVIDERS)('shows after a compaction what a process that opens the thread anew renders: %s', async (dialect) => {
    let compacted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 12, maxLength: 40 }), async (messages) => {
        const store = memoryStore()
        const policy = presets.balanced({ trigger: 1, release: 0.6 })
        const thread = await open({ store, policy })
        await thread.append(messages, { dialect: 'anthropic' })
        const size = (await thread.prepare({ dialect, window: 1_000_000, reserve: 0 })).tokens
        const { request, changed } = await thread.compact({ dialect, window: size - 4, reserve: 0 })
        if (changed) compacted += 1
        const anew = await (await open({ store, policy })).prepare({ dialect, window: 1_000_000, reserve: 0 })
        expect(JSON.stringify(request)).toBe(JSON.stringify(anew.request))
      }),
      { numRuns: 100 },
    )
    expect(compacted).toBeGreaterThan(20)
  })

  it.each(PROVIDERS)('shows what it has let go as it was, and hashes the same bytes: %s', async (dialect) => {
    const clean = messagesFor('anthropic', [user('Go on.'), ...finishedTurns(3, 4)])
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 10 }), async (odd) => {
        const messages = [...clean, ...odd, ...clean]
        const [light, heavy] = [await open({ tokenizer: LIGHT }), await open({ tokenizer: HEAVY })]
        for (const thread of [light, heavy]) await thread.append(messages, { dialect: 'anthropic' })
        const options = { dialect, window: 2 ** 50 }
        const [one, other] = [await light.prepare(options), await heavy.prepare(options)]
        await heavy.append([{ role: 'assistant', content: 'more' }], { dialect: 'anthropic' })
        await heavy.prepare(options)
        expect(JSON.stringify(other.request)).toBe(JSON.stringify(one.request))
        expect(other.prompt).toEqual(one.prompt)
        expect(other.record.bytes).toBe(one.record.bytes)
      }),
      { numRuns: 60 },
    )
  })

  it('a compaction knows what that costs, and fits', async () => {
    const thread = await open({ tokenizer: HEAVY, policy: presets.balanced() })
    await thread.append(messagesFor('openai-chat', [user('Mind the gap.'), ...finishedTurns(40, 30)]))
    const { tokens } = await thread.prepare({ window: 2 ** 50, reserve: 0 })
    expect(tokens).toBeGreaterThan(1e9)
    const window = Math.ceil(tokens / 2)
    const bytes = JSON.stringify((await thread.prepare({ window: 2 ** 50, reserve: 0 })).request).length
    const { receipt } = await thread.compact({ window, reserve: 0 })
    expect(receipt?.tokens.before).toBe(tokens)
    expect(receipt?.bytes.before).toBe(bytes)
    expect(receipt?.tokens.after).toBeLessThan(window)
    expect(receipt?.tokens.after).toBeGreaterThan(window / 8)
  })

  it('that was made for a large window holds less once a plan for a smaller one is in effect, and the next plan is the same', async () => {
    const policy = presets.balanced()
    const history = messagesFor('anthropic', [user('Go on.'), ...finishedTurns(30, 30)])
    const small = { dialect: 'anthropic', reserve: 0 } as const
    const threads = [await open({ policy, tokenizer: LARGE }), await open({ policy, tokenizer: LARGE })]
    const made = await Promise.all(
      threads.map(async (thread, at) => {
        await thread.append(history, { dialect: 'anthropic' })
        const all = at === 0 ? (await thread.prepare({ ...small, window: 2 ** 40 })).tokens : 0
        const first = await thread.compact({ ...small, window: 400_000 })
        await thread.append(history, { dialect: 'anthropic' })
        const second = await thread.compact({ ...small, window: 400_000 })
        const whole = await thread
          .undo()
          .then(() => thread.undo())
          .then(() => thread.prepare({ ...small, window: 2 ** 40 }))
        return {
          all,
          told: JSON.stringify([first, second].map(({ request, receipt }) => [request, { ...receipt, at: 0 }])),
          whole: JSON.stringify(whole.request),
        }
      }),
    )
    expect(made[0]?.all).toBeGreaterThan(1_000_000)
    expect(made[0]?.told).toBe(made[1]?.told)
    expect(made[0]?.whole).toBe(made[1]?.whole)
  })

  it('that was made for a small window shows as much, and looks at as little, where a larger one is asked for', async () => {
    const store = memoryStore()
    const policy = presets.balanced()
    const touched: number[] = []
    const meter: Meter = { touch: (_, count) => void touched.push(count) }
    const thread = await open({ store, policy, tokenizer: LARGE, meter })
    await thread.append(messagesFor('anthropic', [user('Go on.'), ...finishedTurns(30, 30)]))
    const large = { window: 2 ** 40, reserve: 0 }
    const step = messagesFor('anthropic', [agent('So far.'), user('And now?')])
    const isAsAnew = async (seen: Prepared): Promise<void> => {
      const other = await (await open({ store, policy, tokenizer: LARGE })).prepare(large)
      expect(JSON.stringify(seen.request)).toBe(JSON.stringify(other.request))
      expect([seen.tokens, seen.record.bytes]).toEqual([other.tokens, other.record.bytes])
      await thread.append(step)
      touched.length = 0
      JSON.stringify((await thread.prepare(large)).request)
      expect(touched.reduce((sum, count) => sum + count, 0)).toBeLessThan(30)
    }
    const { currentTokens } = await thread.check({ window: 200_000, reserve: 0 })
    expect(currentTokens).toBeGreaterThan(600_000)
    await isAsAnew(await thread.prepare(large))
    await thread.prepare({ window: 200_000, reserve: 0 })
    await isAsAnew(await thread.undo(large))
    expect((await thread.check(large)).currentTokens).toBeLessThan(1_900_000)
  })

  it('a log of thousands of entries looks the same at once as bit by bit', async () => {
    const [bits, atOnce] = [await open({ tokenizer: LIGHT }), await open({ tokenizer: LIGHT })]
    const steps = messagesFor('anthropic', [user('Go on.'), ...finishedTurns(700, 4), agent('Done.')])
    for (let at = 0; at < steps.length; at += 300) {
      await bits.append(steps.slice(at, at + 300))
      void (await bits.prepare({ window: 2 ** 40 })).tokens
    }
    await atOnce.append(steps)
    const [one, other] = [await bits.prepare({ window: 2 ** 40 }), await atOnce.prepare({ window: 2 ** 40 })]
    expect((await atOnce.entries()).length).toBeGreaterThan(2_000)
    expect([other.tokens, other.record]).toEqual([one.tokens, one.record])
    expect(JSON.stringify(other.request)).toBe(JSON.stringify(one.request))
  })

  it('what was prepared stays what it was, whatever is appended before it is read', async () => {
    const thread = await open()
    await thread.append([{ role: 'user', content: 'a' }])
    const early = await thread.prepare()
    await thread.append([
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ])
    await thread.prepare()
    expect(early.request).toEqual({ messages: [{ role: 'user', content: 'a' }] })
  })

  it.each(PROVIDERS)('looks at no more in a late step than in an early one: %s', async (dialect) => {
    const touched: number[] = []
    let sum = 0
    const meter: Meter = {
      touch(_, count) {
        sum += count
      },
    }
    const thread = await open({ meter })
    for (let turn = 0; turn < 120; turn += 1) {
      sum = 0
      await thread.append(
        messagesFor(dialect, [user(`turn ${turn}`), calls([`c${turn}`, 'grep', {}]), results([`c${turn}`, 'r']), agent('ok')]),
        {
          dialect,
        },
      )
      void (await thread.prepare({ window: 1_000_000 })).tokens
      touched.push(sum)
    }
    expect(Math.max(...touched.slice(60))).toBeLessThanOrEqual(Math.max(...touched.slice(5, 20)))
  })
})

describe('a call that was approved', () => {
  const approved: readonly Json[] = [
    { role: 'user', content: 'delete it' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'remove', input: {} },
        { type: 'tool-approval-request', approvalId: 'ap1', toolCallId: 'c1' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap1', approved: true }] },
  ]

  it('L9 · is about to be carried out until the agent speaks again, be it with an empty message', async () => {
    const thread = await createCompactor().thread('approved')
    await thread.append(approved, { dialect: 'ai-sdk' })
    const waiting = await thread.prepare()
    expect(JSON.stringify(waiting.request)).not.toContain('no result was recorded')
    expect(waiting.prompt.stable).toBe(1)
    await thread.append([{ role: 'assistant', content: '' }], { dialect: 'ai-sdk' })
    const spoken = await thread.prepare()
    expect(JSON.stringify(spoken.request)).toContain('no result was recorded')
    await thread.append([{ role: 'user', content: 'well?' }], { dialect: 'ai-sdk' })
    const later = await thread.prepare()
    expect(later.prompt.messages.slice(0, spoken.prompt.stable)).toEqual(spoken.prompt.messages.slice(0, spoken.prompt.stable))
  })
})
