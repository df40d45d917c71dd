import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/schema/json.ts'
import type { ScriptedAnswer } from '../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { DOORS, type Door, says } from '../support/model-server.ts'
import { agent, finishedTurns, prose, type Step, user } from '../support/steps.ts'
import { add, summaryIn, threadOf } from '../support/summaries.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

const KEY = 'sk-proj-Zx9Kq2Lm4Nt6Pv8Rw1Ty3Ub5Xc7Vd0Ae'
const talk: readonly Step[] = [
  user(`Build the importer. The key is ${KEY}.`),
  agent('The importer reads src/import.ts. The timeout is 30 s.'),
  ...finishedTurns(10, 150),
  user('go on'),
]
const at = { window: 1500, reserve: 100 }
const good = says([add('decision', 'The importer reads src/import.ts.', [1])])
const bodyOf = (index: number): JsonObject => {
  const body = server.requests[index]?.body
  if (!isJsonObject(body)) throw new Error('expected a request')
  return body
}
const patient = { retries: 1, sleep: async () => undefined, deadlineMs: 600_000 }

describe.each(Object.entries<Door>(DOORS))('through %s', (_, door) => {
  it('B13 · limits what is written, asks for nothing else, and shows no secret', async () => {
    server.play([good])
    await (await threadOf(talk, door(server, { ...patient, maxOutput: 777, temperature: 0.2 }))).compact(at)
    const body = bodyOf(0)
    expect([body['max_tokens'], body['max_completion_tokens'], body['max_output_tokens']]).toContain(777)
    expect(body).toMatchObject({ model: 'scripted-1', temperature: 0.2, stream: true })
    for (const field of ['tools', 'tool_choice', 'thinking', 'reasoning']) expect(body).not.toHaveProperty(field)
    expect(JSON.stringify(body)).not.toContain(KEY)
  })

  it('B3 · gives the text as it comes, of a summary in prose', async () => {
    const told = `The importer reads src/import.ts. ${'The timeout is 30 s. '.repeat(400)}`
    const pieces: string[] = []
    server.play([{ kind: 'text', text: told }])
    const options = { mode: 'prose', proseTokens: 8_000, onText: (piece: string) => pieces.push(piece) } as const
    await (await threadOf(talk, door(server, { ...patient, ...options }))).compact(at)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(told)
    server.play([{ kind: 'text', text: 'The importer reads src/import.ts.' }])
    const thread = await threadOf(talk, door(server, { ...patient, ...options }))
    const { receipt } = await thread.compact(at)
    expect(receipt.summary?.fault).toBe(undefined)
    expect((await summaryIn(thread)).prose).toContain('The importer reads src/import.ts.')
  })

  it('case 27 · shows part by part what its window does not take', async () => {
    server.play([good])
    const steps = [user(`Build the importer. ${prose(4_000)} Never touch orders_live.`), ...talk.slice(1)]
    await (await threadOf(steps, door(server, { ...patient, window: 3_600, maxOutput: 400 }))).compact(at)
    expect(server.requests.length).toBeGreaterThan(1)
    expect(server.requests[0]?.text).toMatch(/entries, part 1 of \d/)
  })

  it('case 54 · what was read from the cache is paid for at its price', async () => {
    const text = JSON.stringify({ operations: [add('decision', 'The importer reads src/import.ts.', [1])] })
    const turn: ScriptedAnswer = {
      kind: 'turn',
      id: '1',
      text,
      calls: [],
      usage: { input: 10_000, output: 100, cacheRead: 8_000 },
    }
    server.play([turn])
    const prices = { input: 3, output: 15, cacheRead: 0.3 }
    const { receipt } = await (await threadOf(talk, door(server, { ...patient, prices }))).compact(at)
    expect(receipt.summary?.usage).toEqual({ input: 10_000, output: 100, cached: 8_000 })
    expect(receipt.summary?.money).toBeCloseTo((2_000 * 3 + 8_000 * 0.3 + 100 * 15) / 1_000_000, 9)
  })

  it('F4 · reads the new page alone, if it is to', async () => {
    server.play([good, { kind: 'text', text: '1. 30 s\n2. go on\n3. nothing\n4. nothing\n5. nothing' }])
    const { receipt } = await (await threadOf(talk, door(server, { ...patient, verify: true }))).compact(at)
    expect(receipt.summary?.attempts.map(({ way }) => way)).toEqual([undefined, 'verify'])
    expect(server.requests[1]?.text).toMatch(/^You take over a working session/)
    expect(server.requests[1]?.text).not.toMatch(/\[e0 person/)
  })
})
