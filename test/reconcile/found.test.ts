import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { knownLog } from '../../src/reconcile/known-log.ts'
import { reconcile } from '../../src/reconcile/reconcile.ts'
import { viewFacts } from '../../src/render/view-facts.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import { entriesFrom } from '../support/logs.ts'
import { logAfter, logFrom, print } from '../support/reconciled.ts'
import { dropOf, rendered } from '../support/rendered.ts'

const user = (content: Json): Json => ({ role: 'user', content })
const agent = (content: Json): Json => ({ role: 'assistant', content })
const call = (id: string, input: string): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: input } }],
})
const result = (id: string, content: Json): Json => ({ role: 'tool', tool_call_id: id, content })

/** Resends once, appends what is new, and resends the same once more. */
function twice(dialect: Dialect, log: readonly Json[], given: readonly Json[]) {
  const known = logFrom(dialect, log)
  const first = reconcile({ known, incoming: dialect.readMessages(given) })
  const after = logAfter(known, first)
  return { first, again: reconcile({ known: after, incoming: dialect.readMessages(given) }) }
}

/** Cases that random histories found. */
describe('a resent history that was damaged', () => {
  it('case 31 · is known where the view shows nothing but a blank message', () => {
    const entries = entriesFrom(openaiChat, [agent('A long answer.'), user('\n\t\n')])
    const records = [dropOf(entries, 0, 0)]
    const view = viewFacts({
      entries,
      records,
      earlier: [],
      revisions: [],
      version: 0,
      pins: new Set(),
      traits: openaiChat.traits,
      summaryRole: 'assistant',
    })
    const back = openaiChat.readMessages([user('\n\t\n'), user('And now?')])
    expect(print(reconcile({ known: knownLog(entries), incoming: back, view }))).toEqual([
      'continues',
      '  known 0 = e1',
      '  new 1',
      '  + user: And now?',
      '  - e0',
    ])
  })

  it('case 31 · is known where a blank text ends a message that is shown in other words', () => {
    const entries = entriesFrom(aiSdk, [
      user([{ type: 'image', image: 'iVBORw0KGgo=' }]),
      { role: 'system', content: 'Be brief.' },
      user(' '),
    ])
    const records = [dropOf(entries, 1, 1)]
    const view = viewFacts({
      entries,
      records,
      earlier: [],
      revisions: [],
      version: 0,
      pins: new Set(),
      traits: gemini.traits,
      summaryRole: 'assistant',
    })
    const { messages } = rendered(gemini, entries, records)
    const back = gemini.readMessages([...messages, { role: 'user', parts: [{ text: 'And now?' }] }])
    const { append } = reconcile({ known: knownLog(entries), incoming: back, view })
    expect(append.flatMap(({ blocks }) => blocks.map((block) => ('text' in block ? block.text : block.kind)))).toEqual([
      'And now?',
    ])
  })

  it('D4 · knows a summary again that stands behind what came in later', () => {
    const summary = {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'This session is being continued from a previous conversation that ran out of context. We built it.',
        },
      ],
      compactSummary: true,
    }
    const text = (role: string, words: string): Json => ({ role, content: [{ type: 'text', text: words }] })
    const { again } = twice(neutral, [summary], [text('user', 'What about the river?'), text('assistant', 'It flows.'), summary])
    expect(again.append).toEqual([])
  })

  it('case 6 · that goes to a branch keeps the ids of its own calls there', () => {
    const log = [
      call('c1', '{"command":"ls"}'),
      call('c2', '{"command":"pwd"}'),
      result('c1', 'a b'),
      result('c2', '/'),
      user('Go on.'),
    ]
    const other = [
      user('Other work.'),
      call('o1', '{"command":"make"}'),
      call('o2', '{"command":"pwd"}'),
      result('o1', 'ok'),
      result('o2', '/tmp'),
    ]
    const { first, again } = twice(openaiChat, log, [...other, user('Go on.')])
    expect(first.verdict.kind).toBe('branch')
    expect(first.append.flatMap(({ blocks }) => blocks.flatMap((block) => ('callId' in block ? [block.callId] : [])))).toEqual([
      'o1',
      'o2',
      'o1',
      'o2',
    ])
    expect(again.append).toEqual([])
  })

  it('case 16 · knows a request for approval by its own id, under whatever id its call was shown', () => {
    const asking = (toolCallId: string): Json => ({
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId, toolName: 'bash', input: { command: 'rm -r build' } },
        { type: 'tool-approval-request', approvalId: 'ap_1', toolCallId },
      ],
    })
    const known = logFrom(aiSdk, [user('Clean up.'), asking('c1')])
    const found = reconcile({ known, incoming: aiSdk.readMessages([user('Clean up.'), asking('c1_3')]) })
    expect(found.append).toEqual([])
    expect(found.revisions).toEqual([])
  })

  it('case 36 · knows a file again that was handed in for people and comes back as a model was sent it', () => {
    const shown = { id: 'm', role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url: 'https://example.org/a.png' }] }
    const sent = (address: string): Json => user([{ type: 'file', mediaType: 'image/png', data: address }])
    const known = logFrom(aiSdk, [user('Look.'), shown])
    const found = (address: string) => reconcile({ known, incoming: aiSdk.readMessages([user('Look.'), sent(address)]) })
    expect(found('https://example.org/a.png').verdict.kind).toBe('unchanged')
    expect(found('https://example.org/b.png').verdict.kind).toBe('branch')
  })

  it('case 14 · arguments that name other fields are another call, and not one that was cut down', () => {
    const log = [user('List it.'), call('None', '{"path":"src/a.ts","lines":12}'), result('None', 'a b c')]
    const cut = (input: string) => print(logAndFates(log, input))[0]
    expect(cut('[1,"a"]')).toBe('branch at e1, edited')
    expect(cut('{"url":"x"}')).toBe('branch at e1, edited')
    expect(cut('{"path":"…"}')).toBe('unchanged')
    expect(cut('[cleared]')).toBe('unchanged')
  })

  it('case 39 · knows a large result again whose keys come in another order', () => {
    const response = (fields: Json): Json => ({
      role: 'user',
      parts: [{ functionResponse: { name: 'read', id: 'c1', response: fields } }],
    })
    const asked = { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'read', args: {} } }] }
    const words = 'line of a file '.repeat(2_000)
    const known = logFrom(gemini, [asked, response({ file: 'a.ts', content: [words] })])
    const found = reconcile({ known, incoming: gemini.readMessages([asked, response({ content: [words], file: 'a.ts' })]) })
    expect(found.verdict.kind).toBe('unchanged')
  })
})

function logAndFates(log: readonly Json[], input: string) {
  return reconcile({ known: logFrom(openaiChat, log), incoming: openaiChat.readMessages(log.with(1, call('None', input))) })
}
