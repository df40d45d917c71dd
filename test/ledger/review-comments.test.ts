import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'

const ASKED = 'gh api repos/acme/shop/pulls/7/comments --paginate'
const COMMENTS = [
  { id: 40_001, path: 'src/cart.ts', line: 12, body: '`total` is not rounded, and cents get lost.' },
  { id: 40_002, path: 'src/tax.ts', line: 30, body: '### Wrong rate\n\nThe rate of 2019 is used.' },
  { id: 40_003, path: 'src/menu.ts', line: 3, body: 'Please sort the entries.' },
  { id: 40_004, path: 'src/menu.ts', line: 3, body: 'Done.', in_reply_to_id: 40_003 },
]
const AS_LINES = `[40001] src/cart.ts:12 by @jo\n\`total\` is not rounded, and cents get lost.\n---\n[40002] src/tax.ts:30 by @jo\nThe rate of 2019 is used.\n---`

let calls = 0
function ran(command: string, output: string): readonly Json[] {
  calls += 1
  const call = { id: `call_${calls}`, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: output },
  ]
}

function edited(path: string): readonly Json[] {
  calls += 1
  const args = JSON.stringify({ file_path: path, old_string: 'a', new_string: 'b' })
  const call = { id: `call_${calls}`, type: 'function', function: { name: 'Edit', arguments: args } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: 'The file was updated.' },
  ]
}

/** What a summary of these messages says of reviews. */
async function reviewsIn(...messages: readonly (readonly Json[])[]): Promise<readonly string[]> {
  const thread = await createCompactor().thread('t')
  const talk = [{ role: 'user', content: 'Look after the review of pull request 7.' }, ...messages.flat()]
  const rest = Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: `Part ${at} has been looked at. ${'It is as it should be. '.repeat(20)}` },
    { role: 'user', content: `And part ${at + 1}?` },
  ]).flat()
  await thread.append([...talk, ...rest] as never)
  const { request } = await thread.compact({ window: 1_600, reserve: 0 })
  return JSON.stringify(request).match(/- review of (?:[^\\]|\\[^n])*/g) ?? []
}

describe('comments of reviewers', () => {
  it.each([
    ['a list', JSON.stringify(COMMENTS)],
    ['objects one below the other', COMMENTS.map((comment) => JSON.stringify(comment, null, 2)).join('\n')],
    ['lines', AS_LINES],
  ])('F6 · stand open, quoted, with their place and their entry: %s', async (_, output) => {
    const reviews = await reviewsIn(ran(ASKED, output))
    expect(reviews[0]).toBe('- review of src/cart.ts:12: “`total` is not rounded, and cents get lost.” (e1)')
    expect(reviews[1]).toMatch(/^- review of src\/tax\.ts:30: “(?:Wrong rate )?The rate of 2019 is used\.” \(e1\)$/)
  })

  it('F6 · are not open once the file was changed, or a call has replied', async () => {
    const asked = ran(ASKED, JSON.stringify(COMMENTS.slice(0, 2)))
    const reply = ran('gh api repos/acme/shop/pulls/7/comments/40002/replies -f body="Fixed."', '{"id":40009}')
    expect(await reviewsIn(asked, edited('/home/me/shop/src/cart.ts'))).toHaveLength(1)
    expect(await reviewsIn(asked, edited('/home/me/shop/src/cart.ts'), reply)).toEqual([])
    expect(await reviewsIn(edited('/home/me/shop/src/cart.ts'), asked)).toHaveLength(2)
  })

  it('F6 · say nothing of threads that were answered, nor of what is no comment', async () => {
    const threads = [{ thread_id: 1_001, path: 'src/a.ts', line: 1, last_body: 'Fixed.', count: 2 }]
    expect(await reviewsIn(ran(ASKED, JSON.stringify(threads)))).toEqual([])
    expect(await reviewsIn(ran(ASKED, '{"message":"Not Found"}'))).toEqual([])
    expect(await reviewsIn(ran(ASKED, '[{"path":"src/a.ts","line":1}]'))).toEqual([])
    expect(await reviewsIn(ran('cat notes.json', JSON.stringify(COMMENTS)))).toEqual([])
  })
})
