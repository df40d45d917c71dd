import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { messagesIn } from '../support/invariants.ts'

const WINDOW = { window: 1_500, reserve: 0 }
const REQUEST = 'read the next file, look at what it has to do with the retry budget, and say it in a line. '.repeat(4)
const LONG = 'a line of what the tool printed\n'.repeat(60)

const open = () => createCompactor({ store: memoryStore(), clock: () => 0, policy: presets.balanced() }).thread('t')

const lengthOf = async (thread: Thread): Promise<number> => (await thread.entries()).length

/** What a resend adds to a thread's log, in words. */
async function added(thread: Thread, dialect: string, messages: readonly Json[]): Promise<readonly string[]> {
  const before = await lengthOf(thread)
  const { id, reconciliation } = await thread.resend(JSON.parse(JSON.stringify(messages)), { dialect })
  expect([id, reconciliation.revisions]).toEqual(['t', []])
  const fresh = (await thread.entries()).slice(before)
  return fresh.map((entry) => `${entry.kind}: ${'text' in entry ? entry.text : 'input' in entry ? entry.input : ''}`)
}

/** Hands back what it is shown, with the next messages behind it, until most of it is a summary, and says what each step added. */
async function carryForward(thread: Thread, dialect: string, steps: readonly (readonly Json[])[]) {
  const sizes: number[] = []
  let shown: readonly Json[] = []
  for (const step of steps) {
    sizes.push((await added(thread, dialect, [...shown, ...step])).length)
    shown = messagesIn((await thread.prepare({ ...WINDOW, dialect })).request)
  }
  expect((await thread.commits()).length).toBeGreaterThan(2)
  expect(JSON.stringify(shown)).toContain('[Context Summary')
  const words = (await thread.entries()).map((entry) => ('text' in entry ? entry.text : ''))
  expect(words.filter((text) => /Context Summary|conversation continues|left out:|^\[\w+: success\]/.test(text))).toEqual([])
  return sizes
}

describe('items of the Responses API', () => {
  const DIALECT = 'openai-responses'
  const ask = (text: string): Json => ({ role: 'user', content: text })
  const answer = (n: number): readonly Json[] => [
    { type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: `enc-${n}` },
    { type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'read', arguments: `{"n":${n}}`, status: 'completed' },
    { type: 'function_call_output', call_id: `call_${n}`, output: `content of ${n}` },
    {
      type: 'message',
      id: `msg_${n}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: `It is ${n}.`, annotations: [] }],
    },
  ]

  it('are known without their ids, and without reasoning', async () => {
    const thread = await open()
    const history = [ask('Read one.'), ...answer(1), ask('Read two.'), ...answer(2)]
    await thread.resend(history, { dialect: DIALECT })
    const bare = history
      .filter(isJsonObject)
      .filter(({ type }) => type !== 'reasoning')
      .map(({ id: _, ...item }) => item)
    expect(await added(thread, DIALECT, [...bare, ask('Read three.')])).toEqual(['text: Read three.'])
  })

  it('go on an answer that is in the log in part', async () => {
    const thread = await open()
    const [thought = null, call = null, result = null, text = null] = answer(1)
    await thread.resend([ask('Read one.'), thought], { dialect: DIALECT })
    expect(await added(thread, DIALECT, [ask('Read one.'), thought, call])).toEqual(['tool-call: {"n":1}'])
    expect((await thread.entries()).map(({ message }) => message.piece)).toEqual([undefined, 'first', 'later'])
    expect(await added(thread, DIALECT, [ask('Read one.'), thought, call, result, text])).toHaveLength(2)
  })

  it('are known as we rendered them, with what they say in a shape of their own', async () => {
    const thread = await open()
    const steps = Array.from({ length: 30 }, (_, n): readonly Json[] => [
      ask(`Run ${n}.`),
      { type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: `enc-${n}` },
      {
        type: 'shell_call',
        id: `sh_${n}`,
        call_id: `call_${n}`,
        action: { commands: [`run ${n} ${LONG}`] },
        status: 'completed',
      },
      {
        type: 'shell_call_output',
        call_id: `call_${n}`,
        output: [{ stdout: LONG, stderr: '', outcome: { type: 'exit', exit_code: n % 2 } }],
      },
    ])
    expect(new Set(await carryForward(thread, DIALECT, steps))).toEqual(new Set([4]))
  })
})

describe('contents of Gemini without ids', () => {
  const DIALECT = 'gemini'
  const ask = (text: string): Json => ({ role: 'user', parts: [{ text }] })
  const poll = (args: { readonly [key: string]: Json } = {}): Json => ({
    role: 'model',
    parts: [{ functionCall: { name: 'poll', args } }],
  })
  const said = (output: string): Json => ({ role: 'user', parts: [{ functionResponse: { name: 'poll', response: { output } } }] })

  it('are known, and the same call once more is new', async () => {
    const thread = await open()
    const history = [ask('Wait for it.'), poll(), said('pending'), poll(), said('pending')]
    await thread.resend(history, { dialect: DIALECT })
    expect(await added(thread, DIALECT, history)).toEqual([])
    expect(await added(thread, DIALECT, [...history, poll()])).toEqual(['tool-call: {}'])
    expect(await added(thread, DIALECT, [...history, poll(), said('pending')])).toEqual(['tool-result: pending'])
    const entries = await thread.entries()
    expect(entries.at(-1)).toMatchObject({ answers: { kind: 'call', seq: entries.length - 2 } })
  })

  it('are known to a client that has given its calls ids since', async () => {
    const thread = await open()
    const history = [ask('Wait for it.'), poll({ times: 1 }), said('pending'), poll({ times: 2 }), said('done')]
    await thread.resend(history, { dialect: DIALECT })
    let serial = 0
    const named = JSON.parse(
      JSON.stringify(history).replaceAll('"name":"poll"', () => `"name":"poll","id":"id_${Math.floor(serial++ / 2)}"`),
    ) as readonly Json[]
    expect(await added(thread, DIALECT, [...named, ask('Thank you.')])).toEqual(['text: Thank you.'])
  })

  it('are known where only results have ids, from any place on', async () => {
    const answered = (id: string, output: string): Json => ({
      role: 'user',
      parts: [{ functionResponse: { id, name: 'poll', response: { output } } }],
    })
    const history = [ask('Wait for it.'), poll({ times: 1 }), answered('a', 'pending'), poll({ times: 2 }), answered('b', 'done')]
    for (const from of history.keys()) {
      const thread = await open()
      await thread.resend(history, { dialect: DIALECT })
      expect(await added(thread, DIALECT, [...history.slice(from), ask('Thank you.')])).toEqual(['text: Thank you.'])
    }
  })

  it('take a late result of one of two calls for news, wherever it stands', async () => {
    const thread = await open()
    const two: Json = {
      role: 'model',
      parts: [{ functionCall: { name: 'read', args: {} } }, { functionCall: { name: 'poll', args: {} } }],
    }
    const read: Json = { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'content' } } }] }
    await thread.resend([ask('Both.'), two, said('done')], { dialect: DIALECT })
    expect(await added(thread, DIALECT, [ask('Both.'), two, read, said('done')])).toEqual(['tool-result: content'])
    expect((await thread.entries()).at(-1)).toMatchObject({ answers: { kind: 'call', seq: 1 } })
  })

  it('are known as we rendered them, where placeholders of one tool all say the same', async () => {
    const thread = await open()
    const steps = Array.from({ length: 30 }, (_, n) => [ask(`${n}: ${REQUEST}`), poll(), said(`${n} ${LONG}`)])
    expect(new Set(await carryForward(thread, DIALECT, steps))).toEqual(new Set([3]))
  })
})

describe('messages of the AI SDK', () => {
  const DIALECT = 'ai-sdk'
  const call = (n: number): Json => ({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'read', input: { n } }],
  })
  const result = (n: number, text: string): Json => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: `c${n}`, toolName: 'read', output: { type: 'json', value: { text } } }],
  })

  it('are known as we compacted them, when version 7 carries them forward', async () => {
    const thread = await open()
    const steps = Array.from({ length: 30 }, (_, n) => [
      { role: 'user', content: `${n}: ${REQUEST}` },
      call(n),
      result(n, `${n} ${LONG}`),
    ])
    expect(new Set(await carryForward(thread, DIALECT, steps))).toEqual(new Set([3]))
  })

  it('are known as version 4 wrote them', async () => {
    const thread = await open()
    await thread.resend([{ role: 'user', content: 'Read it.' }, call(1), result(1, 'content')], { dialect: DIALECT })
    const old: readonly Json[] = [
      { role: 'user', content: [{ type: 'text', text: 'Read it.' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', args: { n: 1 } }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', result: { text: 'content' } }] },
    ]
    expect(await added(thread, DIALECT, [...old, { role: 'user', content: 'And now?' }])).toEqual(['text: And now?'])
  })

  it('for people grow by their last steps, which are all that is new', async () => {
    const thread = await open()
    const tool = (n: number): readonly Json[] => [
      { type: 'step-start' },
      { type: 'tool-read', toolCallId: `c${n}`, state: 'output-available', input: { n }, output: `content of ${n}` },
    ]
    const ui = (...parts: readonly Json[]): readonly Json[] => [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Read it.' }] },
      { id: 'a1', role: 'assistant', parts: [...parts] },
    ]
    await thread.resend(ui(...tool(1)), { dialect: DIALECT })
    expect(await added(thread, DIALECT, ui(...tool(1)))).toEqual([])
    const more = await added(thread, DIALECT, ui(...tool(1), ...tool(2)))
    expect(more.filter((words) => !words.startsWith('opaque'))).toEqual(['tool-call: {"n":2}', 'tool-result: content of 2'])
    expect(await added(thread, DIALECT, ui(...tool(1), ...tool(2)))).toEqual([])
  })
})

describe('messages of the AI SDK’s pages', () => {
  it('L16 · a client that has trimmed its head has deleted nothing, though every answer begins with the same mark', async () => {
    const answer = (at: number): Json => ({
      ...{ id: `m${at}`, role: 'assistant' },
      parts: [
        { type: 'step-start' },
        {
          ...{ type: 'dynamic-tool', toolName: 'read', toolCallId: `call_${at}`, input: { at } },
          ...{ state: 'output-available', output: `part ${at}` },
        },
      ],
    })
    const thread = await open()
    const whole = [answer(1), answer(2), answer(3)]
    await thread.resend(whole as never, { dialect: 'ai-sdk' })
    for (const history of [whole.slice(1), whole.slice(2), whole]) {
      const { id, reconciliation } = await thread.resend(history as never, { dialect: 'ai-sdk' })
      expect([id, reconciliation.verdict]).toEqual(['t', { kind: 'unchanged' }])
    }
  })
})

describe('an answer that comes back in another form', () => {
  const text = 'It is the third valve. '
  const part = [{ type: 'text', text }]
  const rounds: Readonly<Record<string, readonly Json[]>> = {
    'ai-sdk': [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'read', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'read', output: { type: 'text', value: 'a leak' } }],
      },
    ],
    anthropic: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'a leak' }] },
    ],
    'openai-chat': [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'a leak' },
    ],
  }

  it.each(Object.keys(rounds))(
    'D10, L2 · without the round before it, as a client keeps it that was stopped, is sent in that form: %s',
    async (dialect) => {
      for (const [was, is] of [
        [part, text],
        [text, part],
      ] as const) {
        const thread = await open()
        const asked: Json = { role: 'user', content: 'Which valve?' }
        await thread.resend([asked, ...(rounds[dialect] ?? []), { role: 'assistant', content: was }], { dialect })
        // At the end, an answer is shown without its white space: these are other words than its own.
        await thread.prepare({ ...WINDOW, dialect })
        const handed: readonly Json[] = [asked, { role: 'assistant', content: is }, { role: 'user', content: 'And then?' }]
        const there = await thread.resend(handed, { dialect })
        const { request } = await there.thread.prepare({ ...WINDOW, dialect })
        expect(messagesIn(request)).toEqual(handed)
      }
    },
  )
})
