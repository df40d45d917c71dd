import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { knownLog } from '../../src/reconcile/known-log.ts'
import { reconcile } from '../../src/reconcile/reconcile.ts'
import { USER_FRAME } from '../../src/render/placeholders.ts'
import { viewFacts } from '../../src/render/view-facts.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import type { PlanRecord } from '../../src/schema/plan.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import { entriesFrom } from '../support/logs.ts'
import { logFrom, print } from '../support/reconciled.ts'
import { rendered, summaryOf } from '../support/rendered.ts'

const user = (content: Json): Json => ({ role: 'user', content })
const agent = (content: Json): Json => ({ role: 'assistant', content })
const call = (id: string, input: string, name = 'bash'): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: input } }],
})
const result = (id: string, content: Json): Json => ({ role: 'tool', tool_call_id: id, content })

const resend = (log: readonly Json[], incoming: readonly Json[], dialect: Dialect = openaiChat) =>
  print(reconcile({ known: logFrom(dialect, log), incoming: dialect.readMessages(incoming) }))

/** A log under a plan, and what a client that was shown it hands back. */
function handedBack(
  entries: readonly Entry[],
  records: readonly PlanRecord[],
  back: readonly Json[],
  earlier: readonly PlanRecord[] = [],
) {
  const view = viewFacts({
    entries,
    records,
    earlier,
    revisions: [],
    version: 0,
    pins: new Set(),
    traits: openaiChat.traits,
    summaryRole: 'assistant',
  })
  return reconcile({ known: knownLog(entries), incoming: openaiChat.readMessages(back), view })
}

describe('a resent history', () => {
  it('D11 · may be empty, very short, or all of it recent', () => {
    expect(resend([user('Hello.')], [])).toEqual(['behind at e0', '  - e0'])
    expect(resend([user('Hello.')], [user('Hello.')])).toEqual(['unchanged', '  known 0 = e0'])
    expect(resend([user('Hello.')], [user('Hello.'), agent('Hi.')]).slice(-1)).toEqual(['  + assistant: Hi.'])
  })

  it('D11 · may have a result without a call, and knows it again', () => {
    const log = [user('Hello.'), result('lost', 'nobody asked for this'), agent('Hi.')]
    expect(resend(log, [...log, user('And?')]).slice(1)).toEqual(['  known 0–2 = e0', '  new 3', '  + user: And?'])
  })

  it('D11 · may have one huge result, and knows it by more than its length', () => {
    const huge = (mark: string): string => `${'x'.repeat(60_000)}${mark}${'y'.repeat(60_000)}`
    const log = [user('Read it.'), call('a', '{}'), result('a', huge('1')), agent('I have.')]
    expect(resend(log, [user('Read it, please.'), ...log.slice(1)])[0]).toBe('branch at e0, edited')
    expect(resend(log, log.with(2, result('a', huge('2'))))[2]).toContain('edited 2')
  })

  it('case 6 · may use one call id in every turn: the same call again is new', () => {
    const turn = [user('List it.'), call('call_0', '{"command":"ls"}'), result('call_0', 'a b c')]
    const log = [...turn, agent('Three files.')]
    expect(resend(log, [...log, ...turn]).filter((line) => line.includes('+'))).toEqual([
      '  + user: List it.',
      '  + assistant: call_0',
      '  + tool: a b c',
    ])
  })

  it('case 6 · may use an old call id for another call: that is new, too, however little of the history is left', () => {
    const log = [
      user('List it.'),
      call('call_0', '{"command":"ls"}'),
      result('call_0', 'a b c'),
      agent('Three files.'),
      user('Read a.'),
    ]
    const read = [call('call_0', '{"command":"cat a"}'), result('call_0', 'A'), agent('It says A.')]
    const added = ['  + assistant: call_0', '  + tool: A', '  + assistant: It says A.']
    expect(resend(log, [...log, ...read]).filter((line) => line.includes('+'))).toEqual(added)
    expect(resend(log, [...log.slice(3), ...read]).filter((line) => /[+~]/.test(line))).toEqual(added)
  })

  it('case 10 · brings a result that came unnoticed', () => {
    const log = [user('Run it.'), call('a', '{"command":"make"}')]
    expect(resend(log, [...log, result('a', 'done')])).toEqual(['continues', '  known 0–1 = e0', '  new 2', '  + tool: done'])
  })

  it('may bring a result under an id of the client’s own: it answers the call that the log has', () => {
    const log = [user('Run it.'), call('a', '{"command":"make"}')]
    const incoming = [user('Run it.'), call('client-7', '{"command":"make"}'), result('client-7', 'done')]
    const found = reconcile({ known: logFrom(openaiChat, log), incoming: openaiChat.readMessages(incoming) })
    expect(print(found)).toEqual(['continues', '  known 0–1 = e0', '  new 2', '  + tool: done'])
    expect(found.append[0]?.blocks[0]).toMatchObject({ kind: 'tool-result', callId: 'a' })
  })

  it('case 14 · may spell a call’s arguments anew, and leaves broken ones as they are', () => {
    const log = [
      user('Go.'),
      call('a', '{"b": 1,\n "a": [1, {"y": 2, "x": 3}]}'),
      result('a', ''),
      call('b', '{"cut": "of'),
      result('b', 'x'),
    ]
    const spelled = [user('Go.'), call('a', '{"a":[1,{"x":3,"y":2}],"b":1}'), ...log.slice(2)]
    expect(resend(log, spelled)[0]).toBe('unchanged')
    expect(resend(log, log.with(3, call('b', '{"cut": "off')))[0]).toBe('branch at e3, edited')
    const large = JSON.stringify({ content: 'z'.repeat(2_000_000) })
    expect(resend([user('Go.'), call('a', large)], [user('Go.'), call('a', large.replace('{', '{ '))])[0]).toBe('unchanged')
  })

  it('case 15 · recognises blocks of unknown kinds, cache marks aside', () => {
    const log = [
      user('Search.'),
      agent([
        { type: 'server_tool_use', id: 's1', input: { q: 'rivers', n: 2 } },
        { type: 'text', text: 'Found.' },
      ]),
    ]
    const back = [
      user('Search.'),
      agent([
        { input: { n: 2, q: 'rivers' }, id: 's1', type: 'server_tool_use', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'Found.' },
      ]),
    ]
    expect(resend(log, back, anthropic)[0]).toBe('unchanged')
  })

  it('case 16 · keeps an approval that is pending, and the answer to it', () => {
    const log = [user('Deploy.'), agent([{ type: 'approval_request', id: 'r1', tool: 'deploy' }])]
    expect(resend(log, [...log, user([{ type: 'approval_response', id: 'r1', approve: true }])], anthropic)).toEqual([
      'continues',
      '  known 0–1 = e0',
      '  new 2',
      '  + user: opaque',
    ])
  })

  it('case 38 · that begins with "Summary:" was written by a person, and is no summary of anything', () => {
    const log = [user('Summary: the build is red.'), agent('I see.')]
    expect(resend(log, [...log, user('Summary: it is green.')]).slice(1)).toEqual([
      '  known 0–1 = e0',
      '  new 2',
      '  + user: Summary: it is green.',
    ])
  })

  it('case 42 · recognises unreadable reasoning by its seal, and is no branch without it', () => {
    const sealed = (data: string): Json =>
      agent([
        { type: 'redacted_thinking', data },
        { type: 'text', text: 'Yes.' },
      ])
    const log = [user('Well?'), sealed('enc-1')]
    expect(resend(log, log, anthropic)[0]).toBe('unchanged')
    expect(resend(log, [user('Well?'), agent('Yes.'), user('Good.')], anthropic).filter((line) => line.includes('+'))).toEqual([
      '  + user: Good.',
    ])
  })

  it('case 47 · may hold a provider’s own compaction: it is new, and what it stands for stays', () => {
    const log = [user('Name a river.'), agent('The Rhine.'), user('And a lake?'), agent('Lake Constance.')]
    const compaction = agent([{ type: 'compaction', content: 'We spoke of rivers.', encrypted_content: 'x' }])
    expect(resend(log, [compaction, ...log.slice(2), user('Thanks.')], anthropic)).toEqual([
      'continues',
      '  summary 0',
      '  known 1–2 = e2',
      '  new 3',
      '  + assistant: opaque',
      '  + user: Thanks.',
      '  - e0–1',
    ])
  })
})

describe('our own words, handed back', () => {
  const messages = [user('Name a river.'), agent('The Rhine.'), user('Another?'), agent('The Danube.'), user('And a lake?')]
  const entries = entriesFrom(openaiChat, messages)
  const fold = summaryOf(entries, 0, 1)
  const back = rendered(openaiChat, entries, [fold]).messages

  it('D4 · are a summary by its commit, never by its heading', () => {
    const found = handedBack(entries, [fold], [...back, agent('Lake Constance.')])
    expect(print(found)).toEqual([
      'continues',
      '  ours 0–1',
      '  known 2–4 = e2',
      '  new 5',
      '  + assistant: Lake Constance.',
      '  - e0–1',
    ])
    const alike = agent('[Context Summary - Turns 1-1]\nsummary of something else')
    expect(print(handedBack(entries, [fold], [...back, alike])).at(-2)).toContain('summary of something else')
  })

  it('are known under a plan that is no longer in force', () => {
    const later = summaryOf(entries, 0, 3)
    expect(print(handedBack(entries, [later], back, [fold]))).toEqual(['unchanged', '  ours 0–1', '  known 2–4 = e2', '  - e0–1'])
    expect(print(handedBack(entries, [later], back))[0]).not.toBe('unchanged')
  })

  it('case 37 · are a person’s where a person wrote them', () => {
    const found = handedBack(entries, [fold], [...back, agent('Lake Constance.'), user(USER_FRAME)])
    expect(print(found).filter((line) => line.includes('+'))).toEqual([
      '  + assistant: Lake Constance.',
      `  + user: ${USER_FRAME}`,
    ])
    const said = entriesFrom(openaiChat, [user('Hello.'), agent('Hi.'), user(USER_FRAME), agent('Yes?')])
    expect(print(handedBack(said, [], [user('Hello.'), agent('Hi.'), user(USER_FRAME), agent('Yes?')]))).toEqual([
      'unchanged',
      '  known 0–3 = e0',
    ])
  })

  it('case 9 · are a placeholder, not a result, where a call had none yet', () => {
    const open = entriesFrom(openaiChat, [user('Run it.'), call('a', '{"command":"make"}')])
    const shown = rendered(openaiChat, open).messages
    expect(shown).toHaveLength(3)
    expect(print(handedBack(open, [], shown))).toEqual(['unchanged', '  known 0–1 = e0', '  ours 2'])
    const answered = entriesFrom(openaiChat, [
      user('Run it.'),
      call('a', '{"command":"make"}'),
      result('a', 'made'),
      agent('It is made.'),
    ])
    expect(print(handedBack(answered, [], [...shown, agent('It is made.')]))[0]).toBe('unchanged')
  })

  it('case 45 · are known in another order than the log’s', () => {
    const apart = entriesFrom(openaiChat, [call('a', '{}'), user('Wait.'), result('a', 'made'), agent('Done.')])
    const shown = rendered(openaiChat, apart).messages
    expect(shown.map((message) => (message as { role: string }).role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
    expect(print(handedBack(apart, [], shown))[0]).toBe('unchanged')
    expect(print(handedBack(apart, [], [...shown, user('Good.')])).at(-1)).toBe('  + user: Good.')
    expect(print(handedBack(apart, [], [...shown, user('Wait.')])).at(-1)).toBe('  + user: Wait.')
  })
})

describe('a hostile history', () => {
  it('case 28 · may have arguments that are nested without end', () => {
    const deep = call('a', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(resend([user('hello'), deep], [user('hello!'), deep])[0]).toBe('branch at e0, edited')
  })
})
