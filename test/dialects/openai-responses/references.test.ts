import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import { createCompactor, presets } from '../../../src/index.ts'
import { isJsonObject, type Json } from '../../../src/schema/json.ts'
import { characterTokenizer } from '../../../src/tokenizers/characters.ts'
import { messagesIn } from '../../support/invariants.ts'
import { roundTrip } from '../../support/round-trip.ts'

const REFERENCE = { type: 'item_reference', id: 'msg_kept_by_the_provider' }
const asked = (text: string): Json => ({ role: 'user', content: text })
const said = (text: string): Json => ({ role: 'assistant', content: text })
const LONG = 'The build is red and the log is long. '.repeat(20)

/** A conversation that begins at the provider: the log has never seen what it refers to. */
const REQUEST: Json = {
  model: 'm',
  previous_response_id: 'resp_kept_by_the_provider',
  input: [REFERENCE, asked('And the second one?'), said(LONG), asked('Thanks. And the third?')],
}

async function threadOf(request: Json) {
  const { messages, ...around } = openaiResponses.read(request)
  const compactor = createCompactor({ tokenizer: characterTokenizer(), policy: presets.balanced() })
  const thread = await compactor.thread('references')
  await thread.appendDrafts(messages)
  return { thread, around }
}

describe('a history that only the provider has', () => {
  it('case 15 · an item_reference is kept as it came, in the log and in the request', async () => {
    const { thread, around } = await threadOf(REQUEST)
    const [first] = await thread.entries()
    expect(first).toMatchObject({ kind: 'opaque', type: 'item_reference', raw: REFERENCE })
    const { request } = await thread.prepare({ around, window: 100_000 })
    expect(messagesIn(request)[0]).toEqual(REFERENCE)
    expect(roundTrip(openaiResponses, REQUEST)).toEqual(REQUEST)
  })

  it('case 15 · a reference that is put away has a fate like everything else, and can be read back', async () => {
    const { thread, around } = await threadOf(REQUEST)
    const { request, receipt } = await thread.compact({ around, window: 60, reserve: 0 })
    expect(messagesIn(request)).not.toContainEqual(REFERENCE)
    expect(receipt?.fates[0]).toMatchObject({ from: 0, fate: expect.stringMatching(/^(?:summarized|dropped)$/) })
    expect((await thread.entries())[0]?.raw).toEqual(REFERENCE)
  })

  it('case 15 · elsewhere a reference means nothing, and is a loss', async () => {
    const { thread } = await threadOf(REQUEST)
    const { prompt } = await thread.prepare({ dialect: 'anthropic', window: 100_000 })
    expect(prompt.losses).toContainEqual(expect.objectContaining({ what: 'item_reference' }))
  })

  it('case 15 · previous_response_id goes out as it came in, and what it stands for is not counted', async () => {
    const { thread, around } = await threadOf(REQUEST)
    const { request, tokens } = await thread.prepare({ around, window: 100_000 })
    expect(isJsonObject(request) && request['previous_response_id']).toBe('resp_kept_by_the_provider')
    const without = { ...around, envelope: { model: 'm', input: null } }
    const bare = await thread.prepare({ around: without, window: 100_000 })
    expect(isJsonObject(bare.request) && 'previous_response_id' in bare.request).toBe(false)
    expect(tokens).toBe(bare.tokens)
  })
})
