import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, prose, results, type Step, user } from '../support/steps.ts'

async function threadWith(steps: readonly Step[], more: readonly Json[] = []): Promise<Thread> {
  const thread = await createCompactor({ clock: () => 0 }).thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  if (more.length > 0) await thread.append(more)
  return thread
}

describe('where the work of a thread stands', () => {
  const begun = [user('Fix the parser.'), calls(['c', 'read_file', { path: 'a.ts' }])]
  it.each<[string, string, readonly Step[]]>([
    ['idle', 'nothing was said', []],
    ['idle', 'the agent is done', [user('hi'), agent('Done: the parser is fixed.')]],
    ['in-flight', 'a person has spoken', [user('hi'), agent('hello'), user('fix it')]],
    ['in-flight', 'a tool is at work', begun],
    ['in-flight', 'a tool has answered', [...begun, results(['c', 'text'])]],
    ['awaiting-person', 'the agent asked', [...begun, results(['c', 'text']), agent('Shall I rewrite it, too?')]],
    ['awaiting-person', 'the agent asked by a tool', [user('hi'), calls(['q', 'AskUserQuestion', { question: 'Which?' }])]],
    ['awaiting-person', 'the agent asked in Arabic', [user('hi'), agent('هل أحذف الفرع؟')]],
    ['awaiting-person', 'the agent asked with a smile', [user('hi'), agent('**Shall I delete the branch?** 🙂')]],
    [
      'awaiting-approval',
      'the agent wants its plan allowed',
      [user('hi'), calls(['p', 'ExitPlanMode', { plan: '1. Delete it.' }])],
    ],
    ['in-flight', 'the plan is allowed', [calls(['p', 'exit_plan_mode', {}]), results(['p', 'The person has allowed it.'])]],
    ['in-flight', 'the person has answered by the tool', [calls(['q', 'ask_user', {}]), results(['q', 'The first.'])]],
    ['awaiting-person', 'the person has stopped it', [...begun, results(['c', 'x']), user('[Request interrupted by user]')]],
    [
      'awaiting-person',
      'the person has not allowed a call',
      [...begun, results(['c', "The user doesn't want to proceed with this tool use. Stop."])],
    ],
    [
      'idle',
      'a program has something to say',
      [user('hi'), agent('Done.'), user('<local-command-stdout>x</local-command-stdout>')],
    ],
    ['in-flight', 'it was told to go on', [user('hi'), agent('Done so far.'), user('Continue if you have next steps.')]],
  ])('L5, case 84 · %s: %s', async (state, _, steps) => {
    expect(await (await threadWith(steps)).state()).toBe(state)
  })

  it('L5, case 84 · awaiting-approval: until the person has allowed the call or spoken', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('t')
    await thread.append([
      { role: 'user', content: 'Delete the branch.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c1', toolName: 'run', input: { command: 'git branch -D x' } },
          { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
        ],
      },
    ])
    expect(await thread.state()).toBe('awaiting-approval')
    await thread.append([{ role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] }])
    expect(await thread.state()).toBe('in-flight')
  })

  it('L5, case 84 · awaiting-approval: a server’s tool that OpenAI may only call if it is allowed', async () => {
    const thread = await createCompactor({ clock: () => 0, dialect: 'openai-responses' }).thread('t')
    const asked = { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'shop', name: 'refund', arguments: '{}' }
    await thread.append([{ role: 'user', content: 'Refund order 12.' }, asked])
    expect(await thread.state()).toBe('awaiting-approval')
    await thread.append([{ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }])
    expect(await thread.state()).toBe('in-flight')
  })

  it('L5 · is the same after a restart, also if only what is visible was read', async () => {
    const store = memoryStore()
    const first = await createCompactor({ store, clock: () => 0 }).thread('t')
    await first.append(messagesFor('openai-chat', [...finishedTurns(200, 10), ...begun]))
    await first.compact({ window: 1_500, reserve: 100 })
    expect(await (await createCompactor({ store, clock: () => 0 }).thread('t')).state()).toBe('in-flight')
  })

  it('B3 · the agent is told to go on if it was at work, once; by hand or while it is idle it is not', async () => {
    const policy = presets.opencode()
    const at = { window: 20_000, model: 'gpt-4o' }
    const open = async (last: readonly Step[]): Promise<Thread> => {
      const thread = await createCompactor({ clock: () => 0, policy }).thread('t')
      await thread.append(messagesFor('openai-chat', [...finishedTurns(40, 600), ...last]))
      return thread
    }
    const atWork = await open(begun)
    expect((await atWork.prepare(at)).continueWith).toBe(policy.continueWith)
    expect((await atWork.prepare(at)).continueWith).toBeUndefined()
    expect((await atWork.prepare(at)).receipt?.continueWith).toBe(policy.continueWith)
    const idle = await open([user('hi'), agent('All of it is done.')])
    expect((await idle.prepare(at)).receipt).toMatchObject({ trigger: 'window' })
    expect((await idle.commits()).at(-1)?.receipt.continueWith).toBeUndefined()
    const byHand = await open(begun)
    expect((await byHand.compact(at)).continueWith).toBeUndefined()
  })

  it('B3 · what a program tells the agent to go on with is nobody’s request', async () => {
    const thread = await threadWith([
      user('Fix the parser.'),
      agent('Half of it is done.'),
      user('Continue if you have next steps.'),
    ])
    expect((await thread.entries()).at(-1)).toMatchObject({ author: 'harness' })
  })

  it('case 84 · compaction by hand while idle starts no turn: the same last words, nothing appended, still idle', async () => {
    const thread = await threadWith([...finishedTurns(12, 150), user('hi'), agent('All done.')])
    const before = (await thread.entries()).length
    const { request, receipt } = await thread.compact({ window: 1500, reserve: 100, dialect: 'openai-chat' })
    expect(receipt.continueWith).toBeUndefined()
    expect(request.messages.at(-1)).toEqual({ role: 'assistant', content: 'All done.' })
    expect((await thread.entries()).length).toBe(before)
    expect(await thread.state()).toBe('idle')
  })
})

describe.each(PROVIDERS)('a new context in the same thread, %s', (provider) => {
  const at = { window: 2_000, reserve: 100 }
  const old = [user('Use the port 4711 and never touch prod_orders.'), ...finishedTurns(12, 150), agent('Working on port 4711.')]
  async function open(store = memoryStore()) {
    const compactor = createCompactor({ store, clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }) })
    const thread = await compactor.thread('t')
    return { compactor, thread, store }
  }
  const textOf = async (thread: Thread, options = at): Promise<string> => JSON.stringify((await thread.prepare(options)).request)

  it('B21 · begins empty, without a summary; the log stays, and undo brings everything back, byte for byte', async () => {
    const { thread, compactor } = await open()
    const told: string[] = []
    compactor.on('cleared', ({ entries }) => told.push(`${entries} entries`))
    await thread.append(messagesFor(provider, old))
    const before = await textOf(thread)
    const length = (await thread.entries()).length
    const receipt = await thread.clear()
    expect(receipt).toMatchObject({ strategy: 'clear', fates: [{ from: 0, to: length - 1, fate: 'dropped' }] })
    expect(await textOf(thread)).not.toMatch(/4711|prod_orders/)
    expect((await thread.entries()).length).toBe(length)
    expect(await thread.state()).toBe('idle')
    expect(told).toEqual([`${length} entries`])
    expect(await thread.clear()).toBeNull()
    await thread.undo(at)
    expect(await textOf(thread)).toBe(before)
  })

  it('B21, L15 · later compactions tell nothing of what was before, also after a restart and with rules there', async () => {
    const { thread, store } = await open()
    await thread.append(messagesFor(provider, old))
    await thread.prepare(at)
    await thread.clear()
    await thread.append(
      messagesFor(provider, [user('Write the manual. Always use British spelling.'), ...finishedTurns(14, 150)]),
    )
    const first = await thread.prepare(at)
    expect(first.receipt?.records.length).toBeGreaterThan(1)
    const again = (await open(store)).thread
    await again.append(messagesFor(provider, [user('and now?'), ...finishedTurns(14, 150), user('go on')]))
    const second = await again.prepare(at)
    for (const { request, tokens, budget } of [first, second]) {
      expect(JSON.stringify(request)).not.toMatch(/4711|prod_orders/)
      expect(JSON.stringify(request)).toContain('British spelling')
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      expect(tokens).toBeGreaterThan(budget.limit / 2)
    }
    await again.undo(at)
    expect(await textOf(again)).not.toMatch(/4711|prod_orders/)
  })

  it('B21, L4 · pins stay, those made before and those made afterwards', async () => {
    const { thread } = await open()
    await thread.append(messagesFor(provider, old))
    await thread.pin({ text: 'never touch prod_orders' })
    await thread.clear(at)
    expect(await textOf(thread)).toContain('never touch prod_orders')
    expect(await textOf(thread)).not.toContain('Working on port')
    await thread.pin({ entry: (await thread.entries()).at(-1)?.id ?? '' })
    expect(await textOf(thread)).toContain('Working on port 4711')
    await thread.append(messagesFor(provider, [user('next'), ...finishedTurns(14, 150), user('go')]))
    const made = await thread.prepare(at)
    expect(made.receipt?.strategy).not.toBe('pins')
    expect(JSON.stringify(made.request)).toMatch(/never touch prod_orders.*Working on port 4711/)
  })

  it.each(['before', 'afterwards'])(
    'B21, L3 · a pinned call fits, however long its result from before is: pinned %s',
    async (when) => {
      const { thread } = await open()
      const read = [user('read it'), calls(['c', 'read_file', { path: 'a.ts' }]), results(['c', prose(3_000)]), agent('Read.')]
      await thread.append(messagesFor(provider, read))
      const call = (await thread.entries()).find(({ kind }) => kind === 'tool-call')?.id ?? ''
      if (when === 'before') await thread.pin({ entry: call })
      await thread.clear({ window: 20_000, reserve: 100 })
      if (when === 'afterwards') await thread.pin({ entry: call })
      await thread.append(messagesFor(provider, [user('next'), ...finishedTurns(14, 150), user('go')]))
      const { request, tokens, budget } = await thread.prepare(at)
      expect(JSON.stringify(request)).toContain('read_file')
      expect(tokens).toBeLessThanOrEqual(budget.limit)
    },
  )

  it('B21, L3 · a pin from before that does not fit is named by the failure', async () => {
    const { thread } = await open()
    await thread.append(messagesFor(provider, [user(`Keep this: ${prose(3_000)}`), agent('Kept.')]))
    await thread.pin({ text: 'Keep this' })
    await thread.clear({ window: 20_000, reserve: 100 })
    await thread.append(messagesFor(provider, [user('next')]))
    const refused = await rejection(thread.prepare(at))
    expect(failureIn(refused)).toMatchObject({ code: 'fixed-part-too-large' })
    expect(String(refused)).toMatch(/pins from before the new context [2-9]\d{3}\)/)
  })

  it('B21 · a result of a call from before comes late: the request stays valid', async () => {
    const { thread } = await open()
    await thread.append(messagesFor(provider, [...old, user('run it'), calls(['late', 'run', { command: 'x' }])]))
    await thread.clear(at)
    await thread.append(messagesFor(provider, [results(['late', `it printed ${prose(20)}`]), user('and?')]))
    const { request } = await thread.prepare({ ...at, dialect: 'openai-chat' })
    expect(openaiChat.validate(request)).toEqual([])
    expect(JSON.stringify(request)).toContain('it printed')
  })

  it.each([
    ['a person’s words are pinned', 'text'],
    ['the call is pinned', 'tool-call'],
  ])('B21, L2, L3 · what comes late of a call from before can be left out again, under every preset: %s', async (_, kind) => {
    // Amp compacts only by hand.
    for (const policy of Object.values(presets).filter((each) => each !== presets.amp)) {
      const thread = await createCompactor({ clock: () => 0, policy: policy() }).thread('t')
      await thread.append(messagesFor(provider, [...old, user('run it'), calls(['late', 'run', { command: 'x' }])]))
      const pinned = (await thread.entries()).findLast((entry) => entry.kind === kind)?.id ?? ''
      await thread.pin({ entry: pinned })
      await thread.clear(at)
      await thread.append(messagesFor(provider, [results(['late', prose(300)]), agent(`It printed ${prose(40)}`)]))
      await thread.prepare({ window: 20_000, reserve: 100 })
      let last: unknown
      while (last === undefined) {
        const chat = await thread.prepare({ window: 20_000, reserve: 100, dialect: 'openai-chat' })
        expect(openaiChat.validate(chat.request)).toEqual([])
        expect(JSON.stringify(chat.request)).toMatch(kind === 'text' ? /run it/ : /"run"/)
        await thread.overflowed().catch((error: unknown) => {
          last = error
        })
      }
      expect(failureIn(last)).toMatchObject({ code: 'fixed-part-too-large' })
    }
  })

  it('B21 · with nothing to undo left, undo says so', async () => {
    const { thread } = await open()
    await thread.append(messagesFor(provider, old))
    await thread.clear(at)
    await thread.undo(at)
    expect(await rejection(thread.undo(at)).then(failureIn)).toMatchObject({ code: 'nothing-to-undo' })
  })
})
