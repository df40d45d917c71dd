import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { createCompactor } from '../../src/index.ts'

describe('thinking that a pin brings along', () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.ts' } }
  const messages = [
    { role: 'user', content: 'Look at a.ts.' },
    {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'Where would it be? '.repeat(400), signature: 'c2lnbmVk' }, call],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'export const a = 1' }] },
    { role: 'assistant', content: 'It is there.' },
    { role: 'user', content: 'Good. Now b.ts.' },
  ] as const

  it('L3 · gives way if pins and frontier do not fit with it, and the receipt says so', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('pinned')
    await thread.append(messages as never, { dialect: 'anthropic' })
    const entry = (await thread.entries()).find(({ kind }) => kind === 'tool-call')
    await thread.pin({ entry: entry?.id ?? '' })
    const { request, receipt } = await thread.prepare({ window: 600, reserve: 0 })
    const sent = JSON.stringify(request)
    expect(sent).toContain('"toolu_1"')
    expect(sent).not.toContain('"thinking"')
    expect(receipt?.lawOverrides).toContainEqual({ law: 'L3', detail: expect.stringContaining('thinking') })
  })

  it('L4, L3 · keeps the block of the provider’s own tools beside it that it cannot stand without, even where that round would be folded', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('served')
    const served = { type: 'server_tool_use', note: 'each' }
    await thread.append(
      [
        { role: 'user', content: 'module '.repeat(900) },
        { role: 'assistant', content: [served, { ...served, note: 'other' }], reasoning_content: 'Where would it be?' },
        { role: 'user', content: 'Go on.' },
      ] as never,
      { dialect: 'openai-chat' },
    )
    const [, thought] = await thread.entries()
    await thread.pin({ entry: thought?.id ?? '' })
    const { request, prompt } = await thread.prepare({ window: 136, reserve: 0, dialect: 'openai-chat' })
    expect(JSON.stringify(request)).toContain('Where would it be?')
    expect(prompt.repairs).toEqual([])
  })

  it('stays if there is room for it', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('pinned')
    await thread.append(messages as never, { dialect: 'anthropic' })
    expect(JSON.stringify((await thread.prepare({ window: 100_000 })).request)).toContain('Where would it be?')
  })
})

describe('cache marks in system text', () => {
  it('L6 · of the log stay if the host hands in more of it', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('marks')
    const marked = { type: 'text', text: 'Answer briefly.', cache_control: { type: 'ephemeral' } }
    const request = {
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      system: [marked],
      messages: [{ role: 'user', content: 'Hello' }],
    }
    const { messages: drafts, ...around } = anthropic.read(request)
    await thread.appendDrafts(drafts)
    const sent = (await thread.prepare({ system: 'You are careful.', dialect: 'anthropic', around })).request
    expect(JSON.stringify(sent)).toContain(JSON.stringify(marked))
  })
})
