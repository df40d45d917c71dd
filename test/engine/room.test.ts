import { describe, expect, it } from 'vitest'
import { besideReleases, frontierShareOf, roomyRelease } from '../../src/compact/roomy-release.ts'
import { createCompactor, presets } from '../../src/index.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { stringsIn } from '../support/invariants.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, user } from '../support/steps.ts'

describe('the room of a summary', () => {
  it('case 97 · a large open round stays whole and does not starve what led up to it', async () => {
    const output = prose(3_000)
    const open = [user('go on'), calls(['big', 'read_file', { path: 'src/big.ts' }]), results(['big', output])]
    const thread = await createCompactor().thread('large')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(120, 150), ...open]))
    const { receipt, request } = await thread.compact({ window: 8_000, reserve: 0 })
    expect(stringsIn(request)).toContain(output)
    expect(receipt.tokens.after).toBeGreaterThan(receipt.tokens.release)
    expect(receipt.tokens.after).toBeLessThanOrEqual(8_000)
    expect(receipt.kinds?.after.summary).toBeGreaterThan(2_000)
  })

  it('case 97, L15 · a log that was pasted below a question is shortened once the question was answered, and not before', async () => {
    const pasted = `Why does the night run stop?\n${prose(1_900)}`
    const open = [calls(['c', 'read_file', { path: 'src/night.ts' }]), results(['c', 'export {}'])]
    const at = async (window: number, ...steps: readonly Parameters<typeof messagesFor>[1][number][]) => {
      const thread = await createCompactor().thread('pasted')
      await thread.append(messagesFor('openai-chat', [...finishedTurns(120, 150), user(pasted), ...steps]))
      return thread.compact({ window, reserve: 0 })
    }
    const answered = await at(5_000, agent('The clock is set back at two.'), ...open)
    expect(stringsIn(answered.request).some((text) => text.startsWith('Why does the night run stop?'))).toBe(true)
    expect(stringsIn(answered.request)).not.toContain(pasted)
    expect(answered.receipt.lawOverrides).toMatchObject([{ law: 'L15', detail: expect.stringContaining('was answered') }])
    expect(answered.receipt.kinds?.after.summary).toBeGreaterThan(1_500)
    const unanswered = await at(5_000)
    expect(stringsIn(unanswered.request)).toContain(pasted)
    const roomy = await at(14_000, agent('The clock is set back at two.'), ...open)
    expect(stringsIn(roomy.request)).toContain(pasted)
  })

  it('L5 · what a client adds to a message is no part of the quarter that the words have', async () => {
    const window = 5_000
    const words = `Why does the night run stop?\n${prose(1_200)}`
    const trace = { spans: Array.from({ length: 40 }, (_, at) => `span ${at}`) }
    const open = [
      agent('The clock is set back at two.'),
      calls(['c', 'read_file', { path: 'src/night.ts' }]),
      results(['c', 'export {}']),
    ]
    const thread = await createCompactor().thread('traced')
    await thread.append(messagesFor('openai-chat', finishedTurns(120, 150)))
    await thread.append([{ role: 'user', content: words, x_vendor: trace }], { dialect: 'openai-chat' })
    await thread.append(messagesFor('openai-chat', open))
    const [{ request }, tokens] = [await thread.compact({ window, reserve: 0 }), bpeTokenizer().count(words)]
    expect(tokens).toBeLessThan(window / 4)
    expect(tokens).toBeGreaterThan(window / 4 - 150)
    expect(stringsIn(request)).toContain(words)
  })

  it('case 97 · the mark gives way to a large open round only where the page would starve', () => {
    const small = { fixed: 0, release: 3_000, limit: 5_000 }
    expect(roomyRelease(small, 1_200, presets.balanced({ summaryShare: 0.8 }))).toBe(3_900)
    expect(roomyRelease(small, 2_900, presets.balanced())).toBe(4_500)
    expect(roomyRelease(small, 100, presets.balanced())).toBe(3_000)
    const usual = { fixed: 0, release: 120_000, limit: 200_000 }
    expect(roomyRelease(usual, 20_000, presets.balanced())).toBe(120_000)
    expect(roomyRelease(usual, 110_000, presets.balanced())).toBe(130_000)
  })

  it('case 97 · a page that has said all it has leaves the mark where it is', async () => {
    const open = [user('go on'), calls(['big', 'read_file', { path: 'src/big.ts' }]), results(['big', prose(3_000)])]
    const thread = await createCompactor().thread('short')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(2, 4_000), ...open]))
    const { receipt } = await thread.compact({ window: 8_000, reserve: 0 })
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.release)
  })

  it('case 97 · an open round that does not fit anyway leaves the page half', async () => {
    const open = [user('go on'), calls(['big', 'read_file', { path: 'src/big.ts' }]), results(['big', prose(30_000)])]
    const thread = await createCompactor().thread('huge')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(200, 150), ...open]))
    const { receipt } = await thread.compact({ window: 8_000, reserve: 0 })
    expect(receipt.tokens.after).toBeGreaterThan(8_000 * 0.85)
    expect(receipt.kinds?.after.summary).toBeGreaterThan(8_000 * 0.3)
    expect(receipt.lawOverrides).toMatchObject([{ law: 'L3' }])
  })

  it('case 97 · a window too small for a page is the open round’s', () => {
    expect(frontierShareOf(200, presets.balanced())).toBe(0.85)
    expect(frontierShareOf(0, presets.balanced())).toBe(0.85)
    expect(frontierShareOf(5_000, presets.balanced())).toBe(0.5)
    expect(frontierShareOf(100_000, presets.balanced())).toBe(0.85)
  })

  it('L15 · balanced shows each of sixty questions in a window that holds them, and says of none that it is missing', async () => {
    const question = (at: number): string => `Question ${at}: what does module_${at}.ts do with value ${at * 7}?`
    const asked = Array.from({ length: 60 }, (_, at) => [user(question(at)), agent(prose(200, at))]).flat()
    const thread = await createCompactor().thread('questions')
    await thread.append(messagesFor('openai-chat', [...asked, user('go on')]))
    const { request } = await thread.compact({ window: 8_000, reserve: 0 })
    const text = stringsIn(request).join('\n')
    for (let at = 0; at < 60; at += 1) expect(text).toContain(question(at))
    expect(text).not.toMatch(/\d+ more\)/)
  })
})

describe('the room of the next steps', () => {
  const marks = { fixed: 15_000, release: 21_000, limit: 28_000 }

  it('F9, L11 · where prices decide, what must stay leaves some of the rest free, and more only if that will not do', () => {
    expect(besideReleases(marks, { needed: 20_000, stays: 0 }, true)).toEqual([25_600, 26_000, 26_050])
    expect(besideReleases(marks, { needed: 27_000, stays: 0 }, true)).toEqual([27_700, 28_000])
  })

  it('case 71 · where a share decides, only system text and pins above the mark have the rest left free', () => {
    expect(besideReleases(marks, { needed: 24_000, stays: 0 }, false)).toEqual([])
    expect(besideReleases(marks, { needed: 24_000, stays: 7_000 }, false)).toEqual([27_000])
  })
})
