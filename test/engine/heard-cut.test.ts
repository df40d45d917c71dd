import { expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'

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
