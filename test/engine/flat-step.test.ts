import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, type Thread } from '../../src/index.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { renderPrompt } from '../../src/render/render-prompt.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import { type CountingPorts, countingPorts, type Work } from '../support/counting-ports.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, type Provider, results, type Step, user } from '../support/steps.ts'

const LENGTHS = [100, 1_000, 10_000] as const
/** Behind a commit, so many are folded as before it. */
const FOLDED = [100, 3_000] as const
/** Nothing below comes near it. */
const WINDOW = 100_000_000

/** One of each kind; what they need is the same at every length. */
const STEPS: readonly Step[] = [
  user('and now the other one'),
  calls(['call-x', 'grep', { pattern: 'other' }], ['call-y', 'read_file', { path: 'src/other.ts' }]),
  results(['call-x', 'src/other.ts:1'], ['call-y', 'export const other = 1']),
  agent('Both are fine.'),
]

describe('a step', () => {
  it.each(PROVIDERS)('case 28 · with nothing new looks at one row, however long the history is: %s', async (provider) => {
    for (const length of LENGTHS) {
      const { thread, counting } = await opened(provider, messagesOf(provider, length))
      const check = await counting.during(() => thread.prepare({ window: WINDOW }))
      expect(withoutBytes(check), `${length} messages`).toEqual({
        ...Object.fromEntries(Object.keys(withoutBytes(check)).map((field) => [field, 0])),
        storeCalls: 1,
        rowsRead: 1,
      })
    }
  })

  it.each(PROVIDERS)('case 28 · with one message more looks at the same number of everything: %s', async (provider) => {
    const [short, ...longer] = await Promise.all(
      LENGTHS.map(async (length) => walk(provider, await opened(provider, messagesOf(provider, length)))),
    )
    for (const works of longer) expectSame(works, short ?? [])
  })

  it.each(PROVIDERS)('case 28 · is as flat behind a commit and pins: %s', async (provider) => {
    const [short, ...longer] = await Promise.all(
      FOLDED.map(async (length) => {
        const opening = await opened(provider, messagesOf(provider, length))
        await opening.thread.pin({ text: 'Request 3:' })
        await opening.thread.compact({ window: 4_000 })
        // The commit's view is made once, by the first request that rests on it.
        await opening.thread.append(messagesFor(provider, [agent('Compacted.')]))
        await opening.thread.prepare({ window: WINDOW })
        return walk(provider, opening)
      }),
    )
    for (const works of longer) expectSame(works, short ?? [])
  })

  it('case 28 · takes no more behind 100,000 tiny messages than behind 100', async () => {
    const tiny = (count: number): readonly Json[] =>
      Array.from({ length: count }, (_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: 'ok' }))
    const [few, many] = [await opened('openai-chat', tiny(100)), await opened('openai-chat', tiny(100_000))]
    expect((await many.thread.prepare({ window: WINDOW })).tokens).toBeGreaterThan(400_000)
    expectSame(await walk('openai-chat', many), await walk('openai-chat', few))
  })
})

describe('one message of 30,000 parts', () => {
  const PARTS = [3_000, 30_000] as const

  it('case 28 · is read, counted and written in ten times the work of 3,000', async () => {
    const works: Work[] = []
    for (const parts of PARTS) {
      const counting = countingPorts()
      const thread = await createCompactor(counting.ports).thread('t')
      works.push(
        await counting.during(async () => {
          await thread.append([manyParts(parts)])
          await thread.prepare({ window: WINDOW })
        }),
      )
    }
    expectAtMost(works[1], works[0], 10.5)
  })

  it('case 28 · is compacted without looking at each part again for each other', async () => {
    const works: Work[] = []
    for (const parts of PARTS) {
      const counting = countingPorts()
      const thread = await createCompactor(counting.ports).thread('t')
      await thread.append([manyParts(parts), ...messagesFor('openai-chat', [agent('So many.'), user('Go on.')])])
      works.push(await counting.during(async () => expect((await thread.compact({ window: 1_500 })).changed).toBe(true)))
    }
    // A search may take a round more or less; looking at pairs of parts would be a hundred times as much.
    expectAtMost(works[1], works[0], 20)
  })

  it('case 28 · may be calls of one id, none of them answered', () => {
    const entries = unansweredCalls(100_000, () => 'the same')
    expect(entries).toHaveLength(100_001)
  })

  it('case 28 · is rendered in ten times the reads of a tenth', () => {
    const reads = [500, 5_000].map((count) => {
      let sum = 0
      const entries = countingReads(
        unansweredCalls(count, (index) => `call-${index}`),
        () => {
          sum += 1
        },
      )
      renderPrompt({ entries, records: [], traits: openaiChat.traits, summaryRole: 'assistant' })
      return sum
    })
    expect(reads[1]).toBeLessThanOrEqual((reads[0] ?? 0) * 10.5)
  })
})

interface Opened {
  readonly thread: Thread
  readonly counting: CountingPorts
}

/** A thread with a history that was looked at once. */
async function opened(provider: Provider, history: readonly Json[]): Promise<Opened> {
  const counting = countingPorts()
  const thread = await createCompactor({ ...counting.ports, clock: () => 0 }).thread('t')
  await thread.append(history, { dialect: provider })
  await thread.prepare({ window: WINDOW })
  return { thread, counting }
}

/** At least `length` messages, ending with an agent's answer. */
function messagesOf(provider: Provider, length: number): readonly Json[] {
  return messagesFor(provider, finishedTurns(length / 4, 30))
}

/** The work of each step: append, then ask for the request's size. */
async function walk(provider: Provider, { thread, counting }: Opened): Promise<readonly Work[]> {
  const works: Work[] = []
  for (const step of STEPS) {
    works.push(
      await counting.during(async () => {
        await thread.append(messagesFor(provider, [step]))
        await thread.prepare({ window: WINDOW })
      }),
    )
  }
  return works
}

/** Numbers of entries are written with more digits late in a log: bytes may differ by a few for each row. */
const DIGITS = 32

function expectSame(found: readonly Work[], wanted: readonly Work[]): void {
  expect(found.map(withoutBytes)).toEqual(wanted.map(withoutBytes))
  for (const [index, work] of found.entries()) {
    const first = wanted[index]
    const slack = DIGITS * (1 + work.rowsWritten)
    expect(Math.abs(work.storeBytes - (first?.storeBytes ?? 0))).toBeLessThan(slack)
    expect(Math.abs(work.hashedCharacters - (first?.hashedCharacters ?? 0))).toBeLessThan(slack)
  }
}

function withoutBytes({ storeBytes, hashedCharacters, ...work }: Work): Omit<Work, 'storeBytes' | 'hashedCharacters'> {
  return work
}

function expectAtMost(found: Work | undefined, base: Work | undefined, factor: number): void {
  const over = Object.entries(found ?? {}).filter(([field, amount]) => amount > (base?.[field as keyof Work] ?? 0) * factor + 10)
  expect(Object.fromEntries(over)).toEqual({})
  expect(found?.counts).toBeGreaterThan(0)
}

function manyParts(count: number): Json {
  return { role: 'user', content: Array.from({ length: count }, (_, index) => ({ type: 'text', text: `part ${index % 10}` })) }
}

function unansweredCalls(count: number, idOf: (index: number) => string): readonly Entry[] {
  const tool_calls = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    type: 'function',
    function: { name: 'grep', arguments: '{}' },
  }))
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls },
  ]
  return ingest(EMPTY_STATE, openaiChat.readMessages(messages)).entries
}

/** The same list; reports every reading of an entry. */
function countingReads(entries: readonly Entry[], report: () => void): readonly Entry[] {
  return new Proxy(entries, {
    get(list, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) report()
      return Reflect.get(list, key)
    },
  })
}
