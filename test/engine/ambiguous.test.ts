import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { rejection } from '../support/caught.ts'

const ALIKE: readonly (readonly [what: string, messages: readonly Json[]])[] = [
  ['roles and text', [{ role: 'user', content: 'hello' }]],
  ['text parts', [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]],
  ['reasoning, as two dialects have it', [{ role: 'assistant', content: [{ type: 'reasoning', text: 'so' }] }]],
  ['a file that two dialects know', [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }]],
  ['nothing', []],
]

describe('messages without a mark of one dialect alone', () => {
  it.each(ALIKE)(
    'B15 · %s are taken, because every dialect that could have written them reads them alike',
    async (_, messages) => {
      const thread = await createCompactor().thread('t')
      expect(await thread.append(messages)).toBe(messages.length)
      expect((await thread.entries()).map(({ kind }) => kind)).not.toContain('opaque')
    },
  )

  it('B15 · are not guessed at if readings differ: the dialect is asked for by name', async () => {
    const thread = await createCompactor().thread('t')
    const torn = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
      { role: 'assistant', content: [{ type: 'tool_call', id: 'b', name: 'read', arguments: '{}' }] },
    ]
    expect(await rejection(thread.append(torn))).toMatchObject({
      failure: { code: 'dialect-ambiguous', candidates: ['anthropic', 'neutral'] },
      message:
        'anthropic and neutral read these messages differently. Say which of them they are written in: ' +
        "createCompactor({ dialect: 'anthropic' }) for all threads, or { dialect } with this call.",
    })
    expect(await thread.append(torn, { dialect: 'anthropic' })).toBeGreaterThan(0)
    const named = await createCompactor({ dialect: 'anthropic' }).thread('t')
    expect(await named.append(torn)).toBeGreaterThan(0)
  })

  it('B15 · in a thread that has a dialect, that one is taken', async () => {
    const thread = await createCompactor().thread('t')
    await thread.append([{ role: 'user', content: 'hello' }], { dialect: 'anthropic' })
    await thread.append([{ role: 'assistant', content: [{ type: 'text', text: 'hi' }] }])
    expect((await thread.entries()).map(({ message }) => message.dialect)).toEqual(['anthropic', 'anthropic'])
  })
})
