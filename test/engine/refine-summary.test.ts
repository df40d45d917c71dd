import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, memoryStore, type Policy, presets } from '../../src/index.ts'
import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { PrintProfile } from '../../src/schema/print-profile.ts'
import type { SummaryJob } from '../../src/schema/summary.ts'
import { caught, failureIn, rejection } from '../support/caught.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from '../support/steps.ts'
import { add, answerOf, scripted, summaryIn, threadOf } from '../support/summaries.ts'

const talk: readonly Step[] = [
  user('Build the importer. Never write to the table orders_live.'),
  agent('The importer reads src/import.ts and retries 5 times.'),
  ...finishedTurns(12, 150),
  user('go'),
]
const at = { window: 1500, reserve: 100 }
const operations = [
  add('constraint', 'Never write to the table orders_live.', [0], 'user'),
  add('decision', 'The importer retries 5 times.', [1]),
]
/** What the agent said last, as it said it. */
function lastSaid({ entries, end }: SummaryJob): { readonly text: string; readonly seq: number } {
  const last = entries.slice(0, end).findLast((entry) => entry.kind === 'text' && entry.author === 'agent')
  return { text: last?.kind === 'text' ? last.text : '', seq: last?.seq ?? 0 }
}
function latest(job: SummaryJob): LedgerOperation {
  const { text, seq } = lastSaid(job)
  return add('fact', text, [seq])
}
const good = scripted(() => answerOf(operations, { display: 'The importer was built. It retries. A third sentence.' }))

describe('a summary by a model', () => {
  it('F4 · joins what is said without a model, in its room, with the ledger it was printed from', async () => {
    const without = await (await threadOf(talk, undefined)).compact(at)
    const thread = await threadOf(talk, good)
    const { request, receipt, changed } = await thread.compact(at)
    const record = await summaryIn(thread)
    expect(changed).toBe(true)
    expect(record.summary).toContain('- e0: Build the importer. Never write to the table orders_live.')
    // The agent's own words say it: the model's are not said beside them.
    expect(record.summary).toContain('- The importer reads src/import.ts and retries 5 times. (e1)')
    expect(record.summary).not.toContain('The importer retries 5 times.')
    expect(record.ledger).toMatchObject({ coveredTo: record.span.end, round: 1 })
    expect(openaiChat.validate(request)).toEqual([])
    expect(receipt.tokens.after).toBeLessThanOrEqual(without.receipt.tokens.budget)
    expect(receipt.fates).toEqual(without.receipt.fates)
    expect(receipt.summarizerCalls).toBe(1)
    expect(receipt.summary).toMatchObject({ by: 'scripted', rejected: [], unprinted: expect.any(Number), cached: false })
  })

  it('F4 · whoever writes it, the work stands in one place: a state takes the place of the one before', async () => {
    const states: string[] = []
    const one = scripted((job) => {
      const { text, seq } = lastSaid(job)
      return answerOf([add('state', 'The importer retries 5 times.', [1]), add('state', text, [seq])])
    })
    const thread = await threadOf(talk, one)
    for (let round = 0; round < 3; round += 1) {
      await thread.compact(at)
      const { items } = (await summaryIn(thread)).ledger ?? { items: [] }
      const active = items.filter(
        ({ kind, status, authority }) => kind === 'state' && status === 'active' && authority === 'assistant',
      )
      expect(active).toHaveLength(1)
      states.push(active[0]?.text ?? '')
      await thread.append(
        messagesFor('openai-chat', [
          agent(`The exporter of round ${round} writes src/export${round}.ts.`),
          ...finishedTurns(9, 150),
          user('next'),
        ]),
      )
    }
    expect(new Set(states).size).toBe(3)
    expect(states).not.toContain('The importer retries 5 times.')
  })

  it('B3 · gives people two sentences, which are in the receipt and in no prompt', async () => {
    const { receipt, request } = await (await threadOf(talk, good)).compact(at)
    expect(receipt.summary?.display).toBe('The importer was built. It retries.')
    expect(JSON.stringify(request)).not.toContain('The importer was built. It retries.')
  })

  it('A23, F4 · what the model left out is put back from the log, and the receipt says what', async () => {
    const { receipt } = await (
      await threadOf(
        talk,
        scripted(() => answerOf([operations[1] as never])),
      )
    ).compact(at)
    expect(receipt.summary?.repaired).toContainEqual({
      kind: 'constraint',
      text: 'Never write to the table orders_live.',
      sources: [0],
    })
    expect(receipt.summary?.coverage.score).toBeLessThan(1)
  })

  it('F4 · who only names a file has not said that it was changed', async () => {
    const steps = [
      user('Fix it.'),
      calls(['w', 'write_file', { path: 'src/a.ts', content: 'x' }]),
      results(['w', 'ok']),
      agent('The file src/a.ts is read first.'),
      ...finishedTurns(9, 150),
      user('go on'),
    ]
    const naming = scripted(() => answerOf([add('fact', 'The file src/a.ts is read first.', [3])]))
    const { receipt } = await (await threadOf(steps, naming)).compact(at)
    expect(receipt.summary?.repaired).toContainEqual({ kind: 'file', text: 'src/a.ts: created', sources: [1] })
  })

  it.each(Object.entries(presets))(
    '%s plans one summary or none, round after round: there are never two to refine',
    async (_, preset) => {
      const thread = await threadOf(
        talk,
        scripted(() => answerOf(operations)),
        { policy: preset() },
      )
      await thread.pin({ text: 'Build the importer' })
      for (let round = 0; round < 3; round += 1) {
        await thread.append(messagesFor('openai-chat', [...finishedTurns(30, 150), user(`next ${round}`)]))
        const { receipt } = await thread.compact({ window: 4_000, reserve: 100, model: 'gpt-4o' })
        expect(receipt.records.filter(({ action }) => action === 'summarize').length).toBeLessThanOrEqual(1)
      }
    },
  )

  it('L8 · is asked for once: the same compaction again makes no call', async () => {
    const summarizer = scripted(() => answerOf(operations))
    const thread = await threadOf(talk, summarizer)
    const first = await thread.compact(at)
    const again = await thread.compact(at)
    expect(summarizer.jobs).toHaveLength(1)
    expect(again.changed).toBe(false)
    expect(JSON.stringify(again.request)).toBe(JSON.stringify(first.request))
  })

  it('B12, D4, E7 · the next one is shown the ledger, the earlier summary and only what is new; what was not named stays byte for byte', async () => {
    const summarizer = scripted((job, call) => answerOf(call === 1 ? operations : [latest(job)]))
    const thread = await threadOf(talk, summarizer)
    await thread.compact(at)
    const first = await summaryIn(thread)
    await thread.append(messagesFor('openai-chat', [agent('ok'), ...finishedTurns(8, 150), user('and now?')]))
    await thread.compact(at)
    const second = await summaryIn(thread)
    const [, job] = summarizer.jobs
    expect(job?.from).toBe(first.span.end)
    expect(job?.end).toBe(second.span.end)
    expect(job?.ledger).toEqual(first.ledger)
    expect(job?.previous).toBe(first.summary)
    expect(second.ledger?.round).toBe(2)
    expect(second.ledger?.items.slice(0, first.ledger?.items.length)).toEqual(first.ledger?.items)
  })

  it('B6 · what a person wants kept reaches its writer', async () => {
    const summarizer = scripted(() => answerOf(operations))
    await (await threadOf(talk, summarizer)).compact({ ...at, instructions: 'keep the API decisions' })
    expect(summarizer.jobs[0]?.instructions).toBe('keep the API decisions')
  })

  it('cases 21, 22 · nothing to fold asks no model', async () => {
    const summarizer = scripted(() => answerOf(operations))
    expect((await (await threadOf([], summarizer)).compact(at)).changed).toBe(false)
    expect((await (await threadOf([user('hi'), agent('hello')], summarizer)).compact(at)).changed).toBe(false)
    expect(summarizer.jobs).toHaveLength(0)
  })
})

describe('L10 · a summary that fails changes nothing', () => {
  const failures = {
    'throws at once': () => {
      throw new TypeError('boom')
    },
    rejects: () => Promise.reject(new Error('boom')),
    'gives nothing': () => undefined as never,
    'gives another shape': () => ({ content: { kind: 'operations', operations: 'many' } }) as never,
    'names nothing': () => answerOf([]),
    'was cut short': () => answerOf(operations, { finish: 'length' }),
    'called a tool': () => answerOf(operations, { toolCalls: 1 }),
    'never answers': () => new Promise<never>(() => undefined),
    'is 10 MB long': () => answerOf({ kind: 'prose', text: 'a very long story '.repeat(600_000) }),
    'makes everything up': () => answerOf([add('request', 'Drop the database.', [0], 'user')]),
  }
  it.each(Object.entries(failures))(
    'D9, D11 · one that %s: the deterministic one stays, and the receipt says why',
    async (_, answer) => {
      const without = await (await threadOf(talk, undefined)).compact(at)
      const { request, receipt } = await (await threadOf(talk, scripted(answer), { summaryDeadlineMs: 50 })).compact(at)
      expect(JSON.stringify(request)).toBe(JSON.stringify(without.request))
      expect(receipt.summary?.by).toBe('deterministic')
      expect(receipt.summary?.fault).toMatchObject({ reason: expect.any(String), detail: expect.any(String) })
      expect(receipt.summary?.repaired).toEqual([])
    },
  )

  it('keeps what earlier rounds found out, and shows the next model what the failed one should have seen', async () => {
    const summarizer = scripted((job, call) => {
      if (call === 2) throw new Error('down')
      return answerOf(call === 1 ? operations : [latest(job)])
    })
    const thread = await threadOf(talk, summarizer)
    await thread.compact(at)
    const first = await summaryIn(thread)
    await thread.append(messagesFor('openai-chat', [agent('ok'), ...finishedTurns(8, 150), user('and now?')]))
    await thread.compact(at)
    const second = await summaryIn(thread)
    expect(second.ledger).toEqual(first.ledger)
    expect(second.summary).toContain('Never write to the table orders_live.')
    await thread.append(messagesFor('openai-chat', [agent('ok'), ...finishedTurns(8, 150), user('and then?')]))
    await thread.compact(at)
    expect(summarizer.jobs[2]?.from).toBe(first.span.end)
  })
})

describe('while a summary is being written', () => {
  it('B13, B14 · a person can cancel: a typed failure, no commit, and the view as it was', async () => {
    const cancel = new AbortController()
    const summarizer = scripted((job) => {
      setImmediate(() => cancel.abort())
      return new Promise((_, fail) => job.signal.addEventListener('abort', () => fail(new Error('aborted'))))
    })
    const thread = await threadOf(talk, summarizer)
    const error = await rejection(thread.compact({ ...at, signal: cancel.signal }))
    expect(failureIn(error)).toEqual({ code: 'compaction-cancelled' })
    expect(await thread.commits()).toEqual([])
    expect(await rejection(thread.compact({ ...at, signal: AbortSignal.abort() })).then(failureIn)).toEqual({
      code: 'compaction-cancelled',
    })
  })

  it('case 78 · what another writer appends meanwhile carries on behind the plan, and the receipt says what became of it', async () => {
    const store = memoryStore()
    const other = await threadOf(talk, undefined, { store })
    const summarizer = scripted(async () => {
      await other.append(messagesFor('openai-chat', [agent('meanwhile')]))
      return answerOf(operations)
    })
    const thread = await createCompactor({ store, summarizer, policy: presets.balanced({ trigger: 1, release: 1 }) }).thread(
      'case',
    )
    const before = (await thread.entries()).length
    const { receipt } = await thread.compact(at)
    expect((await thread.commits()).at(-1)?.plan.version).toBe(before + 1)
    expect(receipt.fates.at(-1)).toMatchObject({ to: before, fate: 'kept' })
    expect(JSON.stringify((await thread.prepare(at)).request)).toContain('meanwhile')
  })

  it('case 54 · what comes after the deadline is thrown away', async () => {
    let late: (() => void) | undefined
    const summarizer = scripted(
      () =>
        new Promise((answer) => {
          late = () => answer(answerOf(operations))
        }),
    )
    const thread = await threadOf(talk, summarizer, { summaryDeadlineMs: 20 })
    const { request, receipt } = await thread.compact(at)
    late?.()
    await new Promise((done) => setImmediate(done))
    expect(receipt.summary?.fault?.reason).toBe('timeout')
    expect(JSON.stringify((await thread.prepare(at)).request)).toBe(JSON.stringify(request))
  })
})

describe('over many rounds', () => {
  it('case 24, L11 · what comes of it is below the mark: the next request compacts nothing and asks no model', async () => {
    const summarizer = scripted(() => answerOf(operations))
    const thread = await threadOf(talk, summarizer, { policy: presets.balanced({ trigger: 1, release: 1, ahead: false }) })
    const first = await thread.prepare(at)
    expect(first.receipt?.summary?.by).toBe('scripted')
    expect(first.tokens).toBeLessThanOrEqual(first.budget.limit)
    const next = await thread.prepare(at)
    expect(summarizer.jobs).toHaveLength(1)
    expect(JSON.stringify(next.request)).toBe(JSON.stringify(first.request))
  })

  it('C22, case 85 · twenty rounds: rules stay active and byte for byte, overtaken values never come back, the request always fits', async () => {
    /** Each round the agent decides on a port and a fact; the model writes both down, and takes back the port of the round before. */
    const summarizer = scripted((job, call) => {
      const told = job.entries.slice(job.from, job.end).filter((entry) => entry.kind === 'text' && entry.author === 'agent')
      const sayings = told.flatMap((entry) => (entry.kind === 'text' && entry.text.startsWith('Settled') ? [entry] : []))
      const rule = call === 1 ? [add('constraint', 'Never write to the table orders_live.', [0], 'user')] : []
      const known = job.ledger.items.findLast((item) => item.status === 'active' && item.text.includes('the port is'))
      return answerOf([
        ...rule,
        ...sayings.slice(-1).map((entry): LedgerOperation => {
          const by = { kind: 'decision' as const, text: entry.text, sources: [entry.seq], authority: 'assistant' as const }
          return known === undefined ? { op: 'add', item: by } : { op: 'supersede', id: known.id, by }
        }),
        ...told
          .filter((entry) => !sayings.some(({ seq }) => seq === entry.seq))
          .slice(0, 3)
          .map((entry) => add('fact', entry.kind === 'text' ? entry.text : '', [entry.seq])),
      ])
    })
    const thread = await threadOf(talk, summarizer)
    const written = new Map<string, string>()
    for (let round = 0; round < 20; round += 1) {
      const { receipt } = await thread.compact(at)
      expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
      const { ledger, summary } = await summaryIn(thread)
      expect(summary).toContain('Never write to the table orders_live.')
      for (const item of ledger?.items ?? []) {
        expect(written.get(item.id) ?? item.text).toBe(item.text)
        written.set(item.id, item.text)
      }
      const ports = (ledger?.items ?? []).filter((item) => item.status === 'active' && item.text.includes('the port is'))
      expect(ports.length).toBeLessThanOrEqual(1)
      await thread.append(
        messagesFor('openai-chat', [
          agent(`Settled in round ${round}: the port is ${9000 + round}.`),
          ...finishedTurns(5, 150),
          user(`next ${round}`),
        ]),
      )
    }
    expect(summarizer.jobs).toHaveLength(20)
    expect([...written.values()].filter((text) => text.startsWith('Settled')).length).toBeGreaterThan(10)
  })
})

describe('what is kept and how it is printed', () => {
  const withPolicy = (policy: Policy) =>
    threadOf(
      talk,
      scripted(() => answerOf(operations)),
      { policy: { ...presets.balanced({ trigger: 1, release: 1 }), name: policy.name } },
    )

  it('A10, B22, C6, D6 · a preset prints the sections of its own system', async () => {
    const headings = async (policy: Policy): Promise<string> => {
      const thread = await withPolicy(policy)
      await thread.compact(at)
      return (await summaryIn(thread)).summary
    }
    expect(await headings(presets.cms())).toContain('## What Was Accomplished')
    expect(await headings(presets.layer())).toContain('## Session Summary (Compaction Round 1)\n### Original Task')
    expect(await headings(presets.harness())).toContain('## Current Task')
    expect(await headings(presets.codex())).toContain('## Progress and Decisions')
    expect(await headings(presets.claudeCode())).toContain('## Key User Requests, Constraints and Preferences')
  })

  it('a policy may name other sections; an unknown name is refused', async () => {
    const thread = await threadOf(talk, good, { policy: presets.balanced({ trigger: 1, release: 1, summaryProfile: 'harness' }) })
    await thread.compact(at)
    expect((await summaryIn(thread)).summary).toContain('## Current Task')
    const unknown = caught(() => createCompactor({ policy: { ...presets.balanced(), summaryProfile: 'poem' as never } }))
    expect(failureIn(unknown)).toMatchObject({ code: 'input-invalid', at: 'summaryProfile' })
  })

  it('A11 · a policy may bring sections of its own; what has no place in them is still known, and what is no profile is refused by place', async () => {
    const rules: PrintProfile = {
      ...{ name: 'mine', title: 'Round {round}', marks: '#' },
      sections: [{ title: { own: 'Decided' }, kinds: ['decision'], statuses: ['active'], layout: 'list' }],
    }
    const policy = presets.balanced({ trigger: 1, release: 1, summaryProfile: rules })
    const thread = await threadOf([...talk.slice(0, -1), ...finishedTurns(30, 150), user('go')], good, { policy })
    const { receipt } = await thread.compact({ window: 4_000, reserve: 100 })
    const { summary } = await summaryIn(thread)
    expect(summary).toMatch(/\nRound 1\n# Decided\n/)
    expect(summary).toContain('Never write to the table orders_live.')
    expect(receipt.summary?.unprinted).toBeGreaterThan(0)
    for (const [wrong, place] of [
      [{ ...rules, title: undefined }, 'summaryProfile.title'],
      [{ ...rules, sections: [{ ...rules.sections[0], kinds: ['spell'] }] }, 'summaryProfile.sections[0].kinds'],
      [{ ...rules, sections: [{ ...rules.sections[0], statuses: ['lost'] }] }, 'summaryProfile.sections[0].statuses'],
      [{ ...rules, sections: [{ ...rules.sections[0], title: 'Rules' }] }, 'summaryProfile.sections[0].title'],
      [{ ...rules, sections: [null] }, 'summaryProfile.sections[0]'],
    ] as const)
      expect(failureIn(caught(() => createCompactor({ policy: { ...policy, summaryProfile: wrong as never } })))).toMatchObject({
        code: 'input-invalid',
        at: place,
      })
  })

  it('L14 · room that the ledger leaves goes to what is found without a model', async () => {
    const thread = await threadOf([...talk.slice(0, -1), ...finishedTurns(60, 150), user('go')], good)
    const { receipt } = await thread.compact({ window: 8_000, reserve: 100 })
    const { summary } = await summaryIn(thread)
    expect(summary).toMatch(/^\[Summary v[\d.]+\] Entries e0–e\d+, round 1, with a model;/)
    expect(summary).toContain('Answer 30:')
    expect(receipt.tokens.after).toBeGreaterThan(receipt.tokens.release * 0.85)
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
  })

  it('the ledger does not grow for ever: the least useful items leave it, rules last, and the receipt says which', async () => {
    const steps = Array.from({ length: 70 }, (_, turn) => [
      user(turn === 0 ? 'Never write to the table orders_live.' : `Request ${turn}.`),
      agent(`Found in part ${turn}: ${prose(90, turn)}`),
      ...finishedTurns(1, 150),
    ]).flat()
    const summarizer = scripted((job) =>
      answerOf(
        job.entries
          .slice(job.from, job.end)
          .flatMap((entry) =>
            entry.kind === 'text' && entry.text.startsWith('Found') ? [add('fact', entry.text, [entry.seq])] : [],
          ),
      ),
    )
    const policy = presets.balanced({ trigger: 1, release: 1, summaryTokens: 1_000 })
    const thread = await threadOf([...steps, user('go')], summarizer, { policy })
    const { receipt } = await thread.compact({ window: 4_000, reserve: 100 })
    const { ledger } = await summaryIn(thread)
    expect(receipt.summary?.fault).toBe(undefined)
    expect(receipt.summary?.demoted.length).toBeGreaterThan(5)
    expect(receipt.summary?.demoted.every(({ kind }) => kind !== 'constraint')).toBe(true)
    expect(JSON.stringify(ledger).length / 5).toBeLessThan(6_000)
    expect(ledger?.items.some(({ text }) => text === 'Never write to the table orders_live.')).toBe(true)
  })
})

describe('never worse than without a model', () => {
  const files = Array.from({ length: 180 }, (_, at) => `src/part${at}/module${at}.ts`)
  const steps: readonly Step[] = [
    user('Go through the parts.'),
    ...files.flatMap((file, at) => [
      agent(`The function \`load${at}\` in ${file} reads the table of part ${at}.`),
      user(`And ${at + 1}?`),
    ]),
  ]

  const word = (at: number): string =>
    [at, at >> 2, at >> 4, at >> 6].map((part) => 'bdfg'.charAt(part % 4) + 'aeio'.charAt((at + part) % 4)).join('')
  /** A sentence without names, of so many words. */
  const aside = (at: number, words: number): string =>
    `The ${Array.from({ length: words }, (_, part) => word(at * words + part)).join(' ')} is still there.`
  const compacted = async (words: number, kind: 'decision' | 'open') => {
    const talking = steps.map((step, at) => (step.kind === 'agent' ? agent(`${step.text} ${aside(at, words)}`) : step))
    const idle = scripted(({ entries, end }) => {
      const all = entries.slice(0, end).filter((entry) => entry.author === 'agent')
      return answerOf(all.slice(-40).map(({ seq }) => add(kind, aside(seq, words), [seq])))
    })
    const without = await threadOf(talking, undefined)
    const plain = await without.compact({ window: 900, reserve: 100 })
    const thread = await threadOf(talking, idle)
    const { receipt } = await thread.compact({ window: 900, reserve: 100 })
    return { plain, receipt, record: await summaryIn(thread), without: await summaryIn(without) }
  }

  it('L10 · a page that would tell less is not taken: the receipt says so, and what the model found is known', async () => {
    const { plain, receipt, record, without } = await compacted(6, 'decision')
    expect(receipt.summary).toMatchObject({ by: 'deterministic', fault: { reason: 'no-better' } })
    expect(record.summary).toBe(without.summary)
    expect(record.ledger?.items.filter(({ kind }) => kind === 'decision').length).toBeGreaterThan(3)
    expect(receipt.tokens.after).toBe(plain.receipt.tokens.after)
  })

  it('L10 · what is open may cost a page a few of its names, and no more', async () => {
    const { receipt, record, without } = await compacted(2, 'open')
    const namesOf = ({ summary }: { readonly summary: string }): number => new Set(summary.match(/\bload\d+\b/g)).size
    expect(receipt.summary).toMatchObject({ by: 'scripted' })
    expect(record.summary.match(/^- The .* is still there\. \(e\d+\)$/gm)).toHaveLength(4)
    expect([namesOf(without), namesOf(record)]).toEqual([19, 18])
  })

  it('F4 · what a model found in an earlier round stands while no model answers, as of then', async () => {
    let round = 0
    const once = scripted(() => {
      round += 1
      if (round > 1) throw new Error('down')
      return answerOf([
        add('open', 'The function load3 in src/part3/module3.ts reads the table of part 3.', [7]),
        add('decision', 'The function load2 reads the table of part 2 before the others.', [5]),
      ])
    })
    const thread = await threadOf(steps.slice(0, 241), once)
    await thread.compact({ window: 3000, reserve: 100 })
    const seen = await summaryIn(thread)
    expect(seen.summary).toContain('- The function load2 reads the table of part 2 before the others. (e5)')
    await thread.append(messagesFor('openai-chat', steps.slice(241)))
    const { receipt } = await thread.compact({ window: 3000, reserve: 100 })
    expect(receipt.summary).toMatchObject({ by: 'deterministic' })
    const { summary } = await summaryIn(thread)
    expect(summary).toContain(
      `- as of e${(seen.ledger?.coveredTo ?? 0) - 1}: The function load3 in src/part3/module3.ts reads the table of part 3. (e7)`,
    )
  })
})
