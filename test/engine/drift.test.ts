import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { ROUNDS, type Seed, seedsOf, sessionOf } from '../support/drift.ts'

const seeds = seedsOf()
const { messages, ends } = sessionOf(seeds)
const total = bpeTokenizer().count(JSON.stringify(messages))

interface Round {
  /** What the model sees. */
  readonly request: string
  /** What stands in it for what was folded. */
  readonly summary: string
  readonly tokens: number
  readonly entries: readonly Entry[]
}

/** Twenty compactions by the default policy, without a model that summarizes. */
async function compactRounds(window: number): Promise<readonly Round[]> {
  const thread = await createCompactor().thread('t')
  const rounds: Round[] = []
  for (const [index, stretch] of stretches().entries()) {
    await thread.append(stretch, { dialect: 'neutral' })
    if (index === 0) await thread.pin({ text: 'This is pinned note 0, keep it.' })
    const { request, receipt } = await thread.compact({ window, reserve: 0 })
    expect(receipt.tokens.after).toBeLessThanOrEqual(window)
    const summary = (await thread.summaries()).map(({ text }) => text).join('\n')
    const tokens = bpeTokenizer().count(summary)
    rounds.push({ request: JSON.stringify(request), summary, tokens, entries: await thread.entries() })
  }
  return rounds
}

function stretches(): readonly (readonly Json[])[] {
  // The session's messages have one block each, so that their numbers are those of the entries.
  return ends.map((end, index) => messages.slice(ends[index - 1] ?? 0, end))
}

/** One search over the log: the three entries that share most words with the question, the newest first. */
function recall(question: string, entries: readonly Entry[]): readonly string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
  return entries
    .flatMap((entry) => ('text' in entry ? [{ seq: entry.seq, text: entry.text }] : []))
    .map(({ seq, text }) => ({ seq, text, hits: words.filter((word) => text.toLowerCase().includes(word)).length }))
    .sort((a, b) => b.hits - a.hits || b.seq - a.seq)
    .slice(0, 3)
    .map(({ text }) => text)
}

const said = (round: number): readonly Seed[] => seeds.filter((seed) => seed.round <= round)
const isReplaced = (seed: Seed, round: number): boolean => said(round).some((other) => other.replaces === seed.key)
const current = (round: number): readonly Seed[] => said(round).filter((seed) => !isReplaced(seed, round))

it('case 85 · there are 200 seeds, and what is said does not fit', () => {
  expect(seeds).toHaveLength(200)
  expect(messages.length).toBeGreaterThan(200)
})

describe.each([0.2, 0.1])('twenty rounds of the engine as it is, in %d of the tokens', async (share) => {
  const window = Math.floor(total * share)
  const rounds = await compactRounds(window)

  it('case 85, C22 · every rule that stands is in every request, and so is the pin', () => {
    expect(rounds).toHaveLength(ROUNDS)
    for (const [round, { request }] of rounds.entries()) {
      expect(current(round).filter((seed) => seed.kind === 'constraint' && !request.includes(seed.text))).toEqual([])
      expect(request).toContain('This is pinned note 0, keep it.')
    }
  })

  it('case 85 · rules that look like others stand beside them', () => {
    const twins = current(ROUNDS - 1).filter(({ twin, kind }) => twin !== undefined && kind === 'constraint')
    const others = twins.flatMap(({ twin }) => current(ROUNDS - 1).filter(({ key }) => key === twin))
    const last = rounds.at(-1)?.request ?? ''
    expect(others.length).toBeGreaterThan(0)
    expect([...twins, ...others].filter(({ text }) => !last.includes(text))).toEqual([])
  })

  it('case 85 · no summary states what was replaced later', () => {
    for (const [round, { summary }] of rounds.entries()) {
      const replaced = said(round).filter((seed) => isReplaced(seed, round))
      expect(replaced.filter(({ text }) => summary.includes(text))).toEqual([])
    }
  })

  it('case 85 · at least 95 % of what was said and stands is in the request or one recall away', () => {
    for (const [round, { request, entries }] of rounds.entries()) {
      const known = current(round).filter(
        ({ text, question, value }) => request.includes(text) || recall(question, entries).some((found) => found.includes(value)),
      )
      expect(known.length / current(round).length).toBeGreaterThanOrEqual(0.95)
    }
  })

  it('case 85 · the summary is bounded, however often it is made', () => {
    for (const { tokens } of rounds) expect(tokens).toBeLessThanOrEqual(window * 0.6)
  })
})

it('case 85 · in a fifth of the tokens at least 95 % of the facts are in the last request', async () => {
  const last = (await compactRounds(Math.floor(total * 0.2))).at(-1)?.request ?? ''
  const facts = current(ROUNDS - 1).filter(({ kind }) => kind === 'fact')
  expect(facts.filter(({ text }) => last.includes(text)).length / facts.length).toBeGreaterThanOrEqual(0.95)
})
