import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import { aiSdkSummarizer } from '../../src/summarizers/ai-sdk.ts'
import { cachedSummarizer, memorySummaryCache } from '../../src/summarizers/cache.ts'
import { summarizerChain } from '../../src/summarizers/chain.ts'
import { type ScriptedModelServer, scriptedModelServer } from '../../src/testing/scripted-model/server.ts'
import { summarizerCases } from '../../src/testing/summarizer-cases.ts'
import { modelAt, says } from '../support/model-server.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

let server: ScriptedModelServer
beforeAll(async () => {
  server = await scriptedModelServer()
  server.play([says([add('fact', 'File 0 exports one function.', [3])])])
})
afterAll(() => server.close())

const asking = (): Summarizer => aiSdkSummarizer({ model: modelAt(server, 'openai'), retries: 0, deadlineMs: 60_000 })
const ours: readonly (readonly [string, () => Summarizer])[] = [
  ['one that asks a model', asking],
  ['a chain', () => summarizerChain([asking(), asking()], { deadlineMs: 60_000 })],
  ['one that remembers', () => cachedSummarizer(asking(), memorySummaryCache(), sha256Hex)],
]

describe.each(ours)('the cases of a summarizer, by %s', (_, make) => {
  it.each(summarizerCases)('$name', ({ run }) => run(make()))
})

describe('the cases of a summarizer', () => {
  it('notice an answer of another shape, a job that is changed, and an answer that is of no use', async () => {
    const useless = scripted(() => answerOf([add('fact', 'The moon is made of cheese.', [3])]))
    const wrong: readonly Summarizer[] = [
      { name: 'shapeless', summarize: async () => JSON.parse('{"text":"All is well."}') },
      {
        name: 'meddling',
        async summarize({ ledger }) {
          Object.assign(ledger, { round: 99 })
          return answerOf([])
        },
      },
      { ...useless, name: '' },
    ]
    for (const summarizer of wrong) {
      const outcomes = await Promise.allSettled(summarizerCases.map(({ run }) => run(summarizer)))
      expect(outcomes.map(({ status }) => status)).toContain('rejected')
    }
  })
})
