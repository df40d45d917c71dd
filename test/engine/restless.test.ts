import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, type Hooks, isFailure, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Summarizer } from '../../src/schema/ports.ts'
import type { SummaryAnswer, SummaryJob } from '../../src/schema/summary.ts'
import { prose } from '../support/steps.ts'
import { add, answerOf } from '../support/summaries.ts'

/** What may be done to a thread, by several callers at once, none of whom waits for the others. */
const DEEDS = [
  'append',
  'append',
  'prepare',
  'compact',
  'settle',
  'undo',
  'clear',
  'pin',
  'stop',
  'use',
  'refused',
  'restart',
] as const
const deeds = fc.array(fc.record({ deed: fc.constantFrom(...DEEDS), waits: fc.nat(3), size: fc.integer({ min: 5, max: 400 }) }), {
  minLength: 10,
  maxLength: 40,
})
/** What a summarizer or a hook does each time it is asked. */
const moods = fc.array(fc.constantFrom('good', 'fails', 'late', 'garbage'), { minLength: 1, maxLength: 8 })

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const isForeseen = (error: unknown): boolean =>
  (['compaction-cancelled', 'nothing-to-undo', 'pin-not-found', 'compaction-refused', 'fixed-part-too-large'] as const).some(
    (code) => isFailure(error, code),
  )

/** The store, which takes a moment for everything: others come in between. */
function slowly(store: ReturnType<typeof memoryStore>): ReturnType<typeof memoryStore> {
  const { append, commit, head, rows } = store
  return {
    ...store,
    head: (key) => pause().then(() => head(key)),
    rows: (key, ranges) => pause().then(() => rows(key, ranges)),
    append: (key, ...given) => pause().then(() => append(key, ...given)),
    commit: (key, ...given) => pause().then(() => commit(key, ...given)),
  }
}

function stopsAfter(turns: number): AbortSignal {
  const stop = new AbortController()
  void (async () => {
    for (let left = turns; left > 0; left -= 1) await pause()
    stop.abort()
  })()
  return stop.signal
}

describe('a thread that nobody waits for', () => {
  it('L1, L2, L3, L8, cases 77, 78, 79, 81 · loses nothing and stays valid, whatever is done to it at once', async () => {
    let all = 0
    await fc.assert(
      fc.asyncProperty(deeds, moods, async (todo, given) => {
        let asked = 0
        const mood = (): string => given[asked++ % given.length] ?? 'good'
        const summarize = async ({ entries, from, end }: SummaryJob): Promise<SummaryAnswer> => {
          const how = mood()
          for (let turns = how === 'late' ? 12 : 2; turns > 0; turns -= 1) await pause()
          if (how === 'fails') throw new Error('down')
          if (how === 'garbage') return Object.create(null)
          const said = entries.slice(from, end).findLast((entry) => entry.kind === 'text' && entry.author === 'agent')
          const words = said?.kind === 'text' ? said.text.split('. ')[0] : undefined
          return answerOf(words === undefined ? [] : [add('fact', `${words}.`, [said?.seq ?? 0])])
        }
        const summarizer: Summarizer = { name: 'moody', summarize }
        const hook = async (): Promise<undefined> => {
          await pause()
          if (mood() === 'fails') throw new Error('no')
        }
        const hooks: Hooks = { before: hook, select: hook, validate: hook, after: hook }
        const policy = presets.balanced({ trigger: 0.7, release: 0.4 })
        const store = slowly(memoryStore())
        const open = () => createCompactor({ store, summarizer, hooks, policy, clock: () => 0 }).thread('t')
        const at = { window: 2_500, reserve: 200, dialect: 'openai-chat' } as const
        let thread: Thread = await open()
        let appended = 0
        const running: Promise<unknown>[] = []
        const checked = async (made: Promise<{ readonly request: unknown; readonly tokens: number }>): Promise<void> => {
          const { request, tokens } = await made
          expect(openaiChat.validate(request as never)).toEqual([])
          expect(tokens).toBeLessThanOrEqual(2_300)
        }
        const act = async (deed: (typeof DEEDS)[number], size: number): Promise<void> => {
          const on = thread
          if (deed === 'append') {
            const name = `m${appended++}`
            await on.append([{ role: appended % 2 === 0 ? 'assistant' : 'user', content: `${name} ${prose(size)}` }])
          }
          if (deed === 'prepare') await checked(on.prepare(at))
          if (deed === 'compact') await checked(on.compact(at))
          if (deed === 'refused') await checked(on.overflowed({ dialect: 'openai-chat' }))
          if (deed === 'settle') await on.settle()
          if (deed === 'undo') await on.undo(at)
          if (deed === 'clear') await on.clear(at)
          if (deed === 'pin') await on.pin({ entry: 'e0' })
          if (deed === 'use') await on.use({ policy: size % 2 === 0 ? presets.cms() : policy })
          if (deed === 'stop') await checked(on.compact({ ...at, signal: stopsAfter(size % 6) }))
        }
        for (const { deed, waits, size } of todo) {
          if (deed === 'restart') {
            await Promise.allSettled(running)
            thread = await open()
            continue
          }
          const done = act(deed, size)
          running.push(done)
          done.catch(() => undefined)
          for (let turns = waits; turns > 0; turns -= 1) await pause()
        }
        for (const end of await Promise.allSettled(running))
          if (end.status === 'rejected' && !isForeseen(end.reason)) throw end.reason
        const entries = await thread.entries()
        const names = entries.flatMap((entry) => (entry.kind === 'text' ? [entry.text.split(' ')[0]] : []))
        expect(names).toEqual(Array.from({ length: appended }, (_, index) => `m${index}`))
        const commits = await thread.commits()
        all += commits.length
        expect(commits.every(({ parent }, index) => parent === (commits[index - 1]?.id ?? null))).toBe(true)
        for (const { receipt } of commits) expect(receipt.fates.at(-1)?.to ?? -1).toBe(receipt.inputs.head - 1)
        expect((await thread.session()).currentlyCompacting).toBe(false)
        await checked((await open()).prepare(at)).catch((error: unknown) => {
          if (!isForeseen(error)) throw error
        })
      }),
      { numRuns: 40 },
    )
    expect(all).toBeGreaterThan(60)
  })
})
