import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import { heardGames, unheardIn, windowOf } from './judge/heard-games.ts'

/** A sample; `npm run laws` plays more. */
const RUNS = 2

describe('L15: the person is heard', () => {
  it.each([...PRESETS.keys()])(
    '%s says task and rules in every request in which a quarter of history holds them',
    async (name) => {
      const make = PRESETS.get(name)
      const { unknownModel: _, ...policy } = make?.() ?? expect.fail()
      const runs = Number(process.env['LAWS_RUNS'] ?? RUNS)
      await fc.assert(
        fc.asyncProperty(heardGames, async (game) => {
          const thread = await createCompactor({ policy, clock: () => 0 }).thread('heard')
          expect(await unheardIn(thread, game, windowOf(game))).toEqual([])
        }),
        { numRuns: runs, seed: Number(process.env['LAWS_SEED'] ?? 1) },
      )
    },
  )

  it('harness leaves a page with task and rules of what it drops, and its receipt says so', async () => {
    const thread = await createCompactor({ policy: presets.harness(), clock: () => 0 }).thread('dropping')
    await thread.append([{ role: 'user', content: 'Fix the login redirect.' }])
    for (let turn = 0; turn < 12; turn += 1) {
      const content = turn === 1 ? 'Never delete production data.' : `go on with ${turn}`
      await thread.append([
        { role: 'assistant', content: `Of part ${turn}: ${'lorem ipsum '.repeat(250)}` },
        { role: 'user', content },
      ])
    }
    const { request, receipt } = await thread.prepare({ window: 4_000, reserve: 0 })
    expect(receipt).toMatchObject({
      strategy: 'drop',
      lawOverrides: expect.arrayContaining([{ law: 'L15', detail: 'a page says the task and the rules of what is dropped' }]),
    })
    expect(JSON.stringify(request)).toContain('a person, e0: Fix the login redirect.')
    expect(JSON.stringify(request)).toContain('a person, e4: Never delete production data.')
  })

  it('what a program put in front of a task is no part of its quarter', async () => {
    const { unknownModel: _, ...policy } = presets.codex()
    const lines = Array.from({ length: 40 }, (__, at) => `${at + 1}. check_${at * 37} reads table t${at * 13}, ${at * 101} rows`)
    const task = `Port these forty checks to the new runner, in this order:\n${lines.join('\n')}`
    const rounds = [600, 1_450].map((output) => ({ said: undefined, output, words: 20 }))
    const game = { task, arrival: 'editor', rounds, isTalk: false, share: 25, preset: 'codex' } as const
    for (let window = 2_300; window < 2_900; window += 10) {
      const thread = await createCompactor({ policy, clock: () => 0 }).thread('in front')
      expect([window, ...(await unheardIn(thread, game, window))]).toEqual([window])
    }
  })

  it('of a message that is cut, what a program put in front of a task goes first', async () => {
    const task = Array.from({ length: 24 }, (__, at) => `${at + 1}. check_${at * 37} reads table t${at * 13}`).join('\n')
    for (const selected of [100, 400, 1_500]) {
      const inFront = `<ide_selection>${'the selected code of the file '.repeat(selected / 5)}</ide_selection>`
      for (let window = 1_050; window < 1_900; window += 50) {
        const thread = await createCompactor({ policy: presets.balanced(), clock: () => 0 }).thread('selection')
        await thread.append([{ role: 'user', content: `${inFront}${task}` }])
        for (let turn = 0; turn < 4; turn += 1) {
          const call = { id: `c${turn}`, type: 'function', function: { name: 'read', arguments: '{}' } }
          await thread.append([
            { role: 'assistant', content: `Of part ${turn}: ${'lorem ipsum '.repeat(100)}`, tool_calls: [call] },
            { role: 'tool', tool_call_id: `c${turn}`, content: 'dolor sit amet '.repeat(150) },
          ])
          const { request } = await thread.prepare({ window, reserve: 0 })
          expect([selected, window, turn, JSON.stringify(request).includes(JSON.stringify(task).slice(1, -1))]).toEqual([
            selected,
            window,
            turn,
            true,
          ])
        }
      }
    }
  })

  it.each([
    ['words', 'Fix the login redirect of every part. '.repeat(60)],
    ['signs that are a token each', '"\\\n\t\''.repeat(120)],
  ])('says the beginning of a task that takes more than a quarter of history: %s', async (_, task) => {
    const thread = await createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }), clock: () => 0 }).thread('long')
    await thread.append([{ role: 'user', content: task }])
    for (let turn = 0; turn < 8; turn += 1) {
      await thread.append([
        { role: 'assistant', content: `Of part ${turn}: ${'lorem ipsum '.repeat(60)}` },
        { role: 'user', content: `go on with ${turn}` },
      ])
    }
    for (const window of [900, 700, 500]) {
      const { request, receipt } = await thread.prepare({ window, reserve: 0 })
      const beginning = `e0:\n~~~\n${task.slice(0, 20)}`
      expect(JSON.stringify(request)).toContain(JSON.stringify(beginning).slice(1, -1))
      expect(receipt?.lawOverrides).toContainEqual({ law: 'L15', detail: expect.stringContaining('they are shortened') })
    }
  })
})
