import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compactor, createCompactor, type Json, presets, type Thread } from '../../src/index.ts'
import type { Policy } from '../../src/schema/policy.ts'
import { cleanTranscripts, DIALECTS, dirtyTranscripts } from '../../src/testing/transcripts/transcripts.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { everyHandle } from '../support/handles.ts'
import { agent, calls, finishedTurns, messagesFor, results, type Step, user } from '../support/steps.ts'
import { add, answerOf, scripted, threadOf } from '../support/summaries.ts'

const tokenizer = characterTokenizer()

/** Work with files, commands, plans, rules, failures, and outputs that are put away. */
const worked: readonly Step[] = [
  user('Build the billing service in src/billing.ts. Never use floating point numbers for money.'),
  calls(['p1', 'TodoWrite', { todos: [{ content: 'write the service', status: 'in_progress' }] }]),
  results(['p1', 'ok']),
  ...finishedTurns(5, 300),
  user('Run the tests.'),
  calls(['b1', 'bash', { command: 'npm test' }]),
  results(['b1', `FAIL test/billing.test.ts\nError: expected 3 to be 4\n${'at line\n'.repeat(300)}`]),
  calls(['w1', 'write_file', { path: 'src/billing.ts', content: 'export const total = 1n\n'.repeat(80) }]),
  results(['w1', 'written']),
  agent('I chose whole cents, because the auditors add them up.'),
  user('Now commit it, and keep the column `legacy_ref`.'),
  calls(['g1', 'bash', { command: 'git commit -m "whole cents"' }]),
  results(['g1', '[main 1a2b3c4] whole cents\n 1 file changed']),
  ...finishedTurns(8, 400),
]
const talk = messagesFor('openai-chat', worked)

interface Scene {
  readonly compactor: Compactor
  readonly thread: Thread
}

async function compacted(policy: Policy, messages: readonly Json[], windows: readonly number[]): Promise<Scene> {
  const compactor = createCompactor({ policy, tokenizer, clock: () => 1 })
  const thread = await compactor.thread('t')
  for (const [index, window] of windows.entries()) {
    const share = (part: number): number => Math.ceil((messages.length * part) / windows.length)
    await thread.append(messages.slice(share(index), share(index + 1)))
    await thread.compact({ window })
  }
  return { compactor, thread }
}

/** How many handles the thread's requests name in all dialects, with our tools offered and without; all of them open. */
async function opened({ compactor, thread }: Scene, said: unknown, window: number): Promise<number> {
  const tools = compactor.tools(thread)
  let opens = 0
  for (const dialect of DIALECTS) {
    for (const offered of [undefined, tools.definitions(dialect)]) {
      const asked = { window, dialect, ...(offered === undefined ? {} : { tools: offered }) }
      const { request } = await thread.prepare(asked)
      const { count, broken } = await everyHandle({ thread, tools }, request as Json, said)
      expect(broken, `${dialect} ${offered === undefined ? 'without' : 'with'} tools`).toEqual([])
      opens += count
    }
  }
  return opens
}

describe('every handle of a prompt opens', () => {
  it.each(Object.entries(presets))('C23, C25, L1 · under %s, in every dialect, with our tools and without', async (_, make) => {
    const scene = await compacted(make(), talk, [9_000, 8_000, 7_000])
    expect(await opened(scene, talk, 12_000)).toBeGreaterThan(12)
  })

  it('C6, E10 · of outputs that were put away: the artifact; of folds: their digests', async () => {
    const ladder = [{ rung: 'externalize', above: 100, keepTurns: 2 }, { rung: 'summarize-oldest' }] as const
    const scene = await compacted(presets.balanced({ ladder }), talk, [12_000, 11_000, 10_000])
    expect(JSON.stringify((await scene.thread.prepare({ window: 14_000 })).request)).toContain('artifact:')
    await opened(scene, talk, 14_000)
    for (const { path } of await scene.thread.summaries()) {
      expect(await scene.compactor.tools(scene.thread).execute('read_artifact', { id: path })).toMatchObject({ isError: false })
    }
  })

  it('C23, L1 · whatever clients send', async () => {
    const sent = fc.sample(fc.oneof(cleanTranscripts, dirtyTranscripts), { numRuns: 24, seed: 20_261_118 })
    let opens = 0
    for (const { messages, dialect } of sent) {
      const compactor = createCompactor({ tokenizer, clock: () => 1 })
      const thread = await compactor.thread('t')
      await thread.append(messages as readonly Json[], { dialect })
      const { tokens } = await thread.prepare({ window: 1_000_000 })
      const window = Math.max(400, Math.floor(tokens / 2))
      await thread.compact({ window }).catch(() => undefined)
      const tools = compactor.tools(thread)
      const { request } = await thread.prepare({ window: 1_000_000, dialect, tools: tools.definitions(dialect) })
      const { count, broken } = await everyHandle({ thread, tools }, request as Json, messages)
      expect(broken).toEqual([])
      opens += count
    }
    expect(opens).toBeGreaterThan(50)
  })

  it('B4, L13 · of a thread that was handed off: by the name that it says, and only in the thread itself', async () => {
    const { compactor, thread } = await compacted(presets.balanced(), talk, [9_000, 8_000, 7_000])
    const fresh = await thread.handoff({ goal: 'Keep the column legacy_ref in the next migration.' })
    const tools = compactor.tools(fresh)
    const { request } = await fresh.prepare({ window: 100_000, dialect: 'openai-chat' })
    const shown = JSON.stringify(request)
    expect(shown).toContain('here they are called old:e0')
    const handles = [...new Set(shown.match(/\be\d+(?:–e\d+)?\b/g))]
    expect(handles.length).toBeGreaterThan(8)
    for (const handle of handles) {
      const [first] = await fresh.expand(`old:${handle}`)
      const [original] = await thread.expand(handle)
      expect(first).toMatchObject({ handle: `old:${original?.handle}`, text: original?.text })
      expect((await tools.execute('expand', { handle: `old:${handle}` })).isError).toBe(false)
    }
    const blind = compactor.tools(fresh, { earlier: false })
    expect(await blind.execute('expand', { handle: 'old:e0' })).toMatchObject({ isError: true })
    for (const [where, handle] of [
      [thread, 'old:e0'],
      [fresh, 'old:e9999'],
      [fresh, 'old:old:x'],
      [fresh, 'old:'],
    ] as const) {
      expect(failureIn(await rejection(where.expand(handle)))).toMatchObject({
        code: expect.stringMatching(/^(?:entry-unknown|input-invalid)$/),
      })
    }
    await compactor.erase({ thread: 't' })
    expect(failureIn(await rejection((await compactor.thread('t/handoff')).expand('old:e0')))).toMatchObject({
      code: 'entry-unknown',
    })
  })

  it('F4, L12 · of what a model wrote: a number that no entry has is not printed', async () => {
    const wild = scripted(({ entries }) =>
      answerOf([
        add('decision', 'Whole cents were chosen (e99999), because the auditors add them up.', [entries.length - 1]),
        add('fact', 'See e88888 for the column legacy_ref.', [3]),
      ]),
    )
    const thread = await threadOf(worked, wild)
    await thread.compact({ window: 3_000, reserve: 100 })
    const { request } = await thread.prepare({ window: 3_000, reserve: 100 })
    expect(wild.jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(request)).not.toMatch(/e99999|e88888/)
  })
})
