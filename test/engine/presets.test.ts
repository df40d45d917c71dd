import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/budget/triggers/evaluate.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { createCompactor, type Policy, presets, printPlan, triggers } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Receipt } from '../../src/schema/receipt.ts'
import type { Reading } from '../../src/schema/trigger.ts'
import { reading } from '../budget/triggers/reading.ts'
import { caught, failureIn, rejection } from '../support/caught.ts'
import { messagesIn } from '../support/invariants.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from '../support/steps.ts'
import { round, says } from '../support/worked-session.ts'

const WINDOW = 32_768

/** About 25,000 tokens: more than leaves room for an answer of a quarter of the window, less than leaves room for one of 4,096. */
const common: readonly Step[] = [
  ...Array.from({ length: 9 }, (_, turn) => [
    user(`Request ${turn}: ${prose(60, turn)}`),
    calls([`a-${turn}`, 'read_file', { path: `src/file-${turn}.ts` }]),
    results([`a-${turn}`, `content of file ${turn}\n${prose(1500, turn)}`]),
    calls([`b-${turn}`, 'bash', { command: `npm test ${turn}` }]),
    results([`b-${turn}`, `exit code: 0\n${prose(1200, turn + 3)}`]),
    agent(`Answer ${turn}: ${prose(200, turn + 7)}`),
  ]).flat(),
  user('Now write the migration.'),
  calls(['last', 'read_file', { path: 'src/migration.ts' }]),
  results(['last', prose(300, 5)]),
]

async function open(policy: Policy, steps: readonly Step[] = common) {
  const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  return thread
}

async function planOf(policy: Policy): Promise<string> {
  const thread = await open(policy)
  await thread.compact({ window: WINDOW, model: 'gpt-4o' })
  const plan = (await thread.commits()).at(-1)?.plan
  return plan === undefined ? 'nothing' : printPlan(plan)
}

const textOf = (message: Json | undefined): string => JSON.stringify(message ?? null)

describe('ten presets', () => {
  it('print ten different plans of one session', async () => {
    const plans = new Map<string, string>()
    for (const [name, preset] of PRESETS) plans.set(name, await planOf(preset()))
    expect([...plans.keys()]).toEqual([
      ...['balanced', 'claude-code', 'codex', 'opencode', 'amp', 'pi', 'cms', 'harness', 'layer', 'timeline'],
    ])
    const shapeOf = (plan: string): string =>
      [...plan.matchAll(/^ +(\w+) +(e[^ ]+) .*?( carries .*)?$/gm)]
        .map(([, action, range, carries = '']) => `${action} ${range}${carries}`)
        .join(', ')
    const shapes = [...plans].map(([name, plan]) => `${name}: ${shapeOf(plan)}`)
    expect(shapes).toMatchInlineSnapshot(`
      [
        "balanced: clear e2, clear e4, clear e8, clear e10, clear e14, clear e16, clear e20, clear e22, clear e26, clear e28, clear e32, shorten e34",
        "claude-code: summarize e0–e56 carries e54 e55 e56",
        "codex: summarize e0–e56 carries e0 e6 e12 e18 e24 e30 e36 e42 e48 e54 e55 e56",
        "opencode: clear e2, clear e4, clear e8, clear e10, clear e14, clear e16, clear e20, clear e22, clear e26, clear e28, clear e32",
        "amp: summarize e0–e53",
        "pi: summarize e0–e41",
        "cms: clear e2, clear e4, clear e8, clear e10, clear e14, clear e16, clear e20, clear e22, clear e26, clear e28, clear e32, clear e34",
        "harness: externalize e2, externalize e4, externalize e8, externalize e10, externalize e14, externalize e16, externalize e20",
        "layer: summarize e0–e46",
        "timeline: summarize e0–e38",
      ]
    `)
    expect(new Set([...plans.values()].map(shapeOf)).size).toBe(10)
  })

  it('are named as their keys, and need no change outside their file and the list', () => {
    const keyOf = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    expect([...PRESETS.keys()].map(keyOf)).toEqual(Object.keys(presets))
    for (const preset of PRESETS.values()) expect(JSON.parse(JSON.stringify(preset()))).toEqual(preset())
  })

  it.each([...PRESETS.keys()].filter((name) => name !== 'amp'))(
    '%s fits at every window, and keeps pins and frontier',
    async (name) => {
      const policy = (PRESETS.get(name) as () => Policy)()
      for (const window of [2_000, 8_192, WINDOW]) {
        const thread = await open(policy)
        await thread.pin({ text: 'Request 2:' })
        const { request, tokens, budget } = await thread.prepare({ window })
        expect(tokens).toBeLessThanOrEqual(budget.limit)
        const sent = JSON.stringify(request)
        expect(sent).toContain('Now write the migration.')
        expect(sent).toContain('src/migration.ts')
        expect(sent).toContain(`Request 2: ${prose(60, 2)}`)
      }
    },
  )
})

describe('B12 · what a commit folded stays folded', () => {
  const foldedIn = ({ receipt }: { readonly receipt: Receipt }): ReadonlySet<number> =>
    new Set(
      receipt.fates
        .filter(({ fate }) => fate === 'summarized' || fate === 'dropped')
        .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
    )

  /** Talk, which only a summary can fold, then outputs, which a prune or an externalization clears once they are old. */
  const talk = (turn: number): readonly Step[] => [user(`Question ${turn}`), agent(prose(1_500, turn))]
  const reads = (turn: number): readonly Step[] => [
    user(`Request ${turn}: ${prose(20, turn)}`),
    ...[0, 1, 2].flatMap((at) => [
      calls([`r-${turn}-${at}`, 'read_file', { path: `src/file-${turn}-${at}.ts` }]),
      results([`r-${turn}-${at}`, prose(1_500, turn + at)]),
    ]),
    agent(`Answer ${turn}`),
  ]
  const session = [0, 6, 12, 18].flatMap((at) => [
    ...[talk(at), talk(at + 1), talk(at + 2), reads(at + 3), reads(at + 4), talk(at + 5), talk(at + 6)].flat(),
  ])

  it.each([...PRESETS.keys()])('%s: no later prune or externalization removes a summary', async (name) => {
    const thread = await createCompactor({ policy: (PRESETS.get(name) as () => Policy)(), clock: () => 0 }).thread('t')
    for (const [index, step] of session.entries()) {
      await thread.append(messagesFor('openai-chat', [step]))
      if (name === 'amp' && index % 20 === 19) await thread.compact({ window: 24_000 })
      if (step.kind === 'user') await thread.prepare({ window: 24_000, reserve: 2_000 })
    }
    // A larger window is no reason, either.
    await thread.compact({ window: 200_000 })
    const commits = await thread.commits()
    expect(commits.length).toBeGreaterThan(1)
    let folded: ReadonlySet<number> = new Set()
    for (const commit of commits) {
      const now = foldedIn(commit)
      expect(
        [...folded].filter((seq) => !now.has(seq)),
        `shown again by ${commit.receipt.strategy}`,
      ).toEqual([])
      folded = now
    }
    expect(folded.size).toBeGreaterThan(0)
  })

  it('an undo shows it again', async () => {
    const thread = await open(presets.cms())
    await thread.compact({ window: WINDOW })
    await thread.undo()
    expect(JSON.stringify((await thread.prepare({ window: 200_000 })).request)).toContain('content of file 0')
  })
})

describe('the triggers of the presets', () => {
  const border = (policy: Policy, changes: Partial<Reading>): number => {
    const fires = (tokens: number): boolean => evaluate(policy.trigger, reading({ ...changes, tokens })).fires
    let [low, high] = [0, 2_000_000]
    while (low < high) {
      const middle = (low + high) >> 1
      if (fires(middle)) high = middle
      else low = middle + 1
    }
    return low
  }

  it.each([
    ['B20 · balanced', presets.balanced(), { window: 128_000, reserve: 4_096 }, 111_514],
    ['B1 · claude-code', presets.claudeCode(), { window: 200_000 }, 190_000],
    ['B2 · codex', presets.codex(), { window: 272_000, model: 'gpt-5-codex' }, 180_001],
    ['B2 · codex with a model’s own', presets.codex(), { window: 272_000, model: 'gpt-5.1-codex-max' }, 244_001],
    ['B3 · opencode', presets.opencode(), { window: 200_000, reserve: 32_000 }, 168_001],
    ['B5 · pi', presets.pi(), { window: 200_000, moment: 'settle' }, 183_617],
    ['A2 · cms', presets.cms(), { window: 128_000, reserve: 4_096 }, 123_905],
    ['C20 · harness', presets.harness(), { window: 200_000 }, 82_501],
    ['D2 · layer', presets.layer(), { window: 128_000, messages: 12 }, 93_600],
    ['E1 · timeline', presets.timeline(), { window: 50_000 }, 45_001],
  ] as const)('%s fires where its source says', (_, policy, changes, tokens) => {
    expect(border(policy, changes)).toBe(tokens)
  })

  it('case 101 · every preset works in every window: it comes down to less than it fires at, and refuses nothing', async () => {
    const thread = async (policy: Policy) => open(policy, [user('hello')])
    for (const [name, make] of PRESETS) {
      for (const window of [2048, 8192, 32_768, 128_000, 350_000, 400_000, 1_000_000, 2_000_000]) {
        const { receipt } = await (await thread(make())).compact({ window, model: 'gpt-5-codex' })
        const { reserve, system, tools } = receipt.inputs
        const fires = border(make(), { window: receipt.inputs.window, reserve, system, tools })
        expect(receipt.tokens.release, `${name} at ${window}`).toBeLessThanOrEqual(fires)
      }
    }
    const codex = await (await thread(presets.codex())).compact({ window: 1_000_000 })
    expect(codex.receipt.tokens.release).toBe(90_000)
    const own = presets.balanced({ trigger: triggers.automatically(triggers.tokensAbove(50_000)) })
    expect((await (await thread(own)).compact({ window: 1_000_000 })).receipt.tokens.release).toBe(30_000)
  })

  it('B3 · opencode can be switched off, and then acts by hand alone', () => {
    expect(border(presets.opencode({ automatic: false }), { window: 200_000 })).toBe(2_000_000)
    expect(evaluate(presets.opencode({ automatic: false }).trigger, reading({ forced: 'manual' })).fires).toBe(true)
  })
})

describe('laws beat presets', () => {
  it('B1 · claude-code: a summary of everything, and the last words of a person and the open round as they are', async () => {
    const thread = await open(presets.claudeCode())
    const { request, receipt } = await thread.compact({ window: WINDOW })
    const messages = messagesIn(request)
    expect(messages).toHaveLength(4)
    expect(textOf(messages[0])).toContain('[Context Summary - Turns 1-10]')
    expect(messages.slice(1)).toEqual(messagesFor('openai-chat', common.slice(-3)))
    expect(receipt.lawOverrides).toMatchObject([{ law: 'L5' }])
  })

  it('D3 · layer: ten messages that do not fit give way, and the receipt says so', async () => {
    const huge = [
      user('first'),
      agent(prose(900)),
      ...Array.from({ length: 12 }, (_, index) => agent(prose(900, index))),
      user('go on'),
    ]
    const thread = await open(presets.layer(), huge)
    const { tokens, budget, receipt } = await thread.prepare({ window: 8_192, reserve: 2_000 })
    expect(tokens).toBeLessThanOrEqual(budget.limit)
    expect(receipt?.lawOverrides).toMatchObject([
      { law: 'L3', detail: 'no rung of the policy fits, so the floor acts: summarize' },
    ])
  })

  it('B4 · amp: never by itself; what does not fit is a typed error, and nothing changes', async () => {
    const thread = await open(presets.amp())
    expect(failureIn(await rejection(thread.prepare({ window: 16_000 })))).toMatchObject({
      code: 'compaction-refused',
      unit: 'tokens',
    })
    expect(await thread.commits()).toEqual([])
    const { receipt } = await thread.compact({ window: 16_000 })
    expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
  })
})

describe('what presets keep and say', () => {
  it('A9 · cms: overflow, then old output goes; only where that is not enough, a summary', async () => {
    const enough = await open(presets.cms())
    const first = await enough.prepare({ window: 29_000 })
    expect(first.receipt?.strategy).toBe('clear-tool-outputs')
    const small = await open(presets.cms())
    const report = await small.explain({ window: 20_000 })
    expect(report.rungs.map(({ strategy, outcome }) => `${strategy} ${outcome}`).slice(0, 2)).toEqual([
      'clear-tool-outputs passed-over',
      'summarize-keeping taken',
    ])
    expect(report.tokens.after).toBeLessThan(report.tokens.before)
  })

  it('A28 · cms: where old output is not worth a prune, explain says so', async () => {
    const thread = await createCompactor({ policy: presets.cms() }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(1, 6_000), user('go on')]))
    const [prune] = (await thread.explain({ window: 8_192 })).rungs
    expect(prune).toMatchObject({ strategy: 'clear-tool-outputs', outcome: 'passed-over' })
    expect(prune?.reason).toMatch(/saves 0 of .* old tool outputs are \d+ tokens, 818 are protected and 204 the least to save$/)
  })

  it('A2 · cms: each number of its configuration can be set, and its reserve is 4,096', async () => {
    const thread = await open(presets.cms())
    expect((await thread.prepare({ window: WINDOW })).budget.reserve).toBe(4_096)
    const policy = presets.cms({ pruneMinimum: 1, pruneProtect: 2, minTurnsToKeep: 3, outputReserve: 1_000 })
    expect(policy.ladder[0]).toMatchObject({ minimum: 1, protect: 2, minTurnsToKeep: 3 })
    expect((await (await open(policy)).prepare({ window: WINDOW })).budget.reserve).toBe(1_000)
    expect((await (await open(presets.cms())).prepare({ window: 2_000 })).budget.reserve).toBe(1_000)
  })

  it('A9, D13 · cms comes down to half, so that it does not begin again with the next message', async () => {
    const thread = await createCompactor({ policy: presets.cms(), clock: () => 0 }).thread('t')
    for (const step of common) {
      await thread.append(messagesFor('openai-chat', [step]))
      if (step.kind !== 'agent') await thread.prepare({ window: 12_000 })
    }
    const receipts = (await thread.commits()).map(({ receipt }) => receipt)
    for (const { tokens } of receipts) expect(tokens.after).toBeLessThanOrEqual(tokens.budget / 2)
    expect(receipts.length).toBeLessThanOrEqual(6)
  })

  it('A2 · numbers of a preset are its own where the window has room for them, and a user’s own everywhere', async () => {
    const pruned = async (policy: Policy, window: number) => {
      const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
      await thread.append(messagesFor('openai-chat', [...finishedTurns(60, 3_000), user('go on')]))
      return (await thread.explain({ window })).rungs[0]?.adjustments.map(({ field, wanted }) => `${field} ${wanted}`)
    }
    expect(await pruned(presets.opencode(), 160_000)).toEqual([])
    expect(await pruned(presets.cms(), 128_000)).toEqual([])
    expect(await pruned(presets.cms(), 32_000)).toEqual(['protect 40000', 'minimum 20000'])
    expect(await pruned(presets.cms({ pruneProtect: 30_000, pruneMinimum: 9_000 }), 16_000)).toEqual([])
  })

  it('B20 · balanced comes down to less than the share at which it is told to act', async () => {
    for (const trigger of [0.3, 0.5, 0.6, 0.7]) {
      const thread = await createCompactor({ policy: presets.balanced({ trigger }) }).thread('t')
      await thread.append(messagesFor('openai-chat', [user('go'), ...finishedTurns(40, 60)]))
      const { receipt } = await thread.prepare({ window: 6_000, reserve: 0 })
      expect(receipt?.tokens.release).toBeLessThan(6_000 * trigger)
    }
  })

  it('B20 · balanced clears old rounds of a loop that one prompt set off', async () => {
    const rounds = Array.from({ length: 40 }, (_, at) => [
      calls([`x-${at}`, 'bash', { command: `step ${at}` }]),
      results([`x-${at}`, prose(700, at)]),
    ]).flat()
    const { receipt } = await (await open(presets.balanced(), [user('Fix the build.'), ...rounds])).prepare({ window: 32_000 })
    expect(receipt?.strategy).toBe('clear-tool-outputs')
  })

  it('A10 · cms: a summary and the last two turns', async () => {
    const thread = await open(presets.cms({ pruneMinimum: 20_000 }))
    const { request } = await thread.compact({ window: WINDOW })
    const messages = messagesIn(request)
    expect(textOf(messages[1])).toContain('[Context Summary - Turns 1-8]')
    expect(messages.slice(2)).toEqual(messagesFor('openai-chat', common.slice(-9)))
  })

  it('B2, B9 · codex and pi: a summary of role user, behind words that say who wrote it', async () => {
    for (const policy of [presets.codex(), presets.pi()]) {
      const { request } = await (await open(policy)).compact({ window: WINDOW })
      const summary = messagesIn(request).find((message) => textOf(message).includes('Context Summary'))
      expect(summary).toMatchObject({ role: 'user' })
      expect(textOf(summary)).toContain('Another language model')
    }
  })

  it('B2, C18 · codex: what people wrote, word for word, then the summary, then where the conversation stands', async () => {
    const { request } = await (await open(presets.codex())).compact({ window: WINDOW })
    const messages = messagesIn(request)
    const people = common.filter((step) => step.kind === 'user').map((step) => step.text)
    expect(messages.slice(0, people.length - 1)).toEqual(people.slice(0, -1).map((content) => ({ role: 'user', content })))
    expect(textOf(messages[people.length - 1])).toContain('[Context Summary')
    expect(messages.slice(people.length)).toEqual(messagesFor('openai-chat', common.slice(-3)))
  })

  it('B20 · codex: the reader of the receipt is told that it happened, and what it costs', async () => {
    const { receipt } = await (await open(presets.codex())).compact({ window: WINDOW })
    expect(receipt.notice).toContain('less accurate')
  })

  it('B22 · what a summary must state is data', () => {
    const stated = (policy: Policy): string => (policy.summaryContents ?? []).join(', ')
    expect(stated(presets.claudeCode())).toMatch(/done.*progress.*files.*next steps.*constraints/)
    expect(stated(presets.codex())).toMatch(/decisions.*preferences.*remains.*critical/)
    expect(stated(presets.opencode())).toMatch(/technical decisions and why/)
    expect(stated(presets.pi())).toMatch(/absolute paths/)
    expect(presets.opencode().continueWith).toMatch(/next steps/)
  })

  it('B3 · opencode: after a compaction that came by itself, the receipt says what the agent is to be told', async () => {
    const { continueWith } = presets.opencode()
    const byItself = await (await open(presets.opencode())).prepare({ window: 20_000 })
    expect(byItself.receipt).toMatchObject({ trigger: 'window', continueWith })
    const byHand = await (await open(presets.opencode())).compact({ window: 20_000 })
    expect(byHand.receipt.continueWith).toBeUndefined()
  })

  it('A3 · cms: an unknown model is taken for a small one, and by no other preset', async () => {
    const windowOf = async (policy: Policy, model: string) => {
      const { limits } = await (await createCompactor({ policy }).thread('t')).prepare({ model })
      return [limits.window, limits.sources.window]
    }
    expect(await windowOf(presets.cms(), 'unheard-of')).toEqual([16_000, 'fallback'])
    expect(await windowOf(presets.cms(), 'gpt-4o')).toEqual([128_000, 'table'])
    expect(await windowOf(presets.layer(), 'unheard-of')).toEqual([128_000, 'fallback'])
    expect(String(caught(() => createCompactor({ policy: presets.cms({ unknownModel: { window: 0 } }) })))).toContain(
      'unknownModel.window is 0; expected a whole number of at least 1',
    )
  })

  it('B12 · pi: a second compaction goes on from where the first ended', async () => {
    const thread = await open(presets.pi())
    await thread.compact({ window: WINDOW })
    const foldedTo = async (): Promise<number> => (await thread.commits()).at(-1)?.plan.records[0]?.span.to ?? -1
    const first = await foldedTo()
    await thread.append(messagesFor('openai-chat', [agent('done'), user('and now?'), agent('nothing')]))
    await thread.compact({ window: WINDOW })
    expect(await foldedTo()).toBe(first)
    await thread.append(messagesFor('openai-chat', finishedTurns(12, 900)))
    await thread.compact({ window: WINDOW })
    expect(await foldedTo()).toBeGreaterThan(first)
  })

  it('E6 · timeline: the beginning of a turn that is cut has a summary under its own heading', async () => {
    const rounds = Array.from({ length: 12 }, (_, index) => [
      calls([`x-${index}`, 'bash', { command: `step ${index}` }]),
      results([`x-${index}`, prose(1200, index)]),
    ]).flat()
    const thread = await open(presets.timeline(), [...finishedTurns(4, 800), user('one long turn'), ...rounds])
    const { request } = await thread.prepare({ window: 16_000, reserve: 0 })
    expect(textOf(messagesIn(request)[1])).toContain('Turn Context (split turn)')
    expect(JSON.stringify(request)).toContain('one long turn')
  })

  it('E3 · timeline: what is old is hidden once the cache is cold, although everything fits', async () => {
    let now = 0
    const thread = await createCompactor({ policy: presets.timeline(), clock: () => now }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(6, 400), user('go on')]))
    expect((await thread.prepare({ window: WINDOW })).receipt).toBeNull()
    now = 300_001
    await thread.append(messagesFor('openai-chat', [agent('yes'), user('still there?')]))
    const { receipt, request } = await thread.prepare({ window: WINDOW })
    expect(receipt?.strategy).toBe('prune-cold')
    expect(receipt?.tokens.after).toBeLessThan(receipt?.tokens.before ?? 0)
    expect(JSON.stringify(request)).toContain('hidden after the cache went cold')
  })
})

describe('the harness', () => {
  it('C3, C5 · puts large results away, verified, and they can be read back', async () => {
    const thread = await open(presets.harness())
    const { request, receipt } = await thread.prepare({ window: WINDOW })
    expect(receipt?.strategy).toBe('externalize')
    const [, id] = /artifact:(\w+)/.exec(JSON.stringify(request)) ?? []
    expect(await thread.readArtifact(id ?? '')).toContain('content of file 0')
    expect(await thread.readArtifact('elsewhere')).toBeNull()
  })

  it('C5 · steps down where the store does not keep what it was given', async () => {
    const lossy = { put: async () => undefined, get: async () => null }
    const broken = { put: () => Promise.reject(new Error('disk full')), get: async () => null }
    for (const artifacts of [lossy, broken, null]) {
      const thread = await createCompactor({ policy: presets.harness(), clock: () => 0, artifacts }).thread('t')
      await thread.append(messagesFor('openai-chat', common))
      const { receipt, request } = await thread.prepare({ window: WINDOW })
      expect(receipt?.strategy).toBe('summarize-keeping')
      expect(JSON.stringify(request)).not.toContain('read_artifact')
    }
  })

  it('C13 · puts nothing away in a turn that brought something back', async () => {
    const thread = await open(presets.harness())
    const { receipt } = await thread.prepare({ window: WINDOW, rehydrated: true })
    expect(receipt?.strategy).toBe('summarize-keeping')
  })

  it('C20 · has every field of its configuration, with its default', () => {
    expect(presets.harness()).toMatchObject({
      ladder: [
        { rung: 'externalize', above: 1_000, keepTurns: 3 },
        { rung: 'summarize', keep: { kind: 'turns', count: 3 }, ratio: 0.25 },
        { rung: 'clear-by-durability', undeclared: 'anchoring' },
        { rung: 'drop-oldest' },
      ],
      trigger: { of: [{ kind: 'manual' }, { kind: 'overflow' }, { mark: { share: 0.85, most: { preset: 100_000 } } }] },
      ...{ summaryCache: true, retrieval: false },
      rehydration: { enabled: true, mostArtifacts: 3, tokensEach: 4_000, tokensTogether: 8_000, cooldownTurns: 2 },
    })
    const other = presets.harness({ externalization: false, dropping: false, preserveTurns: 5, summaryRatio: 0.5 })
    expect(other.ladder).toMatchObject([{ keep: { count: 5 }, ratio: 0.5 }, { rung: 'clear-by-durability' }])
    expect(presets.harness({ reserve: 700, notice: 'compacted' })).toMatchObject({ reserve: 700, notice: 'compacted' })
  })

  it('C20 · what tools declared nothing about is cleared or kept as the configuration says', async () => {
    const cleared = async (defaultToolDurability: 'anchoring' | 'ephemeral' | 'replayable' | 'non-replayable') => {
      const policy = presets.harness({ defaultToolDurability, externalization: false, summarization: false, dropping: false })
      const { records } = await (await open(policy)).explain({ window: WINDOW })
      return records.some(({ action }) => action === 'clear')
    }
    expect(await cleared('anchoring')).toBe(true)
    expect(await cleared('ephemeral')).toBe(true)
    expect(await cleared('replayable')).toBe(false)
    expect(await cleared('non-replayable')).toBe(false)
  })

  it('C9 · clears what can be replayed while the host says that its source is as it was', async () => {
    const policy = presets.harness({ externalization: false, summarization: false })
    const contentHash = 'v1'
    const made = async (now: string) => {
      const thread = await createCompactor({
        policy,
        clock: () => 0,
        toolPolicies: { read: { durability: 'replayable' } },
      }).thread('t')
      const reads = Array.from({ length: 8 }, (_, index) => [
        ...neutral.readMessages([says('user', `turn ${index}`)]),
        ...neutral.readMessages(round('read', { path: `${'x'.repeat(index)}.ts` }, prose(400, index))),
      ]).flat()
      const drafts = reads.map((draft) => ({
        ...draft,
        blocks: draft.blocks.map((block) => (block.kind === 'tool-result' ? { ...block, determinism: { contentHash } } : block)),
      }))
      await thread.appendDrafts([...drafts, ...neutral.readMessages([says('assistant', 'read'), says('user', 'go on')])])
      const sources = Object.fromEntries((await thread.entries()).map(({ id }) => [id, { contentHash: now }]))
      const { receipt } = await thread.prepare({ window: 4_000, reserve: 0, sources })
      return receipt?.strategy
    }
    expect(await made('v1')).toBe('clear-by-durability')
    expect(await made('v2')).toBe('drop')
  })

  it('C8, C10 · keeps what a tool declares: fields that must survive, and a threshold of its own', async () => {
    const toolPolicies = {
      read_file: { externalizeAbove: 5_000 },
      order: { preserve: ['order_id', 'paid'], durability: 'anchoring' },
    } as const
    const thread = await createCompactor({ policy: presets.harness({ preserveTurns: 1 }), clock: () => 0, toolPolicies }).thread(
      't',
    )
    const order = [
      calls(['o', 'order', { item: 'book' }]),
      results(['o', JSON.stringify({ order_id: 4711, paid: true, note: prose(900) })]),
    ]
    await thread.append(messagesFor('openai-chat', [user('order it'), ...order, ...common]))
    const entries = await thread.entries()
    expect(entries[2]).toMatchObject({ envelope: { keyFields: { order_id: 4711, paid: true }, durability: 'anchoring' } })
    await thread.prepare({ window: 34_000 })
    const records = (await thread.commits()).at(-1)?.plan.records ?? []
    const away = records.filter(({ action }) => action === 'externalize').map(({ span }) => entries[span.from])
    expect(away.length).toBeGreaterThan(0)
    expect(away.filter((entry) => entry?.kind === 'tool-result' && entry.envelope.tool === 'read_file')).toEqual([])
  })
})
