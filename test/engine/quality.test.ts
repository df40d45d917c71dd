import { describe, expect, it } from 'vitest'
import { type CompactorEvent, createCompactor, modelSources, presets } from '../../src/index.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from '../support/steps.ts'
import { answerOf, scripted } from '../support/summaries.ts'

const at = { window: 1_500, reserve: 100 }
const read = (id: string, tool: string, path: string): readonly Step[] => [
  calls([id, tool, { path }]),
  results([id, `${path}: ${prose(150)}`]),
]
const early = [
  user('Fix the parser.'),
  ...read('a', 'open_file', 'a.ts'),
  ...read('b', 'search', 'b.ts'),
  agent('Both are read.'),
]

async function compacted() {
  const compactor = createCompactor({ clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }) })
  const events: CompactorEvent[] = []
  compactor.on('task-reported', (event) => events.push(event))
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', [...early, ...finishedTurns(12, 150), user('go')]))
  const before = { tools: await thread.toolsInUse(), quality: await thread.quality() }
  await thread.compact(at)
  return { thread, events, before }
}

describe('how good a compaction was', () => {
  it('C24 · counts turns since, what the agent asked for again, what it read again, and what the host reports', async () => {
    const { thread, events, before } = await compacted()
    expect(before.quality).toEqual({
      ...{ turnsSinceCompaction: 0, askedForMissing: 0, reread: 0, artifactsRead: 0, recalls: 0, succeeded: 0, failed: 0 },
    })
    await thread.append(
      messagesFor('openai-chat', [
        ...read('c', 'open_file', 'a.ts'),
        ...read('d', 'read_file', 'new.ts'),
        agent('What was the port you told me again? I no longer see the earlier message.'),
        user('4711'),
        agent('Thank you. Shall I go on?'),
        user('yes'),
      ]),
    )
    expect(await thread.quality()).toMatchObject({ turnsSinceCompaction: 2, askedForMissing: 1, reread: 1 })
    await thread.readArtifact('none')
    await thread.report({ success: true })
    const quality = await thread.report({ success: false })
    expect(quality).toMatchObject({ artifactsRead: 1, succeeded: 1, failed: 1, reread: 1 })
    expect(events.at(-1)).toMatchObject({ success: false, quality })
  })

  it.each([
    ['I no longer have the contents of src/f3.ts; could you tell me again what it says?', 1],
    ['What was the decision about part 4? I have lost that context.', 1],
    ['Sorry, which database did you say we use?', 1],
    ['Can you repeat the requirements?', 1],
    ['Could you please paste the stack trace once more?', 1],
    ['As mentioned before, I will read the file again.', 0],
    ['Could you run the tests again? Please provide the key that they need.', 0],
    ['Can you tell me which port to use?', 0],
  ])('C24 · tells whether an agent asks for what it was told: %s', async (text, times) => {
    const { thread } = await compacted()
    await thread.append(messagesFor('openai-chat', [agent(text), user('yes')]))
    expect((await thread.quality()).askedForMissing).toBe(times)
  })

  it('A17 · tools that the agent found are kept while a message that is kept calls them, and dropped otherwise', async () => {
    const { thread, before } = await compacted()
    expect(before.tools).toEqual(['open_file', 'read_file', 'search'])
    expect(await thread.toolsInUse()).toEqual(['read_file'])
    await thread.append(messagesFor('openai-chat', read('e', 'lookup', 'x')))
    expect(await thread.toolsInUse()).toEqual(['lookup', 'read_file'])
    await thread.undo(at)
    expect(await thread.toolsInUse()).toEqual(['lookup', 'open_file', 'read_file', 'search'])
  })
})

describe('what a compaction would cost', () => {
  it('explain says tokens, calls and money, where prices are known', async () => {
    const prices = [{ above: 0, input: 2, output: 8 }] as const
    const models = modelSources({ 'my-model': { window: 1_500, maxOutput: 100, prices } })
    const summarizer = { ...scripted(() => answerOf([])), priceOf: () => 0.0125 }
    const open = async (options = {}) => {
      const thread = await createCompactor({ clock: () => 0, models, ...options }).thread('t')
      await thread.append(messagesFor('openai-chat', [...early, ...finishedTurns(12, 150), user('go')]))
      return thread.explain({ model: 'my-model', reserve: 100 })
    }
    const report = await open({ summarizer })
    const { before, after } = report.tokens
    expect(report.price).toEqual({
      ...{ tokens: before - after, calls: 1, summary: 0.0125 },
      requests: { before: (before * 2) / 1_000_000, after: (after * 2) / 1_000_000 },
    })
    expect((await open()).price).toMatchObject({ calls: 0, summary: 0 })
    const broken = () => {
      throw new Error('no price')
    }
    expect((await open({ summarizer: { ...summarizer, priceOf: broken } })).price.summary).toBeNull()
  })
})
