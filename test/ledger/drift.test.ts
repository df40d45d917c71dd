import { describe, expect, it } from 'vitest'
import { extractOperations } from '../../src/ledger/extract-operations.ts'
import { EMPTY_LEDGER, foldLedger } from '../../src/ledger/fold.ts'
import { itemLine, printLedger } from '../../src/ledger/print-ledger.ts'
import { demoteItems } from '../../src/ledger/rank.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Ledger, LedgerItem } from '../../src/schema/ledger.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { ROUNDS, type Seed, seedsOf, sessionOf } from '../support/drift.ts'
import { neutralEntries } from '../support/logs.ts'

const tokenizer = bpeTokenizer()
const SHARE = 0.2
const seeds = seedsOf()
const { messages, ends } = sessionOf(seeds)
const entries = neutralEntries(messages)
const total = entries.reduce((sum, entry) => sum + tokenizer.count('text' in entry ? entry.text : ''), 0)
const budget = Math.floor(total * SHARE)
const costs = new Map<LedgerItem, number>()
const cost = (item: LedgerItem): number => {
  const known = costs.get(item) ?? tokenizer.count(itemLine(item)) + 1
  costs.set(item, known)
  return known
}

interface Round {
  readonly ledger: Ledger
  readonly text: string
  readonly tokens: number
  readonly end: number
}

/** Compacts after every stretch of the session, each time from where the last compaction ended. */
function compactRounds(pins: ReadonlySet<number>): readonly Round[] {
  let ledger = EMPTY_LEDGER
  return ends.map((end) => {
    const { ledger: folded } = foldLedger(ledger, extractOperations(ledger, readLog(entries), rangeOf(ledger.coveredTo, end)), {
      entries,
    })
    const next = { ...folded, coveredTo: end, round: ledger.round + 1 }
    ledger = demoteItems(next, { tokens: budget * 0.9, cost, pins }).ledger
    const { text } = printLedger(ledger, { tokens: budget, tokenizer, shown: new Set(), opening: '[Ledger]' })
    return { ledger, text, tokens: tokenizer.count(text), end }
  })
}

/** One search over the log: the three entries that share most words with the question, the newest first. */
function recall(question: string, end: number): readonly Entry[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
  return entries
    .slice(0, end)
    .map((entry) => ({ entry, hits: words.filter((word) => 'text' in entry && entry.text.toLowerCase().includes(word)).length }))
    .sort((a, b) => b.hits - a.hits || b.entry.seq - a.entry.seq)
    .slice(0, 3)
    .map(({ entry }) => entry)
}

describe('twenty rounds of compaction with 200 seeds in a fifth of the tokens', () => {
  const pinned = entries.filter((entry) => entry.kind === 'text' && entry.text.includes('pinned note')).map(({ seq }) => seq)
  const rounds = compactRounds(new Set(pinned))
  const said = (round: number): readonly Seed[] => seeds.filter((seed) => seed.round <= round)
  const current = (round: number): readonly Seed[] =>
    said(round).filter((seed) => !said(round).some((other) => other.replaces === seed.key))

  it('case 85, C22 · has 200 seeds and twenty rounds, and what is said does not fit', () => {
    expect(seeds).toHaveLength(200)
    expect(rounds).toHaveLength(ROUNDS)
    expect(pinned.length).toBeGreaterThan(0)
    expect(total).toBeGreaterThan(budget * 4)
  })

  it('case 85, C22 · every constraint that stands is active and printed after every round', () => {
    for (const [index, { text }] of rounds.entries()) {
      const missing = current(index).filter(({ kind, text: seed }) => kind === 'constraint' && !text.includes(seed))
      expect(missing).toEqual([])
    }
  })

  it('case 85, L4 · items of pinned entries never leave', () => {
    const last = rounds.at(-1)
    expect(pinned.filter((seq) => last?.ledger.items.every(({ sources }) => !sources.includes(seq)))).toEqual([])
  })

  it('case 85 · what was superseded is never active again', () => {
    for (const [index, { ledger }] of rounds.entries()) {
      const replaced = said(index).filter((seed) => said(index).some((other) => other.replaces === seed.key))
      const active = ledger.items.filter(({ status, kind }) => status === 'active' && kind !== 'request')
      expect(replaced.filter(({ text }) => active.some((item) => item.text.includes(text)))).toEqual([])
    }
  })

  it('case 85 · near-duplicates stand beside each other', () => {
    const last = rounds.at(-1)
    const pairs = current(ROUNDS - 1).filter(({ twin, kind }) => twin !== undefined && kind === 'constraint')
    expect(pairs.length).toBeGreaterThan(0)
    expect(pairs.filter(({ text }) => !last?.text.includes(text))).toEqual([])
  })

  it('case 85 · at least 95 % of the facts are in the prompt or one recall away', () => {
    for (const [index, { text, end }] of rounds.entries()) {
      const facts = current(index)
      const known = facts.filter(
        (fact) =>
          text.includes(fact.text) ||
          recall(fact.question, end).some((entry) => 'text' in entry && entry.text.includes(fact.value)),
      )
      expect(known.length / facts.length).toBeGreaterThanOrEqual(0.95)
    }
  })

  it('case 85 · the ledger stays within its tokens, and what it carries over stays byte for byte', () => {
    for (const [index, { tokens, ledger }] of rounds.entries()) {
      expect(tokens).toBeLessThanOrEqual(budget)
      const before = rounds[index - 1]?.ledger.items ?? []
      for (const item of before.filter(({ kind }) => kind === 'constraint')) {
        const now = ledger.items.find(({ id }) => id === item.id)
        if (now !== undefined) expect(now.text).toBe(item.text)
      }
    }
  })
})
