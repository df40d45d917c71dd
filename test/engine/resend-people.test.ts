import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'

const part = (type: string, fields: JsonObject = {}): JsonObject => ({ type, ...fields })
const person = (text: string): JsonObject => ({ id: text, role: 'user', parts: [part('text', { text })] })
const answer = (...parts: readonly JsonObject[]): JsonObject => ({ id: 'a', role: 'assistant', parts: [...parts] })
const status = (data: Json): JsonObject => part('data-status', { id: 's', data })
const search = part('tool-search', { toolCallId: 'c1', state: 'output-available', input: { q: 'ferry' }, output: { hits: 3 } })
const found = part('text', { text: 'There are three.', state: 'done' })
const source = part('source-url', { sourceId: 'x', url: 'https://example.org' })
const deletion = (approval: JsonObject, state = 'approval-responded'): JsonObject =>
  part('tool-delete', { toolCallId: 'c2', state, input: { id: 1 }, approval })

/** What becomes of a history that a page for people has, when `then` of the rendered prompt comes in. */
async function afterwards(first: readonly JsonObject[], then: (prompt: readonly Json[]) => readonly Json[]) {
  const thread = await createCompactor().thread('page')
  await thread.resend(first, { dialect: 'ai-sdk' })
  const { request } = await thread.prepare({ window: 100_000, reserve: 0 })
  const { messages } = request as { readonly messages: readonly Json[] }
  const { reconciliation } = await thread.resend(then(messages), { dialect: 'ai-sdk' })
  return { verdict: reconciliation.verdict.kind, appended: reconciliation.append.length }
}

describe('messages for people', () => {
  const asked = person('Find the ferries.')
  const steps = (state: Json) => [part('step-start'), status(state), search, part('step-start'), found, source]
  const answered = [asked, answer(...steps(1))]
  const next: Json = { role: 'user', content: 'And on Sunday?' }

  it('come back as the prompt that was made of them, without what only people see', async () => {
    expect(await afterwards(answered, (prompt) => prompt)).toEqual({ verdict: 'unchanged', appended: 0 })
    expect(await afterwards(answered, (prompt) => [...prompt, next])).toEqual({ verdict: 'continues', appended: 1 })
    expect(await afterwards([asked, answer(status(1))], (prompt) => prompt)).toEqual({ verdict: 'unchanged', appended: 0 })
  })

  it('case 16 · come back with their approvals, asked for and given', async () => {
    const approved = [...answered, person('Delete it.'), answer(deletion({ id: 'ap', approved: true }))]
    const result: Json = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c2', toolName: 'delete', output: { type: 'text', value: 'gone' } }],
    }
    expect(await afterwards(approved, (prompt) => prompt)).toEqual({ verdict: 'unchanged', appended: 0 })
    expect(await afterwards(approved, (prompt) => [...prompt, result])).toEqual({ verdict: 'continues', appended: 1 })
    const refused = approved.with(-1, answer(deletion({ id: 'ap', approved: false })))
    expect((await afterwards(approved, () => refused)).verdict).toBe('branch')
  })

  it('are the same where a page updates a part that no model sees', async () => {
    const updated = [asked, answer(...steps(2))]
    const rated = [asked, answer(...steps(1), part('data-stars', { data: 5 }))]
    const running = [asked, answer(found, status(1))]
    const ended = [asked, answer(found, status(2))]
    expect(await afterwards(answered, () => updated)).toEqual({ verdict: 'unchanged', appended: 0 })
    expect(await afterwards([...answered, person('Thanks.')], () => [...rated, person('Thanks.')])).toMatchObject({
      verdict: 'unchanged',
    })
    expect(await afterwards(running, () => ended)).toEqual({ verdict: 'unchanged', appended: 0 })
    expect(await afterwards(running, () => [...ended, person('Thanks.')])).toEqual({ verdict: 'continues', appended: 1 })
  })

  it('case 33 · arguments that are no JSON are known without the half character that a connection loses', async () => {
    const thread = await createCompactor().thread('custom')
    const call = { id: 'c', type: 'custom', custom: { name: 'functions.bash', input: 'half \ud83d' } }
    await thread.append([{ role: 'assistant', content: null, tool_calls: [call] }])
    const { request } = await thread.prepare({ window: 10_000, reserve: 0 })
    const { messages } = JSON.parse(JSON.stringify(request)) as { readonly messages: readonly Json[] }
    expect((await thread.resend(messages)).reconciliation.verdict.kind).toBe('unchanged')
  })
})
