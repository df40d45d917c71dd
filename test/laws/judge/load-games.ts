import { isDeepStrictEqual } from 'node:util'
import {
  type Compacted,
  type Compactor,
  createCompactor,
  isFailure,
  memoryStore,
  type Policy,
  type Prepared,
  presets,
  type Thread,
} from '../../../src/index.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Store } from '../../../src/schema/ports.ts'
import { characterTokenizer } from '../../../src/tokenizers/characters.ts'
import { type Dice, diceFrom } from './dice.ts'
import { anyHooks, anySummarizer } from './load-company.ts'
import { anyModel, type Reply, reply, type TrueModel } from './load-provider.ts'

/** What a game saw. */
export interface LoadReport {
  readonly turns: number
  readonly compactions: number
  readonly refusals: number
  /** Models of which a refusal taught something. */
  readonly learned: number
  readonly wrong: readonly string[]
}

const RESERVE = 400
/** A step that is refused more often than this is a dead thread. */
const MOST_REFUSALS = 12

interface Game {
  readonly dice: Dice
  readonly store: Store
  readonly policy: Policy
  compactor: Compactor
  thread: Thread
  model: TrueModel
  /** What the host says of the window: wrong by up to 60 %, or nothing. */
  declared: number | undefined
  last: { readonly commit: string | null; readonly messages: readonly Json[]; readonly model: string } | undefined
  wrong: string[]
  /** The last compaction made nothing smaller. */
  wasIdle: boolean
  compactions: number
  refusals: number
  readonly taught: Set<string>
}

const POLICIES: readonly (() => Policy)[] = [
  () => presets.balanced(),
  () => presets.balanced({ trigger: 0.7, release: 0.4 }),
  () => presets.claudeCode(),
  () => presets.opencode(),
  () => presets.layer(),
  () => presets.timeline(),
]

/** Plays an agent for a number of turns against a provider and company that do what they like (L3, L9, L11). */
export async function playLoad(seed: number, turns: number): Promise<LoadReport> {
  const dice = diceFrom(seed)
  const store = memoryStore()
  const policy = dice.pick(POLICIES)()
  const clock = { now: 0 }
  const open = (): Compactor =>
    createCompactor({
      ...{ store, policy, tokenizer: characterTokenizer(), clock: () => clock.now },
      ...{ summaryDeadlineMs: 4, hookDeadlineMs: 3 },
      ...(dice.oneIn(3) ? {} : { summarizer: anySummarizer(dice) }),
      ...(dice.oneIn(2) ? { hooks: anyHooks(dice) } : {}),
    })
  const compactor = open()
  const game: Game = {
    ...{ dice, store, policy, compactor, thread: await compactor.thread('load'), model: anyModel(dice, 'model-0') },
    ...{
      declared: undefined,
      last: undefined,
      wrong: [],
      wasIdle: false,
      compactions: 0,
      refusals: 0,
      taught: new Set<string>(),
    },
  }
  declare(game)
  for (let turn = 0; turn < turns && game.wrong.length === 0; turn += 1) {
    clock.now += 1_000 + dice.below(400_000)
    if (dice.oneIn(60)) {
      await game.compactor.close()
      game.compactor = open()
      game.thread = await game.compactor.thread('load')
    }
    if (dice.oneIn(80)) {
      game.model = anyModel(dice, `model-${turn}`)
      declare(game)
    }
    await playTurn(game, turn)
  }
  await game.compactor.close()
  return { turns, compactions: game.compactions, refusals: game.refusals, learned: game.taught.size, wrong: game.wrong }
}

function declare(game: Game): void {
  const { dice, model } = game
  game.declared = dice.oneIn(3) ? undefined : Math.round(model.window * (0.4 + dice.below(121) / 100))
}

/** A person speaks, the agent makes a few rounds of calls, and answers. */
async function playTurn(game: Game, turn: number): Promise<void> {
  const { dice } = game
  await game.thread.append([{ role: 'user', content: `Turn ${turn}: ${words(dice, 8 + dice.below(60))}` }], CHAT)
  const rounds = dice.below(4)
  for (let round = 0; round <= rounds && game.wrong.length === 0; round += 1) {
    const usage = await step(game)
    if (usage === undefined) return
    await game.thread.append([...answer(dice, `${turn}-${round}`, round < rounds)], CHAT)
    await game.thread.settle(dice.oneIn(10) ? {} : { usage })
  }
}

const CHAT = { dialect: 'openai-chat' } as const

function* answer(dice: Dice, id: string, hasCalls: boolean): Generator<{ readonly [name: string]: Json }> {
  if (!hasCalls) return void (yield { role: 'assistant', content: words(dice, 10 + dice.below(80)) })
  const calls = Array.from({ length: 1 + dice.below(2) }, (_, at) => `call-${id}-${at}`)
  yield {
    role: 'assistant',
    content: dice.oneIn(2) ? null : words(dice, 12),
    tool_calls: calls.map((call) => ({ id: call, type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } })),
  }
  // Most results are short, a few are very long.
  for (const call of calls) {
    const long = dice.oneIn(12) ? 2_000 + dice.below(6_000) : 20 + dice.below(300)
    yield { role: 'tool', tool_call_id: call, content: words(dice, long) }
  }
}

const WORDS = 'the parser reads a file and finds no limit so it fails at line 40 of src/load.ts then tests pass again'.split(' ')

function words(dice: Dice, count: number): string {
  const from = dice.below(WORDS.length)
  return Array.from({ length: count }, (_, at) => WORDS[(from + at * 7) % WORDS.length]).join(' ')
}

/** One call of the model: prepared, sent, and made smaller while it is refused. */
async function step(game: Game): Promise<unknown> {
  const { dice, model } = game
  const options = {
    ...{ model: model.name, reserve: RESERVE, dialect: 'openai-chat' as const },
    ...(game.declared === undefined ? {} : { window: game.declared }),
  }
  let prepared: Prepared | Compacted | undefined
  try {
    const signal = dice.oneIn(25) ? AbortSignal.timeout(1) : undefined
    prepared = await game.thread.prepare({ ...options, ...(signal === undefined ? {} : { signal }) }).catch((error: unknown) => {
      if (isFailure(error, 'compaction-cancelled')) return game.thread.prepare(options)
      throw error
    })
    watch(game, prepared)
    for (let refused = 0; refused <= MOST_REFUSALS; refused += 1) {
      const request = prepared.request as Json
      const said: Reply = reply(dice, model, request, RESERVE)
      if (said.kind === 'answered') return said.usage
      if (said.kind === 'invalid') return void game.wrong.push(`invalid: ${said.faults[0] ?? ''}`)
      game.refusals += 1
      game.taught.add(`${model.name} ${model.window}`)
      const size = JSON.stringify(request).length
      const smaller = await game.thread.recover(said.error, options)
      if (smaller === null) return void game.wrong.push(`not recognised: ${JSON.stringify(said.error)}`)
      if (JSON.stringify(smaller.request).length >= size)
        return void game.wrong.push('the request after a refusal is not smaller')
      prepared = smaller
      watch(game, prepared)
    }
    game.wrong.push(`refused ${MOST_REFUSALS} times: window ${model.window}, factor ${model.factor}, declared ${game.declared}`)
  } catch (error) {
    // What was declared, or what is left, is really too small: the host is told, and goes on with another model.
    if (isFailure(error, 'fixed-part-too-large')) {
      game.model = { ...anyModel(dice, `${model.name}+`), window: 40_000, factor: 1 }
      game.declared = undefined
      return undefined
    }
    game.wrong.push(`failed: ${String(error)}`)
  }
  return undefined
}

/** L9: without a commit in between, what was sent is the beginning of what is sent next. L11: no two compactions in a row for nothing. */
function watch(game: Game, { receipt, request, record }: Prepared | Compacted): void {
  const { messages } = request as { readonly messages: readonly Json[] }
  const last = game.last
  const isNew = record.commit !== (last?.commit ?? null)
  game.last = { commit: record.commit, messages: structuredClone(messages), model: game.model.name }
  if (isNew && receipt !== null) {
    const { before, after } = receipt.tokens
    const isIdle = after >= before
    if (isIdle && game.wasIdle) game.wrong.push(`two compactions for nothing: ${before} to ${after}, ${receipt.strategy}`)
    game.wasIdle = isIdle
    game.compactions += 1
    return
  }
  if (last === undefined || last.model !== game.model.name) return
  const isPrefix = last.messages.every((message, at) => isDeepStrictEqual(message, messages[at]))
  if (!isPrefix) game.wrong.push('the beginning of a request changed without a commit')
}
