import { jsonSchema, type ToolSet, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { estimateText } from '../../src/budget/estimate-text.ts'
import { createCompactor, type Json, presets } from '../../src/index.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import { isJsonObject } from '../../src/schema/json.ts'
import { type AiSdkSummarizerOptions, aiSdkSummarizer } from '../../src/summarizers/ai-sdk.ts'
import { cms, coding, proseStyles } from '../../src/summarizers/profiles.ts'
import type { Script, ScriptedAnswer } from '../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { caught, failureIn } from '../support/caught.ts'
import { type ModelProtocol, modelAt, says } from '../support/model-server.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from '../support/steps.ts'
import { add, summaryIn, threadOf } from '../support/summaries.ts'

const at = { window: 1500, reserve: 100 }
const start: readonly Step[] = [user('Build the importer.'), agent('The importer reads src/import.ts.')]
const talk: readonly Step[] = [...start, ...finishedTurns(9, 150), user('go on')]
const good = says([add('decision', 'The importer reads src/import.ts.', [1])])

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const summarizer = (options: Partial<AiSdkSummarizerOptions> = {}) =>
  aiSdkSummarizer({ model: modelAt(server, 'openai'), ...options })
const bodyOf = (index: number): { readonly [field: string]: Json } => {
  const body = server.requests[index]?.body
  if (body === undefined || !isJsonObject(body)) throw new Error('expected a request')
  return body
}

async function compactTalk(
  script: Script,
  steps: readonly Step[],
  options: Partial<AiSdkSummarizerOptions>,
  given: Parameters<typeof threadOf>[2] = {},
  more: object = {},
) {
  server.play(script)
  const thread = await threadOf(steps, summarizer(options), given)
  const { receipt } = await thread.compact({ ...at, ...more })
  return { thread, receipt, account: receipt.summary, record: await summaryIn(thread) }
}

describe('what a model is asked', () => {
  it('B13 · no tools, a limit for what it writes, and a temperature where one is wanted', async () => {
    await compactTalk([good], talk, { maxOutput: 13_107, temperature: 0.3, window: 128_000 })
    expect(bodyOf(0)).toMatchObject({ max_tokens: 13_107, temperature: 0.3 })
    expect(bodyOf(0)['tools']).toBe(undefined)
  })

  it('B6, B22, A10, A11 · what the person wants kept, what the policy’s summary must state, what the profile looks for', async () => {
    const policy = presets.cms({
      trigger: presets.balanced({ trigger: 1 }).trigger,
      release: presets.balanced({ release: 1 }).release,
      ladder: presets.balanced().ladder,
    })
    await compactTalk([good], talk, { profile: cms }, { policy }, { instructions: 'keep\nthe slugs' })
    const said = server.requests[0]?.text ?? ''
    expect(said).toContain('The person asks you to look out for this: keep the slugs')
    expect(said).toContain('- ids and slugs of pages, sections, posts and images')
    expect(said).toContain('- artifact: pages, sections, posts, images and navigation entries, with their ids and slugs')
  })

  it('F4 · who reads it, how much room there is, what matters first: behind the material, directly before the answer', async () => {
    const { record } = await compactTalk([good], talk, { profile: coding })
    const messages = bodyOf(0)['messages']
    const [system, asked] = Array.isArray(messages)
      ? messages.map((one) => (isJsonObject(one) ? String(one['content']) : ''))
      : []
    // The mark is drawn anew each time, and some draws are longer.
    expect(estimateText((system ?? '').replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'mark'))).toBeLessThan(290)
    const [, behind = ''] = (asked ?? '').split(/data \S+ begins: entries[\s\S]*\ndata \S+ ends\n/)
    expect(behind).toContain('an agent that has seen none of this')
    expect(behind).toMatch(/one page of \d+ tokens/)
    expect(behind).toMatch(/at most \d+ items, each [^;]*; fewer is fine/)
    const kinds = [...behind.matchAll(/^- (\w+): .+ Good: ".+" Bad: ".+"$/gm)].map(([, kind]) => kind)
    expect(kinds).toEqual([
      ...['state', 'open', 'step', 'error', 'decision', 'rejected', 'outcome', 'fact', 'file', 'artifact', 'command'],
    ])
    expect(behind.endsWith('Now the JSON object.')).toBe(true)
    expect(record.summary).toContain('The importer reads src/import.ts.')
  })

  it('F4 · there is one state: a new one takes the place of the one before', async () => {
    const state = (text: string, seq: number) => add('state', text, [seq])
    const { thread } = await compactTalk([says([state('The importer reads src/import.ts.', 1)])], talk, {})
    await thread.append(
      messagesFor('openai-chat', [agent('The exporter writes src/export.ts.'), ...finishedTurns(9, 150), user('next')]),
    )
    const seq = (await thread.entries()).findIndex((entry) => entry.kind === 'text' && entry.text.includes('src/export.ts'))
    expect(server.requests[0]?.text).not.toContain('"op":"supersede"')
    server.play([says([state('The exporter writes to src/export.ts.', seq), state('The exporter writes src/export.ts.', seq)])])
    await thread.compact(at)
    // How a ledger is changed is said only if there is one.
    expect(server.requests.at(-1)?.text).toContain('"op":"supersede"')
    const states = (await summaryIn(thread)).ledger?.items.filter(({ kind, text }) => kind === 'state' && text.includes('src/'))
    expect(states?.map(({ text, status }) => `${status}: ${text}`)).toEqual([
      'superseded: The importer reads src/import.ts.',
      'active: The exporter writes src/export.ts.',
    ])
  })

  it('A11 · a profile of your own; one with a kind of item that does not exist is refused, and says which', async () => {
    const own = { name: 'law', lookFor: { fact: 'paragraphs and dates' }, sections: [] }
    await compactTalk([good], talk, { profile: own })
    expect(server.requests[0]?.text).toContain('- fact: paragraphs and dates')
    const broken = { ...own, lookFor: { verdict: 'x' } as never }
    expect(failureIn(caught(() => summarizer({ profile: broken })))).toMatchObject({
      code: 'input-invalid',
      at: 'profile law, lookFor',
      found: '"verdict"',
    })
  })

  it('D7, A29 · head and tail of long contents, as long as the policy says', async () => {
    const long = `HEAD ${prose(3000)} TAIL`
    const steps = [...start, calls(['c', 'bash', { command: 'make' }]), results(['c', long]), agent('ok'), ...talk.slice(2)]
    const policy = presets.balanced({ trigger: 1, release: 1, summarizerInput: { message: 2_000, result: 500 } })
    await compactTalk([good], steps, {}, { policy })
    const said = server.requests[0]?.text ?? ''
    expect(said).toMatch(/HEAD [^[]*\[… \d+ characters left out: e3 …\][^[]* TAIL/)
    expect(said.length).toBeLessThan(long.length)
  })

  it('A14 · failed messages of the agent that say nothing are left out, those with content stay', async () => {
    const failed = (text: string, error: string): MessageDraft => ({
      role: 'assistant',
      blocks: [{ kind: 'text', raw: text, text }],
      shell: { dialect: 'neutral', raw: { role: 'assistant', content: null }, holes: [{ path: ['content'], block: 0 }] },
      error,
    })
    server.play([good])
    const compactor = createCompactor({
      clock: () => 0,
      policy: presets.balanced({ trigger: 1, release: 1 }),
      summarizer: summarizer(),
    })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', start))
    await thread.appendDrafts([failed('', 'overloaded'), failed('Half an ans', 'aborted')])
    await thread.append(messagesFor('openai-chat', talk.slice(2)))
    await thread.compact(at)
    expect((await thread.entries()).slice(2, 4).map((entry) => entry.error)).toEqual(['overloaded', 'aborted'])
    const said = server.requests[0]?.text ?? ''
    expect(said).not.toContain('[e2 ')
    expect(said).toContain('(e2: nothing to tell.)')
    expect(said).toMatch(/\[e3 agent, failed \w{6}\]\nHalf an ans/)
  })

  it('B15 · images are named, their content is not sent, and the receipt says that no model saw them', async () => {
    const image = {
      role: 'user',
      content: [
        { type: 'text', text: 'See shot.png' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(400)}` } },
      ],
    }
    server.play([good])
    const thread = await threadOf([], summarizer())
    await thread.append([
      ...messagesFor('openai-chat', start),
      image,
      ...messagesFor('openai-chat', [agent('ok'), ...talk.slice(2)]),
    ])
    const { receipt } = await thread.compact(at)
    const said = server.requests[0]?.text ?? ''
    expect(said).toContain('See shot.png')
    expect(said).toMatch(/\[e3 person, file, its content not shown \w{6}\]\n\[image: attached\]/)
    expect(said).not.toContain('AAAAAAAA')
    expect(receipt.summary?.remarks.join()).toMatch(/not seen by the summarizer: e3: image attached/)
  })

  it('case 38 · a person’s message that begins with “Summary:” is a person’s message', async () => {
    const steps = [user('Summary: the importer must stay small.'), ...talk.slice(1)]
    const { record } = await compactTalk(
      [says([add('constraint', 'Summary: the importer must stay small.', [0], 'user')])],
      steps,
      {},
    )
    expect(server.requests[0]?.text).toMatch(/\[e0 person \w{6}\]\nSummary: the importer/)
    expect(record.ledger?.items[0]).toMatchObject({ authority: 'user', sources: [0] })
  })
})

describe('a span larger than the summarizer’s window', () => {
  const reply: Script = (request) => {
    const [, seq = '0', text = ''] = /\[e(\d+) agent [^\]]*\]\n([^\n]+)/.exec(request.text) ?? []
    return says(
      text === ''
        ? [add('request', firstPerson(request.text).text, [firstPerson(request.text).seq], 'user')]
        : [add('fact', text, [Number(seq)])],
    )
  }
  const firstPerson = (text: string) => {
    const [, seq = '0', said = ''] = /\[e(\d+) person[^\]]*\]\n([^\n]+)/.exec(text) ?? []
    return { seq: Number(seq), text: `${said.split('. ')[0]}.` }
  }

  it('case 27 · goes part by part, each with the ledger as the part before left it', async () => {
    const { account, record } = await compactTalk(reply, talk, { window: 2_800, maxOutput: 400 })
    expect(account?.fault).toBe(undefined)
    expect(server.requests.length).toBeGreaterThan(1)
    expect(account?.attempts).toHaveLength(server.requests.length)
    const [, first = 'missing'] = /\[e\d+ agent [^\]]*\]\n([^\n]+)/.exec(server.requests[0]?.text ?? '') ?? []
    expect(server.requests[1]?.text).toMatch(/data \S+ begins: ledger\nround 0\ni1 \[fact, assistant\]/)
    expect(record.ledger?.items.map((item) => item.text)).toContain(first)
    for (const { text } of server.requests) expect(text.length / 4).toBeLessThan(2_700)
  })

  it('case 27 · a ledger that grows from part to part takes its room from what is shown, not from the window', async () => {
    const many: Script = ({ text }) => {
      const told = [...text.matchAll(/\[e(\d+) agent [^\]]*\]\n([^\n]+)/g)]
      const person = firstPerson(text)
      const operations = told.map(([, seq = '0', said = '']) => add('fact', said, [Number(seq)]))
      return says(operations.length > 0 ? operations : [add('request', person.text, [person.seq], 'user')])
    }
    const steps = [...start, ...finishedTurns(40, 150), user('go on')]
    await compactTalk(many, steps, { window: 3_600, maxOutput: 400 })
    expect(server.requests.length).toBeGreaterThan(3)
    for (const { text } of server.requests) expect(estimateText(text) + 400).toBeLessThanOrEqual(3_600)
  })

  it('case 27 · one message larger than the window is shown in parts', async () => {
    const large = `Build the importer. ${prose(4_000)} Never touch orders_live.`
    const { account } = await compactTalk(reply, [user(large), ...talk.slice(1)], { window: 3_000, maxOutput: 400 })
    expect(account?.attempts.length).toBeGreaterThan(2)
    const said = server.requests.map(({ text }) => text).join()
    expect(said).toMatch(/\[e0 person, part 1 of \d \w{6}\]/)
    expect(said).toContain('Never touch orders_live.')
  })

  it('case 27 · a window smaller than its own instructions is a failure with a name, and no model is asked', async () => {
    for (const mode of ['operations', 'prose'] as const) {
      const { account } = await compactTalk([good], talk, { window: 500, maxOutput: 100, mode })
      expect(account?.fault?.reason).toBe('window-too-small')
      expect(server.requests).toHaveLength(0)
    }
  })
})

describe('a summary in prose', () => {
  const story =
    'The importer reads src/import.ts.\nThe user approved the release. It reads src/file-3.ts too. It reads src/other.ts.'

  it('D6 · has the heading with its round, loses the sentences that nothing bears out, and has what people said beside it', async () => {
    const { record, account } = await compactTalk([{ kind: 'text', text: `## Session Summary\n${story}` }], talk, {
      mode: 'prose',
      ...proseStyles.layer,
    })
    expect(bodyOf(0)).toMatchObject({ max_tokens: 1_000, temperature: 0.3 })
    expect(account?.rejected.map(({ reason }) => reason)).toEqual(['speaks-for-user', 'not-in-source'])
    expect(record.prose).toBe(
      '## Session Summary (Compaction Round 1)\n\nThe importer reads src/import.ts.\n It reads src/file-3.ts too.',
    )
    expect(record.summary).toContain('- e0: Build the importer.')
    expect(record.summary).toContain('- The importer reads src/import.ts. (e1)')
    expect(record.summary).toContain('- It reads src/file-3.ts too. (e0–e22)')
    expect(record.summary).not.toContain('approved the release')
  })

  it('B12, D4 · the next one is shown the earlier one, and takes it up', async () => {
    const { thread, record } = await compactTalk([{ kind: 'text', text: 'The importer reads src/import.ts.' }], talk, {
      mode: 'prose',
      proseTokens: 800,
    })
    await thread.append(
      messagesFor('openai-chat', [agent('The exporter writes src/export.ts.'), ...finishedTurns(9, 150), user('next')]),
    )
    server.play([{ kind: 'text', text: 'The importer reads src/import.ts. The exporter writes src/export.ts.' }])
    await thread.compact(at)
    const said = server.requests[0]?.text ?? ''
    expect(said).toContain('begins: earlier summary\n## Session Summary (Compaction Round 1)\n\nThe importer reads')
    expect(said).not.toContain('[e0 person')
    const next = await summaryIn(thread)
    expect(next.prose).toContain('(Compaction Round 2)')
    expect(next.ledger?.coveredTo).toBeGreaterThan(record.ledger?.coveredTo ?? 0)
  })

  it('B13, D6, E6 · the styles of the presets have their limits', () => {
    expect(Object.entries(proseStyles).map(([name, { tokens, maxOutput }]) => [name, tokens, maxOutput])).toEqual([
      ['layer', 800, 1_000],
      ['timeline', 800, 1_000],
      ['cms', 2_000, 2_000],
      ['pi', 13_107, 13_107],
    ])
    expect(proseStyles.pi.maxOutput).toBe(Math.floor(0.8 * 16_384))
  })

  it('case 27 · what was told before and what a person wants kept take their room from the entries, not from the window', async () => {
    const told: Script = () => ({ kind: 'text', text: 'The importer reads src/import.ts.' })
    const options = { mode: 'prose', proseTokens: 100, window: 2_000 } as const
    const { account } = await compactTalk(told, talk, options, {}, { instructions: 'keep the importer '.repeat(100) })
    expect(account?.fault).toBe(undefined)
    expect(server.requests.length).toBeGreaterThan(1)
    for (const { text } of server.requests) expect(estimateText(text) + 125).toBeLessThanOrEqual(2_000)
    const none = await compactTalk(told, talk, { ...options, window: 700 })
    expect(none.account?.fault?.reason).toBe('window-too-small')
  })

  it('one that is longer than it may be is asked for once more, then given up', async () => {
    const long = { kind: 'text', text: 'The importer reads src/import.ts. '.repeat(150) } as const
    const short = { kind: 'text', text: 'The importer reads src/import.ts.' } as const
    const options = { mode: 'prose', proseTokens: 400, maxOutput: 4_000 } as const
    expect((await compactTalk([long, short], talk, options)).account?.fault).toBe(undefined)
    expect(server.requests[1]?.text).toContain('longer than 400 tokens')
    expect((await compactTalk([long], talk, options)).account?.fault?.reason).toBe('too-long')
    expect(server.requests).toHaveLength(2)
  })

  it('E6 · the beginning of a split turn has a text of its own, with its own limit', async () => {
    const steps = [
      ...start,
      ...finishedTurns(6, 120),
      user('One long turn.'),
      agent('The retry table of src/retry.ts has 7 rows.'),
      ...finishedTurns(14, 120).filter(({ kind }) => kind !== 'user'),
      user('go'),
    ]
    const policy = presets.timeline({
      release: presets.balanced({ release: 1 }).release,
      trigger: presets.balanced({ trigger: 1 }).trigger,
      ladder: [{ rung: 'summarize', keep: { kind: 'recent-tokens', tokens: 500, cut: 'timeline' }, splitTurn: 400 }],
    })
    const [range, turn] = ['The importer reads src/import.ts.', 'The retry table of src/retry.ts has 7 rows.']
    const { record, account } = await compactTalk(
      [
        { kind: 'text', text: `## Session Summary\n${range}` },
        { kind: 'text', text: `Turn Context (split turn)\n\n${turn}` },
      ],
      steps,
      { mode: 'prose', ...proseStyles.timeline, maxOutput: 1_000 },
      { policy },
      { window: 2200 },
    )
    expect(account?.fault).toBe(undefined)
    expect(record.splitTurn).toMatchObject({ tokens: expect.any(Number) })
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]?.text).toContain(`At most ${record.splitTurn?.tokens} tokens.`)
    expect(record.prose?.split('Turn Context (split turn)')).toHaveLength(2)
    expect(record.prose).toContain(`Turn Context (split turn)\n\n${turn}`)
    // Heading once; what was told of the turn stands below it, what was told of the time before above it.
    const [before = '', behind = '', ...more] = record.summary.split('Turn Context (split turn)')
    expect(more).toEqual([])
    expect(before).toContain(`- ${range} (e1)`)
    expect(behind).toContain(turn)
    expect(before).not.toContain(turn)
  })

  it('B3 · streams', async () => {
    const pieces: string[] = []
    const text = Array.from({ length: 200 }, () => 'The importer reads src/import.ts.').join(' ')
    await compactTalk([{ kind: 'text', text }], talk, {
      mode: 'prose',
      proseTokens: 8_000,
      onText: (piece) => pieces.push(piece),
    })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(text)
  })
})

describe('a warm cache', () => {
  const deeds: unknown[] = []
  const tools: ToolSet = {
    read_file: tool({
      description: 'Reads.',
      inputSchema: jsonSchema({ type: 'object', properties: {} }),
      execute: (input) => deeds.push(input),
    }),
  }
  const messages = Array.from({ length: 24 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: The importer reads src/import.ts. ${prose(60, index)}`,
  }))
  const compactWarm = async (script: Script, protocol: ModelProtocol = 'openai') => {
    server.play(script)
    const thread = await createCompactor({
      clock: () => 0,
      policy: presets.balanced({ trigger: 1, release: 1 }),
      summarizer: summarizer({ warm: { tools }, model: modelAt(server, protocol) }),
    }).thread('warm')
    await thread.append([...messages, { role: 'user', content: 'go' }], { dialect: 'ai-sdk' })
    return thread.compact({ ...at, system: 'You are an agent.', dialect: 'ai-sdk' })
  }

  it('sends the request the model saw last, with the same system and tools, no tool to be called, and one message behind it', async () => {
    const { receipt } = await compactWarm([good])
    expect(receipt.summary?.fault).toBe(undefined)
    const body = bodyOf(0)
    expect(body).toMatchObject({ tool_choice: 'none', tools: [{ type: 'function' }] })
    const sent = body['messages']
    if (!Array.isArray(sent)) throw new Error('expected messages')
    expect(sent.slice(0, -1)).toEqual([
      { role: 'system', content: 'You are an agent.' },
      ...messages,
      { role: 'user', content: 'go' },
    ])
    expect(JSON.stringify(sent.at(-1))).toContain('Stop working on the task here.')
    expect(JSON.stringify(sent.at(-1))).toContain('e1 agent: 1: The importer reads')
  })

  it('over Anthropic’s protocol, too, the tools stay where the cache expects them, and so does the choice, or no message is read from it', async () => {
    await compactWarm([good], 'anthropic')
    expect(bodyOf(0)).toMatchObject({ tool_choice: { type: 'auto' }, tools: [{ name: 'read_file' }] })
    expect(JSON.stringify(bodyOf(0)['system'])).toContain('You are an agent.')
  })

  it('a model that uses a tool all the same has not answered: nothing is done, and it is asked the usual way', async () => {
    const call: ScriptedAnswer = { kind: 'tool-call', tool: 'read_file', input: {} }
    const { receipt } = await compactWarm([call, good])
    expect(receipt.summary?.attempts.map(({ way }) => way)).toEqual(['warm', 'usual'])
    expect(receipt.summary?.fault).toBe(undefined)
    expect(bodyOf(1)['tools']).toBe(undefined)
    const { receipt: again } = await compactWarm([call], 'anthropic')
    expect(again.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'tool-call' } })
    expect(deeds).toEqual([])
  })

  it('where the provider does not take the request any more, it is asked the usual way', async () => {
    const { receipt } = await compactWarm([{ kind: 'status', status: 400, message: 'prompt is too long' }, good])
    expect(receipt.summary?.attempts.map(({ outcome }) => outcome)).toEqual(['denied', 'answered'])
    expect(receipt.summary?.fault).toBe(undefined)
    expect(bodyOf(1)['tools']).toBe(undefined)
  })

  it('asks a thread of another format the usual way', async () => {
    await compactTalk([good], talk, { warm: { tools: {} } })
    expect(bodyOf(0)['tool_choice']).toBe(undefined)
    expect(server.requests[0]?.text).toMatch(/\[e0 person \w{6}\]/)
  })
})

it('the name says the model, the way it is asked, and the words it is asked with', () => {
  expect(summarizer().name).toMatch(/^scripted\.chat\/scripted-1 operations v7-[0-9a-f]{8}$/)
  expect(summarizer({ profile: coding }).name).not.toBe(summarizer().name)
  expect(failureIn(caught(() => summarizer({ window: 0 })))).toMatchObject({ code: 'budget-invalid', field: 'window' })
})
