import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { ROUNDS, seedsOf, sessionOf } from '../support/drift.ts'

const seeds = seedsOf()
const { messages, ends } = sessionOf(seeds)
const total = bpeTokenizer().count(JSON.stringify(messages))

/** What the model sees after each of twenty compactions, without a model that summarizes. */
async function requests(window: number): Promise<readonly string[]> {
  // Half of the room for the summary: what docs/ledger.md recommends where much was said.
  const thread = await createCompactor({ policy: presets.balanced({ summaryShare: 0.5 }) }).thread('t')
  const seen: string[] = []
  for (const [index, stretch] of stretches().entries()) {
    await thread.append(stretch, { dialect: 'neutral' })
    if (index === 0) await thread.pin({ text: 'This is pinned note 0, keep it.' })
    const { request, receipt } = await thread.compact({ window, reserve: 0 })
    expect(receipt.tokens.after).toBeLessThanOrEqual(window)
    seen.push(JSON.stringify(request))
  }
  return seen
}

function stretches(): readonly (readonly Json[])[] {
  // The session's messages have one block each, so that their numbers are those of the entries.
  return ends.map((end, index) => messages.slice(ends[index - 1] ?? 0, end))
}

describe('twenty rounds of the engine, in a fifth and a tenth of the tokens', () => {
  const said = (round: number) => seeds.filter((seed) => seed.round <= round)
  const current = (round: number) => said(round).filter((seed) => !said(round).some((other) => other.replaces === seed.key))

  it.each([0.2, 0.1])('case 85, C22 · every rule that stands is in every request, and so is the pin: %d', async (share) => {
    const seen = await requests(Math.floor(total * share))
    expect(seen).toHaveLength(ROUNDS)
    for (const [round, text] of seen.entries()) {
      expect(current(round).filter((seed) => seed.kind === 'constraint' && !text.includes(seed.text))).toEqual([])
      expect(text).toContain('This is pinned note 0, keep it.')
    }
  })

  it('case 85 · in a fifth of the tokens at least 95 % of the facts are in the last request', async () => {
    const last = (await requests(Math.floor(total * 0.2))).at(-1) ?? ''
    const facts = current(ROUNDS - 1).filter(({ kind }) => kind === 'fact')
    expect(facts.filter(({ text }) => last.includes(text)).length / facts.length).toBeGreaterThanOrEqual(0.95)
  })
})
