import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect, Store } from '../../src/schema/ports.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { expectShown, messagesIn, stringsIn } from '../support/invariants.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, prose, results, user } from '../support/steps.ts'

const WINDOW = { window: 4_000, reserve: 0 }

const compactorOver = (store: Store, dialects?: readonly [Dialect, ...Dialect[]]) =>
  createCompactor({
    store,
    clock: () => 0,
    policy: presets.balanced(),
    ...(dialects === undefined ? {} : { dialects }),
  })

const open = (store: Store = memoryStore(), name = 't') => compactorOver(store).thread(name)

const said = async (thread: Thread): Promise<readonly string[]> =>
  (await thread.entries()).flatMap((entry) => ('text' in entry ? [entry.text] : []))

const openai = (...steps: Parameters<typeof messagesFor>[1]) => messagesFor('openai-chat', steps)

describe.each(PROVIDERS)('a thread that is handed the whole history at every step, in %s', (provider) => {
  it('D10 · appends only what is new, and stays the same thread', async () => {
    const thread = await open()
    const steps = [...finishedTurns(3, 20), user('And now?')]
    for (let end = 1; end <= steps.length; end += 1) {
      const resent = await thread.resend(copy(messagesFor(provider, steps.slice(0, end))))
      expect(resent.thread).toBe(thread)
    }
    expect(await thread.entries()).toHaveLength(steps.length)
    expect((await thread.resend(copy(messagesFor(provider, steps)))).reconciliation.verdict.kind).toBe('unchanged')
  })

  it('L9 · knows its own compacted request when it comes back, and appends only what the model said since', async () => {
    const thread = await open()
    const steps = finishedTurns(40, 120)
    await thread.append(messagesFor(provider, steps), { dialect: provider })
    let handed = messagesIn((await thread.prepare(WINDOW)).request)
    expect((await thread.commits()).length).toBe(1)
    for (let step = 0; step < 30; step += 1) {
      const answer = messagesFor(provider, [
        calls([`s${step}`, 'read_file', { path: `src/${step}.ts` }]),
        results([`s${step}`, `content of ${step}\n${'line of text '.repeat(60)}`]),
      ])
      const before = (await thread.entries()).length
      await thread.resend(copy([...handed, ...answer]), { dialect: provider })
      expect((await thread.entries()).length).toBe(before + 2)
      handed = messagesIn((await thread.prepare(WINDOW)).request)
    }
    expect((await thread.commits()).length).toBeGreaterThan(3)
    expect((await said(thread)).filter((text) => /Context Summary|conversation continues|left out/.test(text))).toEqual([])
  })

  it('has the same log whether a client hands back what it was given (v7) or the whole history (v6)', async () => {
    const logs = await Promise.all(
      ['v6', 'v7'].map(async (version) => {
        const thread = await open(memoryStore(), version)
        const raw: Json[] = [...messagesFor(provider, [user('Read every file.')])]
        let handed: readonly Json[] = raw
        for (let step = 0; step < 40; step += 1) {
          await thread.resend(copy(version === 'v6' ? raw : handed), { dialect: provider })
          const request = messagesIn((await thread.prepare(WINDOW)).request)
          const answer = messagesFor(provider, [
            calls([`s${step}`, 'read_file', { path: `src/${step}.ts` }]),
            results([`s${step}`, `content of ${step}\n${'line of text '.repeat(80)}`]),
          ])
          raw.push(...answer)
          handed = [...request, ...answer]
        }
        await thread.resend(copy(version === 'v6' ? raw : handed), { dialect: provider })
        expect((await thread.commits()).length).toBeGreaterThan(2)
        return thread.entries()
      }),
    )
    expect(logs[1]?.map(({ message: _, ...entry }) => entry)).toEqual(logs[0]?.map(({ message: _, ...entry }) => entry))
    expect(logs[0]).toHaveLength(81)
  })
})

describe('an edit', () => {
  const steps = [...finishedTurns(40, 120), user('What is left to do?')]
  const history = messagesFor('openai-chat', steps)
  const edited = (at: number, text: string) =>
    history.map((message, index) => (index === at ? { role: 'user', content: text } : message))

  it('L16 · of what is folded is recorded beside the log, and said by the summary in its place', async () => {
    const store = memoryStore()
    const thread = await open(store)
    await thread.resend(history)
    expectShown((await thread.prepare(WINDOW)).request, 'e0: Request 0', 'before the edit')
    const changed = edited(0, 'Request 0: something else than it was')
    const { thread: same, reconciliation } = await thread.resend(changed)
    expect(same).toBe(thread)
    expect(reconciliation.revisions).toMatchObject([{ kind: 'edited', seq: 0, where: 'folded' }])
    const { request } = await thread.prepare(WINDOW)
    expectShown(request, 'Request 0: something else than it was', 'after the edit')
    expect(stringsIn(request).join()).not.toContain(`Request 0: ${prose(12, 0)}`)
    const beside = await compactorOver(store).thread('t/revisions')
    expect((await beside.entries()).map((entry) => [entry.message.id, entry.raw])).toEqual([
      ['edited e0', 'Request 0: something else than it was'],
    ])
    await thread.resend(changed)
    const later = await (await open(store)).resend(changed)
    expect(later.reconciliation.revisions).toEqual([])
    expect(await beside.entries()).toHaveLength(1)
  })

  it('of what is folded is recorded once where two processes are handed it at once', async () => {
    const store = memoryStore()
    const threads = await Promise.all([open(store), open(store)])
    await threads[0].resend(history)
    await threads[0].prepare(WINDOW)
    const changed = edited(0, 'Request 0: something else than it was')
    await Promise.all(threads.map((thread) => thread.resend(changed)))
    expect(await (await open(store, 't/revisions')).entries()).toHaveLength(1)
  })

  it('of half a message branches off before the whole of it', async () => {
    const thread = await open()
    const call = { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } }
    const spoken = { type: 'text', text: 'I will look.' }
    await thread.append([
      { role: 'user', content: 'What is there?' },
      { role: 'assistant', content: [spoken, call] },
    ])
    const halves = [
      { role: 'user', content: 'What is there?' },
      { role: 'assistant', content: [spoken] },
    ]
    await thread.resend([...halves, { role: 'assistant', content: [call] }])
    const other = { ...call, input: { command: 'find / -name core' } }
    const { thread: branch, reconciliation } = await thread.resend([...halves, { role: 'assistant', content: [other] }])
    expect(reconciliation.verdict).toEqual({ kind: 'branch', at: 1, why: 'edited' })
    expect((await branch.entries()).map((entry) => entry.kind)).toEqual(['text', 'text', 'tool-call'])
  })

  it('of what the model sees starts a branch; the thread itself stays as it was', async () => {
    const thread = await open()
    await thread.resend(history)
    const entries = await thread.entries()
    const at = history.length - 5
    const changed = [...edited(at, 'Request 39: read the other file instead'), ...openai(agent('I will.'))]
    const { thread: branch, reconciliation } = await thread.resend(changed)
    expect(reconciliation.verdict).toEqual({ kind: 'branch', at, why: 'edited' })
    expect(branch).not.toBe(thread)
    expect(await thread.entries()).toEqual(entries)
    expect((await branch.entries()).slice(0, at)).toEqual(entries.slice(0, at))
    expect(await branch.entries()).toHaveLength(entries.length + 1)
    expectShown((await branch.prepare()).request, 'read the other file instead', 'the edit')
  })

  it('finds its branch again: at the next step, under moved cache marks, and after a restart', async () => {
    const store = memoryStore()
    const thread = await open(store)
    await thread.resend(history)
    const changed = edited(history.length - 5, 'Request 39: read the other file instead')
    const first = await thread.resend(changed)
    const next = await thread.resend([...changed, ...openai(agent('I will.'))])
    const marked = changed.map((message, index) =>
      index === 3 ? { ...(message as object), cache_control: { type: 'ephemeral' } } : message,
    )
    const third = await thread.resend([...marked, ...openai(agent('I will.'), user('Good.'))] as Json[])
    const fresh = await (await open(store)).resend([...changed, ...openai(agent('I will.'), user('Good.'), agent('Done.'))])
    expect([next.id, third.id, fresh.id]).toEqual([first.id, first.id, first.id])
    expect(await fresh.thread.entries()).toHaveLength(history.length + 3)
  })

  it('L4 · in a branch keeps pins and the view that was there', async () => {
    const thread = await open()
    await thread.resend(history)
    await thread.pin({ text: 'Request 3:' })
    const { request } = await thread.prepare(WINDOW)
    const at = history.length - 1
    const { thread: branch } = await thread.resend([...history.slice(0, at), ...openai(user('What is still to do?'))])
    const there = (await branch.prepare(WINDOW)).request
    expectShown(there, 'Request 3:', 'the pin')
    expect((await branch.commits()).length).toBeLessThanOrEqual((await thread.commits()).length)
    expect(JSON.stringify(messagesIn(there).slice(0, -1))).toBe(JSON.stringify(messagesIn(request).slice(0, -1)))
  })
})

describe('a client that goes back', () => {
  const start = openai(user('Name a river.'))

  it('and asks again gets a branch that ends with the question', async () => {
    const thread = await open()
    await thread.resend(start)
    await thread.append(openai(agent('The Rhine.')))
    const { thread: again, reconciliation } = await thread.resend(copy(start))
    expect(reconciliation.verdict).toMatchObject({ kind: 'branch', at: 1, why: 'asked-again' })
    expect(stringsIn((await again.prepare()).request)).not.toContain('The Rhine.')
    await again.append(openai(agent('The Danube.')))
    const after = await thread.resend([...start, ...openai(agent('The Danube.'), user('And a lake?'))])
    expect(await said(after.thread)).toEqual(['Name a river.', 'The Danube.', 'And a lake?'])
    expect(await said(thread)).toEqual(['Name a river.', 'The Rhine.'])
  })

  it('and says something else has replaced it', async () => {
    const thread = await open()
    await thread.resend(start)
    await thread.append(openai(agent('The Rhine.')))
    await thread.resend([...start, ...openai(agent('The Rhine.'), user('How long is it?'))])
    const { thread: branch } = await thread.resend([...start, ...openai(agent('The Rhine.'), user('Where does it rise?'))])
    expect(await said(branch)).toEqual(['Name a river.', 'The Rhine.', 'Where does it rise?'])
    expect(await said(thread)).toEqual(['Name a river.', 'The Rhine.', 'How long is it?'])
  })

  it('L16 · is late where another tab was faster, and then goes to a branch', async () => {
    const thread = await open()
    await thread.resend(start, { client: 'a' })
    await thread.append(openai(agent('The Rhine.')))
    const both = [...start, ...openai(agent('The Rhine.'))]
    await thread.resend(both, { client: 'b' })
    await thread.resend([...both, ...openai(user('How long is it?'))], { client: 'a' })
    const late = await thread.resend([...both, ...openai(user('Where does it rise?'))], { client: 'b' })
    await thread.resend([...both, ...openai(user('How long is it?'), user('In miles?'))], { client: 'a' })
    expect(await said(thread)).toEqual(['Name a river.', 'The Rhine.', 'How long is it?', 'In miles?'])
    expect(await said(late.thread)).toEqual(['Name a river.', 'The Rhine.', 'Where does it rise?'])
  })

  it('L16, case 88 · and edits an earlier message gets what it sent, in a process that knows nothing of it', async () => {
    const store = memoryStore()
    const [q1, a1, q2, a2, q3] = openai(user('Q1'), agent('A1'), user('Q2'), agent('A2'), user('Q3'))
    const histories = [
      [q1, a1, q2, a2, q3],
      [q1, a1, q2],
      [q1, a1, ...openai(user('Something else than it was.'))],
    ]
    for (const history of histories as Json[][]) {
      const { thread } = await (await open(store)).resend(history)
      expect(messagesIn((await thread.prepare()).request)).toEqual(history)
    }
  })
})

describe('another conversation', () => {
  it('goes to a thread of its own, and L13 · not across tenants', async () => {
    const store = memoryStore()
    const compactor = compactorOver(store)
    const thread = await compactor.thread('t', { tenant: 'one' })
    await thread.resend(openai(user('Name a river.'), agent('The Rhine.')))
    const { thread: other, id } = await thread.resend(openai(user('Write a poem.'), agent('About what?')))
    expect(await said(other)).toEqual(['Write a poem.', 'About what?'])
    expect(await said(thread)).toEqual(['Name a river.', 'The Rhine.'])
    expect(await said(await compactor.thread(id, { tenant: 'one' }))).toEqual(['Write a poem.', 'About what?'])
    expect(await said(await compactor.thread(id, { tenant: 'two' }))).toEqual([])
  })
})

describe('two processes', () => {
  const history = openai(...finishedTurns(5, 10))

  it('case 79 · that are handed the same history at once append it once', async () => {
    const store = memoryStore()
    const threads = await Promise.all([open(store), open(store), open(store)])
    await Promise.all(threads.map((thread) => thread.resend(copy(history))))
    expect(await threads[0]?.entries()).toHaveLength(20)
  })

  it('L16 · that are handed different news at once: one goes to a branch', async () => {
    const store = memoryStore()
    const [a, b] = await Promise.all([open(store), open(store)])
    await a.resend(history)
    const news = [openai(user('From A.')), openai(user('It is B here.'))]
    const resent = await Promise.all([a, b].map((thread, index) => thread.resend([...history, ...(news[index] ?? [])])))
    const last = await Promise.all(resent.map(async ({ thread }) => (await said(thread)).at(-1)))
    expect(last).toEqual(['From A.', 'It is B here.'])
    expect(await Promise.all(resent.map(async ({ thread }) => (await thread.entries()).length))).toEqual([21, 21])
  })

  it('that are handed the same edit at once start one branch', async () => {
    const store = memoryStore()
    const threads = await Promise.all([open(store), open(store)])
    await threads[0].resend(history)
    const edited = [...history.slice(0, 16), ...openai(user('Request 4, but another')), ...history.slice(17)]
    const [one, two] = await Promise.all(threads.map((thread) => thread.resend(copy(edited))))
    expect(one?.id).toBe(two?.id)
    expect(await one?.thread.entries()).toHaveLength(20)
  })
})

describe('resend', () => {
  it('C1 · keeps its own copy: what a caller does to its messages afterwards does not change the log', async () => {
    const thread = await open()
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'as it was' }] }]
    const first = thread.resend(messages)
    messages[0]?.content.forEach((part) => {
      part.text = 'changed'
    })
    await first
    expect(await said(thread)).toEqual(['as it was'])
    messages[0]?.content.forEach((part) => {
      part.text = 'as it was'
    })
    expect((await thread.resend(messages)).reconciliation.verdict.kind).toBe('unchanged')
  })

  it('carries out calls in the order they are made, without waiting in between', async () => {
    const thread = await open()
    const history = openai(...finishedTurns(4, 10))
    await Promise.all(history.map((_, index) => thread.resend(copy(history.slice(0, index + 1)))))
    expect(await thread.entries()).toHaveLength(16)
  })

  it('refuses what it cannot read, and then changes nothing', async () => {
    const thread = await open()
    await thread.resend(openai(user('Name a river.')))
    const error = await rejection(
      thread.resend([...openai(user('Name a river.')), { role: 'robot' }], { dialect: 'openai-chat' }),
    )
    expect(failureIn(error)).toMatchObject({ code: 'input-invalid' })
    expect(await said(thread)).toEqual(['Name a river.'])
  })

  it('reads only what is not the same as last time', async () => {
    let read = 0
    const counting: Dialect = {
      ...openaiChat,
      readMessages(messages) {
        read += messages.length
        return openaiChat.readMessages(messages)
      },
    }
    const thread = await compactorOver(memoryStore(), [counting]).thread('t')
    const history = openai(...finishedTurns(100, 10))
    await thread.resend(history)
    expect(read).toBe(400)
    await thread.resend(copy([...history, ...openai(user('Go on.'))]))
    expect(read).toBe(401)
    await thread.append(openai(agent('Very well.')))
    read = 0
    await thread.resend(copy([...history, ...openai(user('Go on.'), agent('Very well.'), user('Thanks.'))]))
    expect(read).toBe(2)
    expect(await thread.entries()).toHaveLength(403)
  })

  it('takes a client’s change of format for no change of what was said', async () => {
    const thread = await open()
    const steps = [...finishedTurns(3, 20), user('Go on.')]
    await thread.resend(messagesFor('openai-chat', steps))
    const { reconciliation } = await thread.resend(messagesFor('anthropic', [...steps, agent('I do.')]))
    expect(reconciliation.append).toHaveLength(1)
    expect(await thread.entries()).toHaveLength(steps.length + 1)
  })
})

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
