import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { showsResult, visibleIn } from './judge/visible.ts'

/** A request of the AI SDK that shows one result. */
const showing = (value: string): Json => ({
  messages: [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value } }] },
  ],
})
const IMAGE = { type: 'image-url', url: 'https://example.org/a.png' }
const resultOf = (value: Json): Json => ({ type: 'tool-result', toolCallId: 'c', output: { type: 'content', value } })

describe('the judge of what a request shows', () => {
  it('L6 · a result without any content has nothing attached, and may not say so', () => {
    const attached = visibleIn('ai-sdk', showing('[The result is attached.]'))
    expect(showsResult(attached, resultOf([]), '')).toBe(false)
    expect(showsResult(attached, resultOf([{ type: 'text', text: ' ' }]), ' ')).toBe(false)
    expect(showsResult(visibleIn('ai-sdk', showing('')), resultOf([]), '')).toBe(true)
  })

  it('L6 · a result of nothing but a picture may say that it is attached', () => {
    const named = visibleIn('ai-sdk', showing('[The result is attached.]\n[image]'))
    expect(showsResult(named, resultOf([IMAGE]), '[image]')).toBe(true)
    expect(showsResult(named, resultOf([{ type: 'text', text: 'seen' }]), 'seen')).toBe(false)
  })
})
