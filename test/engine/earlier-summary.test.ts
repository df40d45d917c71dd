import { expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'

const TASK = 'Move the billing job from cron to the queue.'
const RULE = 'Never touch the table `invoices`.'
const filler = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `   - src/part${at}.ts reads the table t${at}`).join('\n')

const SUMMARY = `This session is being continued from a previous conversation that ran out of context.

Analysis:
${filler(120)}

Summary:
1. Primary Request and Intent:
   ${TASK} ${RULE}

2. Files and Code Sections:
${filler(120)}`

const round = (at: number): readonly { readonly role: string; readonly content: string }[] => [
  { role: 'user', content: `Go on with part ${at}.` },
  { role: 'assistant', content: `Part ${at} is done: ${'it works. '.repeat(30)}` },
]

it.each([...PRESETS.keys()])(
  'case 95, L15 · a summary from before keeps its task and its rules in every request: %s',
  async (name) => {
    const preset = PRESETS.get(name)?.()
    if (preset === undefined) throw new Error('there is no such preset')
    const { unknownModel: _, ...policy } = preset
    for (const window of [2_000, 6_000]) {
      const thread = await createCompactor({ policy }).thread('t')
      await thread.append([{ role: 'user', content: SUMMARY }] as never)
      for (let at = 0; at < 30; at += 1) {
        await thread.append(round(at) as never)
        const { request } = await thread.compact({ window, reserve: 0 })
        const said = JSON.stringify(request)
        expect([window, at, said.includes(TASK), said.includes(RULE)]).toEqual([window, at, true, true])
      }
    }
  },
)

it('L14, L15 · of a summary from before that is only a little too long, what is behind its beginning is cut', async () => {
  const beginning = 'The importer was moved to the queue, and the exports were left alone.'
  const told = Array.from({ length: 60 }, (_, at) => `Part ${at} of the importer reads the table t${at} and writes a line.`)
  const opening = 'This session is being continued from a previous conversation that ran out of context.'
  const summary = `${opening}\n\n${beginning}\n\n${told.join('\n')}`
  const thread = await createCompactor({ clock: () => 0 }).thread('t')
  const said = ['What of the exports?', 'They stay as they are.', 'And now?'].map((content, at) => ({
    role: at === 1 ? 'assistant' : 'user',
    content,
  }))
  await thread.append([{ role: 'user', content: summary }, ...said] as never)
  const { tokens } = await thread.prepare({ window: 100_000, reserve: 0 })
  const window = tokens - 80
  const { request, receipt } = await thread.compact({ window, reserve: 0, policy: presets.balanced({ trigger: 1, release: 1 }) })
  expect(receipt.records.map(({ action }) => action)).toEqual(['shorten'])
  expect(receipt.tokens.after).toBeGreaterThan(window * 0.85)
  expect(JSON.stringify(request)).toContain(beginning)
  expect(receipt.lawOverrides).toEqual([])
})
