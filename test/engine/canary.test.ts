import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, type Json, memoryStore, presets } from '../../src/index.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { prose } from '../support/steps.ts'

/** Put together here, so that no scanner takes this file for a leak. */
const CANARY = ['ghp', 'cA7nA2rY9kL2mN4pQ6rS8tU0vW1xYz0123AB'].join('_')

/** Where a secret may stand in a conversation. */
const PLACES = {
  asked: `Deploy with ${CANARY}, please.`,
  said: `I will use ${CANARY} for the API in src/deploy.ts.`,
  command: `GITHUB_TOKEN=${CANARY} gh release create v1`,
  path: `/tmp/${CANARY}/key`,
  output: `error: src/deploy.ts refused ${CANARY} with 401`,
  query: `owner ${CANARY}`,
} as const

type Place = keyof typeof PLACES

/** A round of work in which the canary stands where it is told. */
function round(index: number, at: readonly Place[]): readonly Json[] {
  const text = (place: Place, otherwise: string): string => (at.includes(place) ? PLACES[place] : otherwise)
  const args = {
    command: text('command', `npm test ${index}`),
    path: text('path', `src/${index}.ts`),
    query: text('query', 'retry'),
  }
  return [
    { role: 'user', content: `${text('asked', `Look at part ${index}.`)} ${prose(40)}` },
    {
      role: 'assistant',
      content: text('said', `Part ${index} reads the table before it is open.`),
      tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'bash', arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: `c${index}`, content: `${text('output', `ok ${index}`)}\n${prose(600)}` },
  ]
}

const games = fc.record({
  places: fc.array(fc.subarray(Object.keys(PLACES) as Place[]), { minLength: 12, maxLength: 16 }),
  preset: fc.constantFrom(...(Object.keys(presets) as (keyof typeof presets)[]).filter((name) => name !== 'amp')),
  window: fc.constantFrom(6_000, 9_000, 14_000),
})

describe('a canary', () => {
  it('F16, case 65 · leaves the engine by no port but in entries that are shown as they are', async () => {
    await fc.assert(
      fc.asyncProperty(games, async ({ places, preset, window }) => {
        const jobs: SummaryJob[] = []
        const summarizer = {
          name: 'listens',
          summarize: (job: SummaryJob) => {
            jobs.push(job)
            return Promise.reject(new Error('it only listens'))
          },
        }
        // Every preset goes on without its summary here: what is asked for and what is told is the same.
        const policy = { ...presets[preset](), onFailure: 'step-down' as const }
        const options = { policy, store: memoryStore(), redactionKey: 'a key', clock: () => 0, summarizer }
        const thread = await createCompactor(options).thread('t')
        await thread.append(places.flatMap((at, index) => round(index, at)))
        await thread.append([{ role: 'user', content: 'go on' }])
        const { receipt } = await thread.compact({ window, reserve: 500 })
        const commits = await thread.commits()
        for (const out of [
          receipt,
          commits.map(({ plan }) => plan),
          commits.map((commit) => commit.receipt),
          jobs.map(({ entries }) => entries),
        ])
          expect(JSON.stringify(out)).not.toContain(CANARY.slice(8, 24))
      }),
      { numRuns: 25 },
    )
  })
})
