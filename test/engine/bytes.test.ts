import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { stringsIn } from '../support/invariants.ts'

const picture = (index: number, bytes: number): Json => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: `${index}`.padEnd(bytes, 'A') },
})

const bytesIn = (request: Json): number => Buffer.byteLength(JSON.stringify(request))

/** A person shows pictures, one a turn. */
function album(pictures: number, bytes: number): readonly Json[] {
  return Array.from({ length: pictures }, (_, index) => [
    { role: 'user', content: [{ type: 'text', text: `picture ${index}` }, picture(index, bytes)] },
    { role: 'assistant', content: [{ type: 'text', text: `I see ${index}` }] },
  ]).flat()
}

const open = () => createCompactor({ clock: () => 0 }).thread('t')

describe('a limit in bytes', () => {
  it('case 29 · is kept while tokens are few: 32 MB at Anthropic', async () => {
    const thread = await open()
    await thread.append([...album(9, 4_000_000), { role: 'user', content: 'What have you seen?' }], { dialect: 'anthropic' })
    const { request, receipt, tokens, budget } = await thread.prepare({ window: 1_000_000 })
    expect(receipt?.bytes.before).toBeGreaterThan(32_000_000)
    expect(bytesIn(request)).toBeLessThanOrEqual(32_000_000)
    expect(receipt?.bytes.after).toBe(bytesIn(request))
    expect(receipt?.reason).toContain('bytes')
    expect(tokens).toBeLessThan(budget.limit / 2)
    expect(stringsIn(request)).toContain('What have you seen?')
    // The newest pictures are what was kept.
    expect(JSON.stringify(request)).toContain(JSON.stringify(picture(8, 4_000_000)))
  })

  it('case 29 · is used: what fits is shown', async () => {
    const thread = await open()
    await thread.append([...album(40, 10_000), { role: 'user', content: 'And?' }], { dialect: 'anthropic' })
    const { request } = await thread.prepare({ window: 1_000_000, byteLimit: 200_000 })
    expect(bytesIn(request)).toBeLessThanOrEqual(200_000)
    expect(bytesIn(request)).toBeGreaterThan(0.85 * 0.6 * 200_000)
  })

  it('case 29 · counts text too, and holds with tokens at once', async () => {
    const thread = await open()
    const long = Array.from({ length: 60 }, (_, index) => ({
      role: index % 2 ? 'assistant' : 'user',
      content: `${index} ${'日本語 '.repeat(200)}`,
    }))
    await thread.append([...long, { role: 'user', content: 'go on' }], { dialect: 'openai-chat' })
    const { request, tokens } = await thread.prepare({ window: 20_000, reserve: 0, byteLimit: 40_000 })
    expect(bytesIn(request)).toBeLessThanOrEqual(40_000)
    expect(tokens).toBeLessThanOrEqual(20_000)
  })

  it('case 29 · does not make it compact again at every step', async () => {
    const thread = await open()
    const at = { window: 1_000_000, byteLimit: 200_000 }
    await thread.append([...album(40, 10_000), { role: 'user', content: 'And?' }], { dialect: 'anthropic' })
    for (let step = 0; step < 12; step += 1) {
      expect(bytesIn((await thread.prepare(at)).request)).toBeLessThanOrEqual(200_000)
      await thread.append(
        [
          { role: 'assistant', content: `step ${step}` },
          { role: 'user', content: 'go on' },
        ],
        { dialect: 'anthropic' },
      )
    }
    expect((await thread.commits()).length).toBeLessThanOrEqual(3)
  })

  it('case 29 · what may not be touched and does not fit is refused with the numbers', async () => {
    const thread = await open()
    await thread.append([{ role: 'user', content: [{ type: 'text', text: 'this one' }, picture(1, 100_000)] }], {
      dialect: 'anthropic',
    })
    const [, shown] = await thread.entries()
    await thread.pin({ entry: shown?.id ?? ('' as never) })
    const failure = failureIn(await rejection(thread.prepare({ window: 1_000_000, byteLimit: 50_000 })))
    expect(failure).toMatchObject({ code: 'too-many-bytes', available: 50_000 })
    expect(await thread.commits()).toEqual([])
  })
})
