import { describe, expect, it } from 'vitest'
import { validateOpenaiChat } from '../../src/dialects/openai-chat/validate.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { chat } from './conversations.ts'
import { compacted, file, palimpsest } from './program.ts'

describe.concurrent('palimpsest compact --preset', () => {
  it('comes down as far as the preset does, where the usual policy fills the budget', async () => {
    const path = file(chat(40))
    const [usual, named] = await Promise.all([
      compacted([path, '--window', '4k']),
      compacted([path, '--window', '4k', '--preset', 'balanced']),
    ])
    expect(usual.receipt.utilisation).toBeGreaterThan(0.85)
    expect(named.receipt.tokens.after).toBeLessThanOrEqual(0.6 * named.receipt.tokens.budget)
    expect(validateOpenaiChat(named.request)).toEqual([])
  })

  it('compacts by hand with a preset that never does so by itself', async () => {
    const { request, receipt } = await compacted([file(chat(40)), '--window', '4k', '--preset', 'amp'])
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
    expect(receipt.fates.summarized).toBeGreaterThan(0)
    expect(validateOpenaiChat(request)).toEqual([])
  })

  it('B1 · what --instructions names has its place first in the summary', async () => {
    const said = (turn: number): readonly JsonObject[] => [
      { role: 'user', content: `Request ${turn}: look at src/part-${turn}.ts, which is slow.` },
      {
        role: 'assistant',
        content: `I found that part-${turn}.ts reads cache-${turn}.json twice, because loader-${turn}.ts forgets it, and changed that.${
          turn === 2 ? ' The schema has a table of 14 invoices with a unique slug.' : ''
        } ${'The tests of it pass in some seconds now. '.repeat(20)}`,
      },
    ]
    const path = file({ messages: Array.from({ length: 60 }, (_, turn) => said(turn)).flat() })
    const flags = [path, '--preset', 'layer', '--window', '32k']
    const [without, asked] = await Promise.all([compacted(flags), compacted([...flags, '--instructions', 'keep the schema'])])
    expect(JSON.stringify(without.request)).not.toContain('14 invoices')
    expect(JSON.stringify(asked.request)).toContain('The schema has a table of 14 invoices with a unique slug.')
  })

  it('B6 · by hand is now: a short conversation is folded, and one with nothing to fold is told why', async () => {
    const { receipt } = await compacted([file(chat(8)), '--preset', 'claude-code'])
    expect(receipt.tokens.after).toBeLessThan(receipt.tokens.before)
    expect(receipt.fates.summarized).toBeGreaterThan(0)
    const short = await palimpsest(['compact', file(chat(8)), '--preset', 'claude-code'])
    expect(short.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /[\d,]+ -> [\d,]+ tokens.* Done by summarize-keeping; no model was called\./,
    )
    const hello = file({ messages: [{ role: 'user', content: 'Hello' }] })
    const { exit, stderr } = await palimpsest(['compact', hello, '--preset', 'claude-code'])
    expect(exit).toBe(0)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing was compacted: there is nothing to summarize: 0 tokens before what is kept',
    )
    expect((await compacted([hello, '--preset', 'claude-code'])).receipt).toMatchObject({
      nothing: expect.stringContaining('0 tokens'),
    })
  })

  it('refuses a name that it does not know, and says which it knows', async () => {
    const { exit, stdout, stderr } = await palimpsest(['compact', 'never-read.json', '--preset', 'constructor'])
    expect({ exit, stdout }).toEqual({ exit: 64, stdout: '' })
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Known presets are balanced, claude-code, codex, opencode, amp, pi, cms,')
  })
})
