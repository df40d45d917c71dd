import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { makeSpan } from '../../src/log/span.ts'
import { USER_FRAME } from '../../src/render/placeholders.ts'
import { renderPrompt } from '../../src/render/render-prompt.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { frozen } from '../../src/schema/frozen.ts'
import { artifactId, seqOf } from '../../src/schema/ids.ts'
import type { PlanRecord } from '../../src/schema/plan.ts'
import { rangeAt } from '../../src/schema/range.ts'
import { rangeShown } from '../../src/schema/stored-plan.ts'
import { FOREIGN_INPUTS } from '../support/foreign-inputs.ts'
import { DIALECTS, entriesFrom, logOf } from '../support/logs.ts'
import { rendered, summaryOf } from '../support/rendered.ts'
import { agent, calls, messagesFor, results, user } from '../support/steps.ts'

const steps = [
  user('first'),
  agent('one'),
  user('second'),
  calls(['a', 'read_file', { path: 'a.ts' }], ['b', 'grep', { pattern: 'x' }]),
  results(['a', 'content of a'], ['b', 'hits of b']),
  agent('two'),
  user('third'),
]
const openai = entriesFrom(openaiChat, messagesFor('openai-chat', steps))
const claude = entriesFrom(anthropic, messagesFor('anthropic', steps))
const summaryAt = (from: number, to: number): string =>
  `[Context Summary - Turns ${openai[from]?.turn}-${openai[to]?.turn}]\nsummary of ${from}–${to}`

/** As the seeds have it: a summary of role assistant, with no user in front of it. */
const unframed = { ...openaiChat, traits: { ...openaiChat.traits, firstUser: false } }

describe('a summarized span', () => {
  it('C18 · becomes one message at the first position of its span, with role assistant', () => {
    const { messages, violations } = rendered(unframed, openai, [summaryOf(openai, 2, 6)])
    expect(messages).toEqual([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'one' },
      { role: 'assistant', content: summaryAt(2, 6) },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'third' },
    ])
    expect(violations).toEqual([])
  })

  it('F2 · of results alone shows what it carries', () => {
    const strays = entriesFrom(
      openaiChat,
      messagesFor('openai-chat', [results(['x', 'pinned words'], ['y', 'folded']), user('go on')]),
    )
    const { messages, violations } = rendered(openaiChat, strays, [summaryOf(strays, 0, 1, [{ seq: seqOf(0) }])])
    expect(JSON.stringify(messages)).toContain('pinned words')
    expect(JSON.stringify(messages)).toContain('summary of 0–1')
    expect(JSON.stringify(messages)).not.toContain('folded')
    expect(violations).toEqual([])
  })

  it('C18 · has the role a preset asks for', () => {
    const { messages } = rendered(openaiChat, openai, [summaryOf(openai, 0, 1)], 'user')
    expect(messages[0]).toEqual({ role: 'user', content: summaryAt(0, 1) })
  })

  it.each(DIALECTS)('C18 · stays one message a span, never merged with its neighbour: $traits.name', (dialect) => {
    const records = [summaryOf(openai, 0, 1), summaryOf(openai, 2, 6)]
    const { prompt, messages, violations } = rendered(dialect, openai, records)
    const summaries = prompt.messages.filter((message) => JSON.stringify(message.parts).includes('[Context Summary'))
    expect(summaries.map((message) => message.parts.length)).toEqual([1, 1])
    expect(messages.filter((message) => JSON.stringify(message).includes('[Context Summary'))).toHaveLength(2)
    expect(violations).toEqual([])
  })

  it('C18 · is not merged with what the agent said before and after it either', () => {
    const { messages, violations } = rendered(anthropic, claude, [summaryOf(claude, 2, 6)])
    expect(messages).toEqual([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'one' },
      { role: 'user', content: USER_FRAME },
      { role: 'assistant', content: summaryAt(2, 6) },
      { role: 'user', content: USER_FRAME },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'third' },
    ])
    expect(violations).toEqual([])
  })

  it('C18 · at the start gets a fixed user frame unless its dialect wants none', () => {
    const framed = [
      { role: 'user', content: USER_FRAME },
      { role: 'assistant', content: summaryAt(0, 7) },
    ]
    expect(rendered(anthropic, claude, [summaryOf(claude, 0, 7)]).messages.slice(0, 2)).toEqual(framed)
    expect(rendered(openaiChat, openai, [summaryOf(openai, 0, 7)]).messages.slice(0, 2)).toEqual(framed)
    expect(rendered(unframed, openai, [summaryOf(openai, 0, 7)]).messages[0]).toEqual({
      role: 'assistant',
      content: summaryAt(0, 7),
    })
  })

  it('C18 · may carry named entries verbatim, right after the summary', () => {
    const { messages } = rendered(unframed, openai, [
      summaryOf(openai, 0, 7, [{ seq: seqOf(0) }, { seq: seqOf(2), excerpt: { head: 3, tail: 0 } }]),
    ])
    expect(messages).toEqual([
      { role: 'assistant', content: summaryAt(0, 7) },
      { role: 'user', content: 'first' },
      { role: 'user', content: 'sec\n[… 3 characters left out: e2 …]\n' },
      { role: 'user', content: 'third' },
    ])
  })

  it.each([
    ['openai-chat', openaiChat, openai],
    ['anthropic', anthropic, claude],
  ] as const)('C18 · of results only keeps its pointer inside them, so that no call is orphaned: %s', (_, dialect, entries) => {
    const { prompt, violations } = rendered(dialect, entries, [summaryOf(entries, 5, 6)])
    const texts = prompt.messages.flatMap((message) =>
      message.parts.flatMap((part) => (part.kind === 'entry' && part.entry.kind === 'tool-result' ? [part.text] : [])),
    )
    expect(texts).toEqual([summaryAt(5, 6), '[see e5]'])
    expect(prompt.messages.flatMap((message) => message.parts).some((part) => part.kind === 'synthetic')).toBe(false)
    expect(violations).toEqual([])
  })
})

describe('an externalized span', () => {
  const externalize = (entries: readonly Entry[], from: number, to: number): PlanRecord => ({
    action: 'externalize',
    span: makeSpan(logOf(entries), rangeShown({ from, to })),
    tokens: 9,
    artifact: artifactId('art-1'),
    summary: 'what a.ts holds',
    rehydrateHint: 'when a.ts matters',
  })
  const pointer = '[Externalized Content - artifact:art-1]\nSummary: what a.ts holds'

  it('C3 · becomes a pointer with a summary and how to read it back', () => {
    expect(rendered(unframed, openai, [externalize(openai, 2, 7)]).messages[2]).toEqual({ role: 'assistant', content: pointer })
  })

  it('C18 · of one result keeps the pointer in the result', () => {
    const { messages, violations } = rendered(openaiChat, openai, [externalize(openai, 5, 5)])
    expect(messages[4]).toEqual({ role: 'tool', tool_call_id: 'a', content: pointer })
    expect(violations).toEqual([])
  })
})

describe('other actions', () => {
  const span = (from: number, to: number) => makeSpan(logOf(openai), rangeShown({ from, to }))

  it('A7 · a cleared result keeps its call and shows its placeholder', () => {
    const clear: PlanRecord = { action: 'clear', span: span(5, 5), tokens: 4, preservedFields: { path: 'a.ts' } }
    const { messages, violations } = rendered(openaiChat, openai, [clear])
    expect(messages[3]).toEqual(messagesFor('openai-chat', steps)[3])
    expect(messages[4]).toMatchObject({ tool_call_id: 'a', content: '[read_file: success]\nKey data: {"path":"a.ts"}' })
    expect(violations).toEqual([])
  })

  it('C3 · a dropped span is out of the prompt, but for what it carries', () => {
    const index = { keywords: [], brief: '', time: null }
    const drop: PlanRecord = {
      action: 'drop',
      span: span(0, 7),
      tokens: 0,
      reason: 'no room',
      index,
      carries: [{ seq: seqOf(2) }],
    }
    expect(rendered(openaiChat, openai, [drop]).messages).toEqual([
      { role: 'user', content: 'second' },
      { role: 'user', content: 'third' },
    ])
  })

  it('a shortened text shows head and tail in its own place', () => {
    const shorten: PlanRecord = { action: 'shorten', span: span(5, 5), tokens: 4, excerpt: { head: 7, tail: 1 } }
    expect(rendered(openaiChat, openai, [shorten]).messages[4]).toMatchObject({
      content: 'content\n[… 4 characters left out: e5 …]\na',
    })
  })
})

describe('rendering', () => {
  it.each(DIALECTS)('C1 · never writes to the log or the plan: both may be frozen ($traits.name)', (dialect) => {
    const entries = frozen(structuredClone(openai))
    const records = frozen([summaryOf(openai, 0, 1), summaryOf(openai, 5, 6)])
    expect(rendered(dialect, entries, records).violations).toEqual([])
  })

  it('C1 · the same log and plan give the same bytes, through JSON too', () => {
    const records = [summaryOf(openai, 0, 1, [{ seq: seqOf(0) }])]
    const once = JSON.stringify(rendered(anthropic, openai, records).request)
    const replayed: readonly PlanRecord[] = JSON.parse(JSON.stringify(records))
    expect(JSON.stringify(rendered(anthropic, openai, replayed).request)).toBe(once)
  })

  it('C1 · an empty plan gives back the messages that came in', () => {
    expect(rendered(openaiChat, openai).messages).toEqual(messagesFor('openai-chat', steps))
    expect(rendered(anthropic, claude).messages).toEqual(messagesFor('anthropic', steps))
  })

  it('anthropic: messages of one role that a fold made neighbours are joined; those that came in side by side stay two', () => {
    const entries = entriesFrom(anthropic, messagesFor('anthropic', [user('first'), agent('one'), user('second')]))
    const index = { keywords: [], brief: '', time: null }
    const drop: PlanRecord = {
      action: 'drop',
      span: makeSpan(logOf(entries), rangeAt(1)),
      tokens: 0,
      reason: 'r',
      index,
      carries: [],
    }
    const text = (said: string) => ({ type: 'text', text: said })
    expect(rendered(anthropic, entries, [drop]).messages).toEqual([{ role: 'user', content: [text('first'), text('second')] }])
    const sideBySide = messagesFor('anthropic', [user('first'), user('second')])
    expect(rendered(anthropic, entriesFrom(anthropic, sideBySide)).messages).toEqual(sideBySide)
  })

  const legal = FOREIGN_INPUTS.filter(({ dialect, input }) => dialect.validate(input).length === 0)

  it.each(legal)('C1 · what is legal as it is goes out as it came in: $name, $what', ({ dialect, input }) => {
    const { messages, envelope, tools } = dialect.read(input)
    const { entries } = ingest(EMPTY_STATE, messages)
    const prompt = renderPrompt({
      entries,
      records: [],
      traits: { ...dialect.traits, firstUser: false },
      summaryRole: 'assistant',
    })
    const request = dialect.assemble(prompt.system, dialect.writeMessages(prompt.messages), {
      dialect: dialect.traits.name,
      envelope,
      tools,
    })
    expect(prompt.repairs).toEqual([])
    expect(request).toEqual(input)
  })

  it('leading system text is apart from the conversation', () => {
    const entries = entriesFrom(neutral, [{ role: 'system', content: [{ type: 'text', text: 'be brief' }] }])
    expect(rendered(anthropic, entries).request).toEqual({
      system: 'be brief',
      messages: [{ role: 'user', content: USER_FRAME }],
    })
  })

  it('lists what a dialect has no place for', () => {
    const entries = entriesFrom(anthropic, [
      { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://x/cat.png' } }] },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 't', signature: 's' }, { type: 'hologram' }, { type: 'text', text: 'a' }],
      },
    ])
    const { prompt, messages } = rendered(openaiChat, entries)
    expect(prompt.losses).toEqual([
      { seq: 0, what: 'image' },
      { seq: 1, what: 'reasoning' },
      { seq: 2, what: 'hologram' },
    ])
    expect(messages).toEqual([
      { role: 'user', content: '[image: https://x/cat.png · e0]' },
      { role: 'assistant', content: 'a' },
    ])
  })

  it('says how much of a request cannot change before the next commit: nothing after a call that waits for its result', () => {
    const waiting = entriesFrom(openaiChat, messagesFor('openai-chat', [...steps, calls(['c', 'read_file', {}])]))
    expect(rendered(openaiChat, waiting).prompt.stable).toBe(8)
    expect(rendered(openaiChat, openai).prompt.stable).toBe(8)
  })
})
