import { createCompactor } from '../../src/index.ts'
import { namesIn } from '../../src/recall/references.ts'
import { searchable } from '../../src/recall/terms.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { dice } from './questions.ts'
import type { Session } from './sessions.ts'

const SIZES = [1_000, 3_000] as const
/** What the agent writes in so many messages is what it needs. */
const NEXT = 20
/** Handoffs that are tried in one session, and how long it must be by then. */
const MOST_EACH = 3
const LEAST_BEFORE = 40
const LEAST_NAMES = 5
const { count } = bpeTokenizer()

/**
 * What a brief is worth: at messages of people in the second part of sessions, a thread is handed off with that message as its goal. Of the
 * names that the agent then uses and that stood in the old thread (but not in the goal), how many stand in the brief; beside as many tokens
 * of the newest entries, and of entries by lot.
 */
export async function measureBriefs(sessions: readonly Session[]): Promise<readonly string[]> {
  const sums = new Map<string, number>()
  const roll = dice(20_261_118)
  let points = 0
  for (const { messages } of sessions) {
    for (const at of goalsIn(messages)) {
      const found = await coverage(messages, at, roll)
      if (found === undefined) continue
      points += 1
      for (const [name, share] of found) sums.set(name, (sums.get(name) ?? 0) + share)
    }
  }
  return [...sums].map(
    ([name, sum]) => `${name.padEnd(28)} ${(sum / points).toFixed(3)} of the names used next (${points} handoffs)`,
  )
}

function goalsIn(messages: readonly MessageDraft[]): readonly number[] {
  const asked = messages.flatMap((message, index) => {
    const isEarly = index < LEAST_BEFORE || index < messages.length / 3 || index + NEXT > messages.length
    return !isEarly && message.role === 'user' && message.blocks.every(({ kind }) => kind === 'text') ? [index] : []
  })
  return asked.slice(0, MOST_EACH)
}

async function coverage(
  messages: readonly MessageDraft[],
  at: number,
  roll: () => number,
): Promise<readonly (readonly [string, number])[] | undefined> {
  const thread = await createCompactor({ clock: () => 0 }).thread('old')
  const from = await thread.appendDrafts(messages.slice(0, at))
  const after = await createCompactor({ clock: () => 0 }).thread('next')
  await after.appendDrafts(messages.slice(at, at + NEXT))
  const [goal, ...next] = await after.entries()
  if (from === 0 || goal === undefined || goal.author !== 'person') return undefined
  const texts = (await thread.entries()).map(searchable)
  const before = texts.join('\n')
  const asked = searchable(goal)
  const used = namesIn(next.flatMap((entry) => (entry.author === 'agent' ? [searchable(entry)] : [])).join('\n'))
  const needed = used.filter((name) => before.includes(name) && !asked.includes(name))
  if (asked.trim() === '' || needed.length < LEAST_NAMES) return undefined
  const share = (text: string, of = needed): number =>
    of.length === 0 ? 0 : of.filter((name) => text.includes(name)).length / of.length
  const rows: (readonly [string, number])[] = []
  for (const tokens of SIZES) {
    const { text } = await thread.brief({ goal: asked.slice(0, 2_000), tokens })
    const newest = filled(texts.toReversed(), tokens)
    const lot = texts.map((own) => ({ own, place: roll() })).sort((a, b) => a.place - b.place)
    const byLot = filled(
      lot.map(({ own }) => own),
      tokens,
    )
    const far = needed.filter((name) => !newest.includes(name))
    rows.push([`brief, ${tokens}`, share(text)], [`newest, ${tokens}`, share(newest)], [`by lot, ${tokens}`, share(byLot)])
    rows.push([`brief, far names, ${tokens}`, share(text, far)], [`by lot, far names, ${tokens}`, share(byLot, far)])
  }
  return rows
}

/** So many tokens of texts, one after another; the last is cut. */
function filled(texts: readonly string[], tokens: number): string {
  let left = tokens
  const pieces: string[] = []
  for (const text of texts) {
    const piece = text.slice(0, left * 4)
    const cost = count(piece)
    pieces.push(cost <= left ? piece : piece.slice(0, Math.floor((piece.length * left) / cost)))
    left -= cost
    if (left <= 0) break
  }
  return pieces.join('\n')
}
