import { expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'

const TASK = `Move the billing job from cron to the queue. Never touch the table invoices. ${'It writes one row for each customer. '.repeat(40)}`

it.each([60, 80, 100, 120, 150, 200, 250, 300, 400])(
  'L15 · a task that has no room is shortened, and the receipt says so: window %i',
  async (window) => {
    const thread = await createCompactor().thread('t')
    await thread.append([
      { role: 'user', content: TASK },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: 'go on' },
    ])
    const { receipt, request } = await thread.compact({ window, reserve: 0 })
    expect(JSON.stringify(request)).not.toContain(TASK)
    expect(receipt.lawOverrides.map(({ law }) => law)).toContain('L15')
  },
)

it('L5, L15 · words of less than a quarter are not cut for a document beside them: that is shown by its name', async () => {
  const words = Array.from({ length: 250 }, (_, at) => `Part ${at} of the report says that valve ${at * 37} leaks.`).join('\n')
  const data = Buffer.from('%PDF-1.4 a report').toString('base64')
  const file = { type: 'file', file: { filename: 'report.pdf', file_data: `data:application/pdf;base64,${data}` } }
  const asked = { role: 'user', content: [{ type: 'text', text: words }, file] }
  const steps = Array.from({ length: 14 }, (_, at) => [
    {
      role: 'assistant',
      content: `Reading part ${at}.`,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: 'the valve was looked at, and it leaks '.repeat(220) },
  ])
  const policy = presets.balanced({ trigger: 0.9, release: 0.5 })
  let cut = 0
  for (let window = 23_000; window < 29_000; window += 250) {
    const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
    await thread.append([asked, ...steps.flat()] as never)
    const { request, receipt } = await thread.prepare({ window, reserve: 0, dialect: 'openai-chat' })
    if (receipt?.records.some(({ action, from }) => action === 'shorten' && from <= 1) === true) cut += 1
    expect([window, JSON.stringify(request).includes(JSON.stringify(words).slice(1, -1))]).toEqual([window, true])
  }
  expect(cut).toBeGreaterThan(0)
})
