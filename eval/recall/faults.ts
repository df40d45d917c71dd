import { createCompactor, presets } from '../../src/index.ts'
import { namesIn } from '../../src/recall/references.ts'
import { searchable } from '../../src/recall/terms.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Session } from './sessions.ts'

const WINDOW = 24_576
const NEXT = 3

/** What page faults brought back in replayed sessions, and of how many something was then used. */
export interface Faults {
  readonly brought: number
  readonly used: number
  /** Of these, by a name besides the one that was missed. */
  readonly usedFurther: number
  readonly steps: number
  readonly tooLarge: number
}

/**
 * Replays a session message by message in a small window, with page faults on. What came back is used if a name that only that entry holds
 * occurs in the next three messages of the agent.
 */
export async function replayFaults(session: Session): Promise<Faults> {
  const compactor = createCompactor({ policy: presets.balanced({ retrieval: true }), clock: () => 0 })
  const thread = await compactor.thread('replayed')
  const faults: { readonly seq: number; readonly head: number }[] = []
  let [steps, tooLarge, head] = [0, 0, 0]
  compactor.on('rehydrated', ({ brought }) => {
    for (const { what } of brought) faults.push({ seq: Number(what.slice(1)), head })
  })
  for (const [index, message] of session.messages.entries()) {
    head = await thread.appendDrafts([message])
    if (message.role === 'assistant' || session.messages[index + 1]?.role !== 'assistant') continue
    const { tokens, budget } = await thread.prepare({ window: WINDOW })
    steps += 1
    if (tokens > budget.limit) tooLarge += 1
  }
  const entries = await thread.entries()
  const used = faults.map((fault) => useOf(entries, fault))
  return {
    ...{ brought: faults.length, steps, tooLarge },
    used: used.filter(({ names }) => names > 0).length,
    usedFurther: used.filter(({ further }) => further > 0).length,
  }
}

function useOf(
  entries: readonly Entry[],
  { seq, head }: { readonly seq: number; readonly head: number },
): { readonly names: number; readonly further: number } {
  const recent = startOfLastRun(entries, head)
  const others = entries.slice(0, recent).filter((entry) => entry.seq !== seq)
  const said = entries.slice(recent, head).map(searchable).join('\n')
  const own = namesIn(searchable(entries[seq] as Entry)).filter(
    (name) => !others.some((entry) => searchable(entry).includes(name)),
  )
  const next = nextMessages(entries, head)
  const names = own.filter((name) => next.includes(name))
  return { names: names.length, further: names.filter((name) => !said.includes(name)).length }
}

function startOfLastRun(entries: readonly Entry[], head: number): number {
  let from = head
  while (from > 0 && entries[from - 1]?.role !== 'assistant') from -= 1
  while (from > 0 && entries[from - 1]?.role === 'assistant') from -= 1
  return from
}

function nextMessages(entries: readonly Entry[], head: number): string {
  const texts: string[] = []
  let runs = 0
  for (let at = head; at < entries.length; at += 1) {
    const entry = entries[at]
    if (entry?.role !== 'assistant') continue
    if (entries[at - 1]?.role !== 'assistant') runs += 1
    if (runs > NEXT) break
    texts.push(searchable(entry))
  }
  return texts.join('\n')
}
