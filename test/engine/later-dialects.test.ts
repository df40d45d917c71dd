import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_DIALECTS } from '../../src/dialects/all.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { OPENAI_CHAT_OUTLINE, STRICT_CHAT_OUTLINE } from '../../src/dialects/openai-chat/outline.ts'
import { strictChat } from '../../src/dialects/openai-chat/strict.ts'
import { isLater, laterDialect } from '../../src/engine/later-dialect.ts'
import { isPlain } from '../../src/engine/taking.ts'
import { createCompactor, isFailure } from '../../src/index.ts'
import { readAlike } from '../../src/ingest/read-alike.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { lightEngine } from '../support/light-engine.ts'

const HELLO = [{ role: 'user', content: 'Hello' }]
const NAMES = ALL_DIALECTS.map(({ traits }) => traits.name)

describe('dialects that are loaded when they are needed', () => {
  it('A13 · are all there, in the order in which they are asked', () => {
    const known = ((): unknown => {
      try {
        return createCompactor({ dialect: 'nobody-speaks-this' })
      } catch (error) {
        return isFailure(error, 'dialect-unknown') ? error.failure.known : error
      }
    })()
    expect(known).toEqual(NAMES)
  })

  it.each(NAMES)('A13 · reads and writes %s as the dialect itself does', async (name) => {
    const dialect = ALL_DIALECTS.find(({ traits }) => traits.name === name) ?? openaiChat
    const messages = [...dialect.writeMessages([{ role: 'user', parts: [{ kind: 'synthetic', text: 'Hello' }] }])]
    const made = async (options: Parameters<typeof createCompactor>[0]): Promise<unknown> => {
      const thread = await createCompactor(options).thread('t')
      await thread.append(messages)
      return (await thread.prepare()).request
    }
    expect(await made({ dialect: name })).toEqual(await made({ dialects: [dialect] }))
  })

  it('A13 · read words alone alike, so that the first is meant without loading the others', () => {
    const plain = fc.record({
      role: fc.constantFrom('system', 'user', 'assistant'),
      content: fc.oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 })).map((text) => `${text}.`),
    })
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 8 }), (messages) => {
        expect(messages.every(isPlain)).toBe(true)
        expect(ALL_DIALECTS.map(({ recognise }) => recognise(messages))).toEqual(ALL_DIALECTS.map(() => 0))
        const candidate = (dialect: Dialect) => ({ name: dialect.traits.name, read: () => dialect.readMessages(messages) })
        const [first, ...others] = ALL_DIALECTS
        expect(readAlike([candidate(first), ...others.map(candidate)]).name).toBe('openai-chat')
        expect(readAlike([candidate(strictChat), ...others.map(candidate)]).name).toBe('openai-chat')
      }),
    )
  })

  it('A13 · for strict hosts are known by the same as the dialect', () => {
    expect(STRICT_CHAT_OUTLINE.traits).toEqual(strictChat.traits)
  })

  it('A13 · are loaded once, by the first call that reads or writes, and again if that failed', async () => {
    let loads = 0
    const later = laterDialect(OPENAI_CHAT_OUTLINE, async () => {
      loads += 1
      if (loads === 1) throw new Error('the network is gone')
      return openaiChat
    })
    const thread = await lightEngine({ store: memoryStore(), dialects: [later] }).thread('t')
    expect(loads).toBe(0)
    await expect(thread.append(HELLO)).rejects.toThrow('the network is gone')
    await thread.append(HELLO)
    await thread.append(HELLO)
    await thread.prepare()
    expect(loads).toBe(2)
    expect(await thread.entries()).toHaveLength(2)
  })

  it('A13 · are ours only: what a dialect of the host calls `load` is not called', async () => {
    const load = (): never => {
      throw new Error('this is not for the engine')
    }
    const own: Dialect & { readonly load: () => never } = { ...openaiChat, load }
    expect(isLater(own)).toBe(false)
    const thread = await createCompactor({ dialects: [own] }).thread('t')
    await thread.append(HELLO)
    expect((await thread.prepare()).request).toMatchObject({ messages: HELLO })
  })
})
