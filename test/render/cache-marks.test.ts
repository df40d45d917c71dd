import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { createCompactor, presets } from '../../src/index.ts'
import { makeSpan } from '../../src/log/span.ts'
import { cacheMarks } from '../../src/render/cache-marks.ts'
import { renderPrompt } from '../../src/render/render-prompt.ts'
import type { Json } from '../../src/schema/json.ts'
import type { PlanRecord } from '../../src/schema/plan.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { sceneOf } from '../../src/testing/scene.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

/** The entries after which marks stand, by name; `summary` for what we wrote. */
function marked(names: string, summarizedTo?: string): readonly string[] {
  const KINDS: Readonly<Record<string, string>> = { u: 'user', a: 'assistant', c: 'call', t: 'result' }
  const rows = names.split(' ').map((name) => `${name} ${KINDS[name[0] ?? '']} 10`)
  const { log } = sceneOf(rows.join('\n'))
  const to = log.entries.findIndex((entry) => entry.message.id === summarizedTo)
  const records: readonly PlanRecord[] =
    to === -1 ? [] : [{ action: 'summarize', span: makeSpan(log, rangeOf(0, to + 1)), tokens: 5, summary: 'before', carries: [] }]
  const prompt = renderPrompt({ entries: log.entries, records, traits: neutral.traits, summaryRole: 'assistant' })
  return cacheMarks(prompt).map((mark) => {
    const part = prompt.messages[mark]?.parts.at(-1)
    return part?.kind === 'entry' ? part.entry.message.id : 'summary'
  })
}

describe('cache marks', () => {
  it('E11 · stand at the end of turn A (four rounds before the last), of turn D (before the current turn), and at the end', () => {
    expect(marked('uA aA uB aB uC aC uD aD uE aE')).toEqual(['aA', 'aD', 'aE'])
  })

  it('E11 · after a compaction of A to C: at the end of D and at the end; below five rounds the middle one is left out', () => {
    expect(marked('uA aA uB aB uC aC uD aD uE aE', 'aC')).toEqual(['aD', 'aE'])
  })

  it('E2, E11 · are found anew for what is visible after the compaction', () => {
    expect(marked('uA aA uB aB uC aC1 aC2 uD aD uE aE', 'aC1')).toEqual(['aD', 'aE'])
    expect(marked('uA cA tA uB cB tB aB uC cC tC aC uD aD', 'tA')).toEqual(['tB', 'aC', 'aD'])
  })

  it('stand after results where a round ends with them, and not after a call that may still get its result', () => {
    expect(marked('u0 a1 u2 c3 t4 c5 t6 c7 t8 c9 t10 c11 t12')).toEqual(['a1', 't4', 't12'])
    expect(marked('u0 a1 u2 a3 c4')).toEqual(['a1', 'a3'])
  })

  it('are none in an empty conversation, and one where there is one message', () => {
    expect(marked('u0')).toEqual(['u0'])
    expect(cacheMarks({ messages: [], stable: 0 })).toEqual([])
  })
})

describe('cache marks in a request', () => {
  const open = async (policy = presets.timeline()) => {
    const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
    await thread.append(messagesFor('anthropic', [...finishedTurns(6, 50), user('go on')]), { dialect: 'anthropic' })
    return thread
  }
  const marksIn = (request: Json): number => JSON.stringify(request).split('"cache_control"').length - 1

  it('E11 · become cache_control on the last block of their message, three of the four that Anthropic takes', async () => {
    const { request, cacheMarks: marks } = await (await open()).prepare({ window: 32_000 })
    expect(marks).toHaveLength(3)
    expect(marksIn(request)).toBe(3)
    expect(anthropic.validate(request)).toEqual([])
    expect(request).toMatchObject({
      messages: expect.arrayContaining([
        { role: 'user', content: [{ type: 'text', text: 'go on', cache_control: { type: 'ephemeral' } }] },
      ]),
    })
  })

  it('are carried beside a request of a format that has none', async () => {
    const { request, cacheMarks: marks } = await (await open()).prepare({ window: 32_000, dialect: 'openai-chat' })
    expect(marks.length).toBeGreaterThan(0)
    expect(marksIn(request)).toBe(0)
  })

  it('are not made where the policy does not want them', async () => {
    const { request, cacheMarks: marks } = await (await open(presets.balanced())).prepare({ window: 32_000 })
    expect([marks, marksIn(request)]).toEqual([[], 0])
  })
})
