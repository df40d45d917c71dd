import { describe, expect, it } from 'vitest'
import { fileFormOf, modelPart } from '../../../src/integrations/ai-sdk/model-part.ts'
import { PICTURE } from '../../support/sdk-world.ts'

const result = (value: readonly object[]) => ({ type: 'tool-result', toolCallId: 'c1', output: { type: 'content', value } })

describe('a part as a model takes it', () => {
  it('case 36 · pictures of results are files to version 7, and have kinds of their own in version 6', () => {
    const given = result([
      { type: 'text', text: 'Here it is.' },
      { type: 'media', data: PICTURE, mediaType: 'image/png' },
      { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'image-url', url: 'https://example.org/a.png' },
    ])
    expect(modelPart(given, 'tagged')).toEqual(
      result([
        { type: 'text', text: 'Here it is.' },
        { type: 'file', data: { type: 'data', data: PICTURE }, mediaType: 'image/png' },
        { type: 'file', data: { type: 'data', data: 'JVBERi0=' }, mediaType: 'application/pdf', filename: 'a.pdf' },
        { type: 'file', data: { type: 'url', url: new URL('https://example.org/a.png') }, mediaType: 'image' },
      ]),
    )
    expect(modelPart(given, 'plain')).toEqual(
      result([
        { type: 'text', text: 'Here it is.' },
        { type: 'image-data', data: PICTURE, mediaType: 'image/png' },
        { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
        { type: 'image-url', url: 'https://example.org/a.png' },
      ]),
    )
  })

  it.each(['plain', 'tagged'] as const)('case 36 · what has the form already stays as it is: %s', (form) => {
    for (const image of [PICTURE, Buffer.from(PICTURE, 'base64'), new URL('https://example.org/a.png')]) {
      const made = modelPart({ type: 'image', image } as never, form)
      expect(made).toMatchObject({ type: 'file' })
      expect(modelPart(made, form)).toEqual(made)
    }
  })

  it('case 36 · an address that cannot be read as one goes on as it is', () => {
    const output = { type: 'content', value: [{ type: 'image-url', url: 'pictures/a.png' }] }
    const made = modelPart({ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output } as never, 'tagged')
    expect(made).toMatchObject({ output: { value: [{ type: 'file', data: { type: 'url', url: 'pictures/a.png' } }] } })
  })

  it('case 36 · version 6 takes files by themselves, version 7 by what they are', () => {
    const model = (specificationVersion: string) => ({ modelId: 'm', specificationVersion })
    expect(['v2', 'v3', 'v4'].map((version) => fileFormOf(model(version)))).toEqual(['plain', 'plain', 'tagged'])
  })
})
