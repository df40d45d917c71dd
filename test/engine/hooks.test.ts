import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type CompactorEvent, type CompactorOptions, createCompactor, type Hooks, presets, type Thread } from '../../src/index.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const at = { window: 1500, reserve: 100, dialect: 'openai-chat' } as const
const steps = [user('Build the importer. Never write to the table orders_live.'), ...finishedTurns(12, 150), user('go')]
const answer = answerOf([add('constraint', 'Never write to the table orders_live.', [0], 'user')])

async function open(hooks: Hooks, options: CompactorOptions = {}) {
  const policy = presets.balanced({ trigger: 1, release: 1 })
  const compactor = createCompactor({ clock: () => 0, policy, hooks, hookDeadlineMs: 50, ...options })
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  const events: CompactorEvent[] = []
  compactor.on('hook-called', (event) => events.push(event))
  compactor.on('compaction-skipped', (event) => events.push(event))
  return { compactor, thread, events }
}

/** A window in which everything fits: nothing need be done. */
const roomy = { ...at, window: 100_000 }

describe('hooks', () => {
  it('E12 · before and after every compaction, whatever set it off, with the tokens', async () => {
    const seen: string[] = []
    const { thread } = await open({
      before: ({ occasion, tokens }) => {
        seen.push(`before ${occasion}: ${tokens.before > tokens.limit ? 'too much' : 'enough room'}`)
      },
      after({ occasion, receipt: { tokens } }) {
        seen.push(`after ${occasion}: ${tokens.before > tokens.after}`)
      },
    })
    await thread.prepare(at)
    await thread.append(messagesFor('openai-chat', finishedTurns(12, 150)))
    await thread.compact(at)
    await thread.append(messagesFor('openai-chat', finishedTurns(12, 150)))
    await thread.overflowed()
    expect(seen).toEqual(
      ['window', 'manual', 'overflow'].flatMap((occasion) => [`before ${occasion}: too much`, `after ${occasion}: true`]),
    )
  })

  it('E12 · summarize is shown entries that stay the thread’s own: it goes on growing afterwards', async () => {
    const { thread } = await open({
      summarize: ({ entries }) => void Reflect.set(entries, 0, null),
    })
    for (let times = 0; times < 3; times += 1) {
      expect((await thread.prepare(at)).tokens).toBeLessThanOrEqual(1400)
      await thread.append(messagesFor('openai-chat', finishedTurns(12, 150)))
    }
    expect(await thread.commits()).toHaveLength(3)
  })

  it('E12 · before may veto: the request goes out as it is, by hand the receipt says why, and events, too', async () => {
    const { thread, events } = await open({ before: () => ({ veto: 'not now' }) })
    const made = await thread.compact(roomy)
    expect(made).toMatchObject({ changed: false, receipt: { nothing: 'a hook did not want it: not now' } })
    expect(await thread.commits()).toEqual([])
    expect(events.map((event) => ('detail' in event ? event.detail : 'reason' in event ? event.reason : ''))).toEqual([
      'veto: not now',
      'a hook did not want it: not now',
    ])
  })

  it('L3 · a veto is overruled where the request would not fit or was refused, and the receipt has a line of it', async () => {
    const { thread } = await open({ before: () => ({ veto: 'never' }) })
    const { receipt, tokens, budget } = await thread.prepare(at)
    expect(tokens).toBeLessThanOrEqual(budget.limit)
    expect(receipt?.hooks).toEqual([{ hook: 'before', outcome: 'overruled', detail: 'the request would not fit: never', ms: 0 }])
  })

  it('L10 · a summary of a hook of which nothing stands in the log is overruled, not obeyed', async () => {
    const text = 'The Zeppelin of Mister Quux landed in Timbuktu.'
    for (const [hook, hooks] of [
      ['before', { before: () => ({ summary: text }) }],
      ['summarize', { summarize: () => text }],
    ] as const) {
      const { thread } = await open(hooks)
      const { receipt, request } = await thread.compact(at)
      expect(receipt.hooks).toMatchObject([{ hook, outcome: 'overruled', detail: expect.stringContaining('not taken') }])
      expect(receipt.summary).toMatchObject({ by: 'deterministic' })
      expect(JSON.stringify(request)).not.toContain('Zeppelin')
    }
  })

  it('E12 · before and select may preserve entries, this time: word for word, in a valid request', async () => {
    const hooks: Hooks = { before: () => ({ preserve: ['e3'] }), select: () => ({ preserve: ['e6'] }) }
    const { thread } = await open(hooks)
    const words = (await thread.entries()).flatMap((entry) => ('text' in entry ? [entry.text] : ['']))
    const { request, receipt } = await thread.compact(at)
    expect(openaiChat.validate(request)).toEqual([])
    for (const seq of [3, 6]) expect(JSON.stringify(request)).toContain(JSON.stringify(words[seq]).slice(1, -1))
    expect(receipt.hooks?.map(({ hook, outcome }) => `${hook} ${outcome}`)).toEqual(['before obeyed', 'select obeyed'])
    expect(receipt.inputs.pins).toEqual([])
    expect((await thread.compact(at)).changed).toBe(false)
  })

  it('L3 · what does not fit is not preserved, and the receipt says so', async () => {
    const all = steps.map((_, index) => `e${index}`)
    const { thread } = await open({ before: () => ({ preserve: all }), select: () => ({ preserve: all }) })
    const { receipt, tokens, budget } = await thread.prepare(at)
    expect(tokens).toBeLessThanOrEqual(budget.limit)
    expect(receipt?.hooks?.map(({ hook, outcome }) => `${hook} ${outcome}`)).toEqual(['before overruled', 'select overruled'])
  })

  it('E12 · before may give instructions, or the summary itself; summarize may write it; both are checked like a model’s', async () => {
    const summarizer = scripted(() => answer)
    const told = await open({ before: () => ({ instructions: 'keep the table' }) }, { summarizer })
    await told.thread.compact(at)
    expect(summarizer.jobs[0]?.instructions).toBe('keep the table')
    const sentence = 'The importer was asked for, and the table orders_live must never be written to.'
    for (const hooks of [{ before: () => ({ summary: sentence }) }, { summarize: () => sentence }] satisfies Hooks[]) {
      const { thread } = await open(hooks, { summarizer })
      const { receipt } = await thread.compact(at)
      expect(receipt.summary?.by === 'hook' || receipt.summary?.fault !== undefined).toBe(true)
    }
    expect(summarizer.jobs).toHaveLength(1)
    const silent = await open({ summarize: () => undefined }, { summarizer })
    expect((await silent.thread.compact(at)).receipt.summary?.by).toBe('scripted')
  })

  it('L10, E12 · validate may refuse what a model wrote: the one without a model stands, and the receipt says why', async () => {
    const shown: string[] = []
    const validate: Hooks['validate'] = ({ summary, by }) => {
      shown.push(`${by}: ${summary.includes('orders_live')}`)
      return { reject: 'too chatty' }
    }
    const { thread } = await open({ validate }, { summarizer: scripted(() => answer) })
    const { receipt } = await thread.compact(at)
    expect(shown).toEqual(['scripted: true'])
    expect(receipt.summary).toMatchObject({ by: 'deterministic', fault: { detail: 'a hook refused it: too chatty' } })
    expect(receipt.hooks).toMatchObject([{ hook: 'validate', outcome: 'obeyed', detail: 'rejected: too chatty' }])
  })

  it('case 77 · a field that nobody agreed on, and entries that are not there, are told and change nothing', async () => {
    const misspelled = await open({ before: () => ({ vet: 'not now' }) as never })
    expect((await misspelled.thread.compact(at)).receipt.hooks).toMatchObject([{ hook: 'before', outcome: 'passed-over' }])
    const strange = await open({ before: () => ({ preserve: ['nobody'] }) })
    expect((await strange.thread.compact(at)).receipt.hooks).toMatchObject([
      { outcome: 'passed-over', detail: '1 of the entries it names are not in the thread' },
    ])
  })

  const bad: Readonly<Record<string, () => never>> = {
    throws: () => {
      throw new Error('boom')
    },
    rejects: () => Promise.reject(new Error('boom')) as never,
    hangs: () => new Promise(() => undefined) as never,
    'gives garbage': () => 42 as never,
    'gives garbage of the right names': () => ({ veto: 1, preserve: 'all', reject: {}, content: [] }) as never,
    'throws something strange': () => {
      throw Object.create(null)
    },
    'gives what throws when it is looked at': () =>
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('boom')
          },
          get: (_, name) => {
            if (name === 'then') return undefined
            throw new Error('boom')
          },
        },
      ) as never,
    'gives fields that throw': () =>
      Object.defineProperties(
        {},
        Object.fromEntries(
          ['veto', 'preserve', 'reject', 'by'].map((name) => [
            name,
            {
              enumerable: true,
              get: () => {
                throw new Error('boom')
              },
            },
          ]),
        ),
      ) as never,
  }
  it.each(Object.entries(bad))(
    'case 77 · one that %s cannot break a thread: one line each, the same request',
    async (_, hook) => {
      const without = await (await open({}, { summarizer: scripted(() => answer) })).thread.compact(at)
      const hooks: Hooks = { before: hook, select: hook, summarize: hook, validate: hook, after: hook }
      const { thread, events } = await open(hooks, { summarizer: scripted(() => answer) })
      const { request, receipt } = await thread.compact(at)
      expect(request).toEqual(without.request)
      expect(receipt.hooks?.map(({ hook: name, outcome }) => [name, outcome])).toEqual(
        ['before', 'select', 'summarize', 'validate'].map((name) => [name, 'passed-over']),
      )
      expect(events.filter(({ kind }) => kind === 'hook-called').length).toBeGreaterThanOrEqual(4)
      await thread.append([{ role: 'user', content: 'and on' }])
      expect(JSON.stringify((await thread.prepare(at)).request)).toContain('and on')
    },
  )

  it('case 77 · one that compacts the thread itself comes to an end, on the same handle and on another', async () => {
    for (const where of ['same', 'other'] as const) {
      let depth = 0
      let thread: Thread | undefined
      const reenter = async (): Promise<undefined> => {
        depth += 1
        const on = where === 'same' ? thread : await compactor.thread('t')
        await on?.compact(at)
        await on?.prepare(at)
        return undefined
      }
      const hooks: Hooks = { before: reenter, select: reenter, after: reenter }
      const { compactor, thread: opened } = await open(hooks, { hookDeadlineMs: 400 })
      thread = opened
      const { request, tokens, budget } = await thread.compact(at)
      expect(openaiChat.validate(request)).toEqual([])
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      expect(depth).toBeLessThan(12)
    }
  })

  it('E12 · each hook leaves one event of every compaction, also after, whatever it says', async () => {
    for (const said of [undefined, 42, { anything: true }]) {
      const { thread, events } = await open({ after: () => said })
      await thread.compact(at)
      expect(events.map((event) => 'hook' in event && [event.hook, event.outcome])).toEqual([['after', 'heard']])
    }
  })

  it('A19 · messages are taken in while a hook thinks', async () => {
    const asked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<undefined>()
    const before = (): Promise<undefined> => {
      asked.resolve()
      return go.promise
    }
    const { thread } = await open({ before }, { hookDeadlineMs: 60_000 })
    const made = thread.compact(at)
    await asked.promise
    await thread.append([{ role: 'assistant', content: 'meanwhile' }])
    go.resolve(undefined)
    expect((await made).request.messages.at(-1)).toEqual({ role: 'assistant', content: 'meanwhile' })
  })

  it('a deadline that is none is refused', async () => {
    const refused = rejection(Promise.resolve().then(() => createCompactor({ hookDeadlineMs: 0 })))
    expect(failureIn(await refused)).toMatchObject({ code: 'budget-invalid', field: 'hookDeadlineMs' })
  })
})
