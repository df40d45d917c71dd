import { describe, expect, it } from 'vitest'
import { validateOpenaiChat } from '../../src/dialects/openai-chat/validate.ts'
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

  it('refuses a name that it does not know, and says which it knows', async () => {
    const { exit, stdout, stderr } = await palimpsest(['compact', 'never-read.json', '--preset', 'constructor'])
    expect({ exit, stdout }).toEqual({ exit: 64, stdout: '' })
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('Known presets are balanced, claude-code, codex, opencode, amp, pi, cms,')
  })
})
