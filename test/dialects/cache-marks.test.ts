import { describe, expect, it } from 'vitest'
import { limitCacheMarks } from '../../src/dialects/anthropic/cache-marks.ts'
import { validateAnthropic } from '../../src/dialects/anthropic/validate.ts'
import type { Json } from '../../src/schema/json.ts'

const mark = { cache_control: { type: 'ephemeral' } }
const said = (text: string, marked = true): Json => ({ role: 'user', content: [{ type: 'text', text, ...(marked ? mark : {}) }] })
/** The texts whose blocks still carry a mark. */
const marked = (request: Json): readonly string[] =>
  [...JSON.stringify(request).matchAll(/"text":"(\w+)","cache_control"/g)].map(([, text]) => text ?? '')

describe('cache marks, of which Anthropic takes four', () => {
  it('stay untouched while there are no more', () => {
    const request: Json = { messages: ['a', 'b', 'c', 'd'].map((text) => said(text)) }
    expect(limitCacheMarks(request)).toBe(request)
  })

  it('beyond four go from the earliest messages: the later ones cover them', () => {
    const request = limitCacheMarks({ messages: ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => said(text)) })
    expect(marked(request)).toEqual(['c', 'd', 'e', 'f'])
    expect(validateAnthropic(request)).toEqual([])
  })

  it('on system text and tools count, and stay', () => {
    const system = [{ type: 'text', text: 'system', ...mark }]
    const tools = [{ name: 'f', input_schema: {}, ...mark }]
    const request = limitCacheMarks({ system, tools, messages: ['a', 'b', 'c'].map((text) => said(text)) })
    expect(request).toMatchObject({ system, tools })
    expect(marked(request)).toEqual(['system', 'b', 'c'])
  })

  it('on results, and inside them, count too', () => {
    const result = { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'inside', ...mark }], ...mark }
    const request = limitCacheMarks([{ role: 'user', content: [result] }, ...['a', 'b', 'c'].map((text) => said(text))])
    expect(request).toMatchObject([{ content: [{ type: 'tool_result', content: [{ text: 'inside', ...mark }] }] }, {}, {}, {}])
    expect(JSON.stringify(request).split('cache_control')).toHaveLength(1 + 4)
  })

  it('are none where a call’s arguments only have that name', () => {
    const input = { cache_control: {}, content: [{ cache_control: {} }] }
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input }] }
    const request: Json = { messages: [call, ...['a', 'b', 'c', 'd'].map((text) => said(text))] }
    expect(limitCacheMarks(request)).toBe(request)
  })
})
