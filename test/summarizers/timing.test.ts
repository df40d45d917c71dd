import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Compacted } from '../../src/engine/thread.ts'
import { type AiSdkSummarizerOptions, aiSdkSummarizer } from '../../src/summarizers/ai-sdk.ts'
import { summarizerChain } from '../../src/summarizers/chain.ts'
import type { ScriptedAnswer } from '../../src/testing/scripted-model/script.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { at, operations, talk } from '../support/importer-talk.ts'
import { type ModelProtocol, modelAt, PROTOCOLS, says } from '../support/model-server.ts'
import { answerOf, scripted, threadOf } from '../support/summaries.ts'

const busy: ScriptedAnswer = { kind: 'status', status: 429, headers: { 'retry-after': '20' } }
const endless: ScriptedAnswer = { kind: 'endless', text: 'and so on ', everyMs: 5 }

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
})
afterAll(() => server.close())

/** Once it has to wait, it waits for ever, unless it is stopped. */
function modelOf(protocol: ModelProtocol, options: Partial<AiSdkSummarizerOptions> = {}) {
  return aiSdkSummarizer({
    model: modelAt(server, protocol),
    deadlineMs: 600_000,
    sleep: () => new Promise(() => {}),
    ...options,
  })
}

/** A moment after the first request has come in. */
async function whenAsked(): Promise<void> {
  while (server.requests.length === 0) await new Promise((done) => setTimeout(done, 10))
  await new Promise((done) => setTimeout(done, 60))
}

const FIRST_DEADLINE = 400

/** What becomes of a compaction whose time is up after these attempts: a busy machine is given more time for them. */
async function outOfTime(
  outcomes: readonly string[],
  compact: (deadlineMs: number) => Promise<Compacted>,
): Promise<Compacted['receipt']> {
  const triedIn = ({ receipt }: Compacted) => receipt.summary?.attempts.map(({ outcome }) => outcome).join()
  let made = await compact(FIRST_DEADLINE)
  for (let times = 5; times <= 125 && triedIn(made) !== outcomes.join(); times *= 5) made = await compact(FIRST_DEADLINE * times)
  expect(triedIn(made)).toBe(outcomes.join())
  return made.receipt
}

describe.each(PROTOCOLS)('over %s', (protocol) => {
  it.each([
    ['waits to be asked again', busy],
    ['writes', endless],
    ['has not begun', { kind: 'hang' }],
  ] as const)(
    'B13, B14 · a person cancels while the model %s: at once, no other model is asked, nothing is changed',
    async (_, answer) => {
      server.play([answer])
      const next = scripted(() => answerOf(operations))
      const thread = await threadOf(talk, summarizerChain([modelOf(protocol), next]))
      const cancel = new AbortController()
      void whenAsked().then(() => cancel.abort())
      // None of these ever comes to an end by itself.
      const error = await rejection(thread.compact({ ...at, signal: cancel.signal }))
      expect(failureIn(error)).toEqual({ code: 'compaction-cancelled' })
      expect(next.jobs).toEqual([])
      expect(server.requests).toHaveLength(1)
      expect(await thread.commits()).toEqual([])
    },
  )

  it('B14 · one who asks the summarizer itself gets the same failure, also between two tries', async () => {
    server.play([busy])
    const cancel = new AbortController()
    const job = scripted(() => answerOf(operations))
    await (await threadOf(talk, job)).compact(at)
    void whenAsked().then(() => cancel.abort())
    const asked = modelOf(protocol).summarize({ ...(job.jobs[0] as (typeof job.jobs)[number]), signal: cancel.signal })
    expect(failureIn(await rejection(asked))).toEqual({ code: 'compaction-cancelled' })
  })

  it('case 53 · one that writes for ever is given up when its time is up, and the next is asked', async () => {
    server.play((request) => (request.protocol === protocol ? endless : says(operations)))
    const other = modelOf(protocol === 'openai' ? 'anthropic' : 'openai')
    const thread = await threadOf(talk, summarizerChain([modelOf(protocol, { deadlineMs: 200 }), other]))
    const { receipt } = await thread.compact(at)
    expect(receipt.summary?.attempts.map(({ outcome }) => outcome)).toEqual(['timeout', 'answered'])
  })

  it('L11 · the time of a chain is up while a model waits: what was tried and paid is in the receipt', async () => {
    const prices = { input: 1, output: 1 }
    const receipt = await outOfTime(['answered', 'unavailable'], async (deadlineMs) => {
      server.play([
        { kind: 'text', text: 'no JSON' },
        { kind: 'status', status: 503, headers: { 'retry-after': '5' } },
      ])
      const chain = summarizerChain([modelOf(protocol, { prices })], { deadlineMs })
      return (await threadOf(talk, chain)).compact(at)
    })
    expect(receipt.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'timeout' }, money: expect.any(Number) })
    expect(receipt.summarizerCalls).toBe(2)
  })

  it('L11 · the time of the compaction is up: the same', async () => {
    const prices = { input: 1, output: 1 }
    const receipt = await outOfTime(['answered', 'timeout'], async (summaryDeadlineMs) => {
      server.play([{ kind: 'text', text: 'no JSON' }, { kind: 'hang' }])
      return (await threadOf(talk, modelOf(protocol, { prices }), { summaryDeadlineMs })).compact(at)
    })
    expect(receipt.summary).toMatchObject({ fault: { reason: 'timeout' }, money: expect.any(Number) })
  })
})
