import { expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
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
