import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import type { Json } from '../../src/schema/json.ts'
import { entriesFrom, neutralEntries } from '../support/logs.ts'

const text = (role: string, said: string): Json => ({ role, content: [{ type: 'text', text: said }] })
const call = (...ids: readonly string[]): Json => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_call', id, name: `tool-${id}`, arguments: '{}' })),
})
const result = (...ids: readonly string[]): Json => ({
  role: 'tool',
  content: ids.map((id) => ({ type: 'tool_result', tool_call_id: id, text: 'r' })),
})

describe('entries', () => {
  it('are numbered from 0 without gaps, one a block, and know their place in their message', () => {
    const entries = neutralEntries([text('user', 'a'), call('x', 'y'), result('x'), result('y')])
    expect(entries.map((entry) => [entry.seq, entry.id, entry.message.block, entry.message.blocks])).toEqual([
      [0, 'e0', 0, 1],
      [1, 'e1', 0, 2],
      [2, 'e2', 1, 2],
      [3, 'e3', 0, 1],
      [4, 'e4', 0, 1],
    ])
  })

  it('keep the shell of their message on its first block only', () => {
    const entries = neutralEntries([call('x', 'y')])
    expect(entries.map((entry) => entry.message.shell !== undefined)).toEqual([true, false])
  })

  it('stand for a message without blocks too, so that nothing is lost', () => {
    const entries = neutralEntries([{ role: 'assistant', content: [] }])
    expect(entries).toMatchObject([{ kind: 'text', text: '', raw: null, message: { blocks: 1 } }])
  })

  it("carry the message's id, or one made of its first entry's number", () => {
    const entries = neutralEntries([text('user', 'a'), { ...(text('user', 'b') as object), id: 'mine' }])
    expect(entries.map((entry) => entry.message.id)).toEqual(['m0', 'mine'])
  })

  it('carry time, model, usage, error and finish reason where the host knows them', () => {
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }
    const known = { time: 5, model: 'm', usage, error: 'overloaded', finishReason: 'length' }
    const draft: MessageDraft = {
      role: 'assistant',
      blocks: [{ kind: 'text', raw: 'a', text: 'a' }],
      shell: { dialect: 'neutral', raw: null, holes: [] },
      ...known,
    }
    expect(ingest(EMPTY_STATE, [draft]).entries[0]).toMatchObject(known)
  })
})

describe('turns', () => {
  const turnsOf = (messages: readonly Json[]): readonly number[] => neutralEntries(messages).map((entry) => entry.turn)

  it('B8 · a turn is a person’s message and everything until the next one', () => {
    expect(
      turnsOf([text('system', 's'), text('user', 'a'), call('x'), result('x'), text('assistant', 'b'), text('user', 'c')]),
    ).toEqual([0, 1, 1, 1, 1, 2])
  })

  it('E6 · anything by the person starts a turn, a picture too', () => {
    expect(
      turnsOf([text('user', 'a'), text('assistant', 'b'), { role: 'user', content: [{ type: 'image', note: 'n' }] }]),
    ).toEqual([1, 1, 2])
  })

  it('E6 · a turn header starts a turn', () => {
    const header: MessageDraft = {
      role: 'user',
      author: 'harness',
      blocks: [{ kind: 'turn-start', raw: null }],
      shell: { dialect: 'neutral', raw: null, holes: [] },
    }
    expect(ingest(EMPTY_STATE, [header, header]).entries.map((entry) => entry.turn)).toEqual([1, 2])
  })

  it('a notice of the harness starts none, nor do tool results that come with role user', () => {
    expect(turnsOf([text('user', 'a'), text('user', '<system-reminder>x</system-reminder>')])).toEqual([1, 1])
    const answered = entriesFrom(anthropic, [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'r' }] },
    ])
    expect(answered.map((entry) => entry.turn)).toEqual([1, 1, 1])
  })
})

describe('a result answers', () => {
  /** What each result of these messages answers, in order. */
  const answers = (messages: readonly Json[]): readonly unknown[] =>
    neutralEntries(messages).flatMap((entry) => (entry.kind === 'tool-result' ? [entry.answers] : []))

  it('the call of its round', () => {
    expect(answers([call('x'), result('x')])).toEqual([{ kind: 'call', seq: 0 }])
  })

  it('each call of a parallel batch, in any order', () => {
    expect(answers([call('x', 'y', 'z'), result('z'), result('x'), result('y')])).toEqual([
      { kind: 'call', seq: 2 },
      { kind: 'call', seq: 0 },
      { kind: 'call', seq: 1 },
    ])
  })

  it('calls that one round spreads over several assistant messages', () => {
    expect(answers([call('x'), call('y'), result('y'), result('x')])).toEqual([
      { kind: 'call', seq: 1 },
      { kind: 'call', seq: 0 },
    ])
  })

  it('its call even when a person spoke in between, as long as the model did not', () => {
    expect(answers([call('x'), text('user', 'wait'), result('x')])).toEqual([{ kind: 'call', seq: 0 }])
  })

  it('the calls under one id one after another, oldest first', () => {
    expect(answers([call('x', 'x'), result('x'), result('x')])).toEqual([
      { kind: 'call', seq: 0 },
      { kind: 'call', seq: 1 },
    ])
  })

  it('the call of its own round where an earlier round used the same id', () => {
    expect(answers([call('x'), result('x'), call('x'), result('x')])).toEqual([
      { kind: 'call', seq: 0 },
      { kind: 'call', seq: 2 },
    ])
  })

  it('nothing where the call is already answered', () => {
    expect(answers([call('x'), result('x', 'x')])).toEqual([
      { kind: 'call', seq: 0 },
      { kind: 'already-answered', seq: 0 },
    ])
  })

  it('nothing where it comes too late: the model has spoken again, and what was sent must not change', () => {
    expect(answers([call('x'), text('user', 'never mind'), text('assistant', 'fine'), result('x')])).toEqual([
      { kind: 'too-late', seq: 0 },
    ])
  })

  it('nothing where it comes before its call', () => {
    expect(answers([result('x'), call('x')])).toEqual([{ kind: 'no-call' }])
  })

  it('nothing where there is no such call', () => {
    expect(answers([call('x'), result('y')])).toEqual([{ kind: 'no-call' }])
  })
})
