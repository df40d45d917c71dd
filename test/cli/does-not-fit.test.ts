import { describe, expect, it } from 'vitest'
import { chat } from './conversations.ts'
import { compacted, file, palimpsest } from './program.ts'

const prompt = 'You are a very careful coding agent. '.repeat(300)
const tool = { type: 'function', function: { name: 'read_file', description: prompt, parameters: { type: 'object' } } }

describe.concurrent('what may not be touched', () => {
  it('case 19 · a system prompt larger than the budget gives exit 3 with itemised numbers', async () => {
    const path = file([
      { role: 'system', content: prompt },
      { role: 'user', content: 'hello' },
    ])
    const { exit, stdout, stderr } = await palimpsest(['compact', path, '--window', '1000'])
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
    const [head, ...lines] = stderr.trimEnd().split('\n')
    expect(head).toMatch(/the fixed part does not fit: it needs [\d,]+ tokens and 750 are available\.$/)
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}system and tools +2,[\d]{3}$/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}budget \(window 1,000 - reserve 250\) +750$/))
    expect(lines.at(-1)).toContain('What would help: a larger window')
  })

  it('case 19 · tool definitions larger than the budget give exit 3, and the window it names is enough', async () => {
    const path = file({ ...chat(3), tools: [tool] })
    const refused = await palimpsest(['compact', path, '--window', '2k'])
    expect(refused.exit).toBe(3)
    const named = /--window (\d+) or more/.exec(refused.stderr)?.[1] ?? ''
    const { receipt } = await compacted([path, '--window', named])
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
  })

  it('case 19 · the smaller reserve it names is enough', async () => {
    const path = file({ ...chat(3), tools: [tool] })
    const refused = await palimpsest(['compact', path, '--window', '3k', '--reserve', '2k'])
    expect(refused.exit).toBe(3)
    const named = /--reserve (\d+) or less/.exec(refused.stderr)?.[1] ?? ''
    const { receipt } = await compacted([path, '--window', '3k', '--reserve', named])
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
  })

  it('case 20 · a pin larger than the budget gives exit 3 and says that pins are the reason', async () => {
    const path = file([
      { role: 'user', content: `keep this: ${'word '.repeat(2_000)}` },
      { role: 'assistant', content: 'kept' },
      { role: 'user', content: 'go on' },
    ])
    const { exit, stderr } = await palimpsest(['compact', path, '--window', '1000', '--pin', 'keep this'])
    expect(exit).toBe(3)
    expect(stderr).toMatch(/^ {2}pins +2,[\d]{3}$/m)
    expect(stderr).toContain('fewer or shorter pins')
  })
})
