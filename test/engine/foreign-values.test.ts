import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, type DialectChoice, memoryStore, type Thread } from '../../src/index.ts'
import { asGiven, withoutForeign } from '../../src/schema/foreign-values.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptyFolder } from '../support/folders.ts'

/** The head of a PNG of 800 by 600 points. */
const PNG = Uint8Array.from([
  137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 3, 32, 0, 0, 2, 88, 8, 6, 0, 0, 0,
])
const ADDRESS = new URL('https://example.com/plan.pdf')
const NOW = new Date('2026-11-16T08:00:00.000Z')

const STORES: readonly (readonly [string, () => Store | Promise<Store>])[] = [
  ['memory', memoryStore],
  ['sqlite', () => openSqliteStore(':memory:')],
  ['jsonl', () => openJsonlStore(emptyFolder())],
]

/** Messages that hold what JSON does not, in places where each dialect has room for it. */
const MESSAGES: Readonly<Record<string, readonly object[]>> = {
  'ai-sdk': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is on these?' },
        { type: 'image', image: PNG, mediaType: 'image/png' },
        { type: 'image', image: Buffer.from(PNG) },
        { type: 'file', data: PNG.buffer.slice(0), mediaType: 'image/png' },
        { type: 'file', data: ADDRESS, mediaType: 'application/pdf', providerOptions: { own: { seen: new Map([['at', NOW]]) } } },
      ],
    },
  ],
  anthropic: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is on it?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      ],
    },
  ],
  'openai-chat': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'image_url', image_url: { url: ADDRESS } },
      ],
    },
  ],
  'openai-responses': [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'And this?' },
        { type: 'input_image', image_url: ADDRESS, detail: 'low' },
      ],
    },
  ],
  gemini: [{ role: 'user', parts: [{ text: 'And this?' }, { inlineData: { mimeType: 'image/png', data: PNG } }] }],
  neutral: [{ role: 'user', content: 'When was it?', at: NOW }],
}

const CASES = STORES.flatMap(([name, open]) => Object.keys(MESSAGES).map((dialect) => [name, dialect, open] as const))

async function messagesOf(thread: Thread, dialect: DialectChoice): Promise<unknown> {
  const { request } = await thread.prepare({ dialect })
  const list = request as unknown as Record<string, unknown>
  return list['messages'] ?? list['contents'] ?? list['input'] ?? request
}

describe('case 91 · bytes, addresses and times go back as they came', () => {
  it.each(CASES)('%s, %s', async (_, dialect, open) => {
    const given = MESSAGES[dialect] ?? []
    const store = await open()
    const thread = await createCompactor({ store }).thread('one')
    await thread.append(given, { dialect: dialect as DialectChoice })
    expect(await messagesOf(thread, dialect as DialectChoice)).toStrictEqual(given)

    const compactor = createCompactor({ store })
    const again = await compactor.thread('one')
    expect(await messagesOf(again, dialect as DialectChoice), 'after a restart').toStrictEqual(given)
    const { reconciliation } = await again.resend(given, { dialect: dialect as DialectChoice })
    expect(reconciliation.append, 'resent, it is known').toEqual([])
    expect(await compactor.verify('one')).toMatchObject({ kind: 'whole' })
    await store.close()
  })

  it('counts an image by its size, as if it had come as base64', async () => {
    const image = async (data: unknown) => {
      const thread = await createCompactor().thread('one')
      await thread.append([{ role: 'user', content: [{ type: 'image', image: data, mediaType: 'image/png' }] }], {
        dialect: 'ai-sdk',
      })
      return (await thread.prepare({ dialect: 'ai-sdk', model: 'gpt-4o' })).tokens
    }
    const large = new Uint8Array(300_000)
    large.set(PNG)
    const tokens = await image(large)
    expect(tokens).toBe(await image(Buffer.from(large).toString('base64')))
    expect(tokens).toBeLessThan(2_000)
  })

  it('says in words what a tool gave back, and how many bytes it had', async () => {
    const thread = await createCompactor().thread('one')
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'shoot', input: { url: ADDRESS } }
    const output = { type: 'json', value: { png: PNG, at: NOW } }
    await thread.append(
      [
        { role: 'user', content: 'Take a picture.' },
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'shoot', output }] },
      ],
      { dialect: 'ai-sdk' },
    )
    const text = JSON.stringify((await thread.prepare({ dialect: 'openai-chat' })).request)
    expect(text).toContain('(29 bytes)')
    expect(text).toContain('2026-11-16T08:00:00.000Z')
    expect(text).toContain('https://example.com/plan.pdf')
    expect(text).not.toContain('$palimpsest')
  })

  it('is left alone by redaction, resent or appended', async () => {
    const given = MESSAGES['ai-sdk'] ?? []
    const thread = await createCompactor({ redact: 'entries' }).thread('one')
    await thread.resend(given, { dialect: 'ai-sdk' })
    expect(await messagesOf(thread, 'ai-sdk')).toStrictEqual(given)
  })

  it('goes back as it came from a branch, too', async () => {
    const [picture] = MESSAGES['ai-sdk'] ?? []
    const said = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
    const asked = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })
    const thread = await createCompactor().thread('one')
    await thread.resend([picture ?? {}, said('A plan.'), asked('Which one?')], { dialect: 'ai-sdk' })
    const edited = [picture ?? {}, said('A plan.'), asked('Of which house is it the plan?')]
    for (const more of [[], [said('Of ours.'), asked('Sure?')]]) {
      const { thread: branch } = await thread.resend([...edited, ...more], { dialect: 'ai-sdk' })
      expect(await messagesOf(branch, 'ai-sdk')).toStrictEqual([...edited, ...more])
    }
  })

  it('stays what it was when the host changes its bytes', async () => {
    const bytes = Uint8Array.from(PNG)
    const thread = await createCompactor().thread('one')
    const appended = thread.append([{ role: 'user', content: [{ type: 'image', image: bytes }] }], { dialect: 'ai-sdk' })
    bytes.fill(0)
    await appended
    expect(await messagesOf(thread, 'ai-sdk')).toStrictEqual([{ role: 'user', content: [{ type: 'image', image: PNG }] }])
  })

  it('case 36 · a file is refused in a sentence: only its owner can read it, and JSON would make nothing of it', async () => {
    const thread = await createCompactor({ dialect: 'ai-sdk' }).thread('files')
    for (const file of [new File(['words'], 'a.txt'), new Blob(['words'])]) {
      const message = { role: 'user', content: [{ type: 'file', data: file, mediaType: 'text/plain' }] } as never
      const failure = failureIn(await rejection(thread.append([message])))
      expect(failure).toMatchObject({ code: 'input-invalid', expected: expect.stringContaining('new Uint8Array(') })
    }
  })

  it('any value comes back, and so does JSON that looks like one that was written down', () => {
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(null, true, 'text', 1.5, ADDRESS, NOW),
      fc.uint8Array(),
      fc.uint8Array().map((bytes) => bytes.buffer),
      fc.constant({ $palimpsest: 'Uint8Array', data: 'AAAA' }),
      fc.constant({ $palimpsest: 'Date' }),
    )
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3, noNullPrototype: true }),
        fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
      ),
    })).value
    fc.assert(
      fc.property(values, (value) => {
        expect(asGiven(JSON.parse(JSON.stringify(withoutForeign(value))))).toStrictEqual(value)
      }),
    )
  })
})
