/** One life of an agent that is killed sooner or later: `node killed-child.ts '<order as JSON>'`. Goes on where the log ends. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Compacted,
  createCompactor,
  isFailure,
  type Policy,
  type Prepared,
  presets,
  type Thread,
} from '../../../src/index.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json } from '../../../src/schema/json.ts'
import { openSqliteStore } from '../../../src/stores/sqlite.ts'
import { characterTokenizer } from '../../../src/tokenizers/characters.ts'
import { type Dice, diceFrom } from './dice.ts'
import { anyHooks, anySummarizer } from './load-company.ts'
import { anyModel, reply, type TrueModel } from './load-provider.ts'

export interface Order {
  readonly folder: string
  readonly seed: number
  /** The how manieth process of the agent it is. */
  readonly life: number
  /** Calls of the model in all lives together. */
  readonly steps: number
}

/** What a life writes down as it goes, so that others can check it after its death. */
export type Line =
  | { readonly kind: 'appended'; readonly tag: string }
  | { readonly kind: 'refused'; readonly model: string; readonly window: number }
  | {
      readonly kind: 'sent'
      readonly model: string
      readonly commit: string | null
      /** By our count, of the compaction that came with it. */
      readonly before: number | null
      readonly after: number | null
      readonly messages: readonly string[]
    }

const RESERVE = 400
const MOST_REFUSALS = 12
/** Steps after which another model is used. */
const ERA = 120
const POLICIES: readonly (() => Policy)[] = [
  () => presets.balanced(),
  () => presets.claudeCode(),
  () => presets.opencode(),
  () => presets.layer(),
  () => presets.timeline(),
]

/** The model of a step, and what the host says of its window: wrong by up to 60 %, or nothing. */
function modelAt(seed: number, step: number): { readonly model: TrueModel; readonly declared: number | undefined } {
  const era = Math.floor(step / ERA)
  const dice = diceFrom(seed * 7_919 + era)
  const model = anyModel(dice, `model-${era}`)
  return { model, declared: dice.oneIn(3) ? undefined : Math.round(model.window * (0.4 + dice.below(121) / 100)) }
}

/** What every message carries, once in the log: `[a12]`. */
export function tagsIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => {
    const said = entry.kind === 'text' || entry.kind === 'tool-result' ? entry.text : ''
    return [...said.matchAll(/\[([aur][\d-]+)\]/g)].map(([, tag = '']) => tag)
  })
}

async function live({ folder, seed, life, steps }: Order): Promise<void> {
  const dice = diceFrom(seed * 1_000 + life)
  const store = await openSqliteStore(join(folder, 'agent.db'))
  const compactor = createCompactor({
    ...{ store, policy: diceFrom(seed).pick(POLICIES)(), tokenizer: characterTokenizer() },
    ...{ summaryDeadlineMs: 4, hookDeadlineMs: 3 },
    ...(dice.oneIn(3) ? {} : { summarizer: anySummarizer(dice) }),
    ...(dice.oneIn(2) ? { hooks: anyHooks(dice) } : {}),
  })
  const thread = await compactor.thread('life')
  const write = (line: Line): void => appendFileSync(join(folder, 'journal.jsonl'), `${JSON.stringify(line)}\n`)
  for (let done = 0; done < steps; ) {
    const entries = await thread.entries()
    done = tagsIn(entries).filter((tag) => tag.startsWith('a')).length
    process.send?.(done)
    await goOn({ thread, dice, seed, write, done, entries })
  }
  await compactor.close()
  process.disconnect()
}

interface Now {
  readonly thread: Thread
  readonly dice: Dice
  readonly seed: number
  readonly write: (line: Line) => void
  readonly done: number
  readonly entries: readonly Entry[]
}

const CHAT = { dialect: 'openai-chat' } as const

/** Whatever comes next by the end of the log: somebody speaks, a tool answers, the model is called. */
async function goOn(now: Now): Promise<void> {
  const { thread, dice, done, entries, write } = now
  const last = entries.at(-1)
  const open = openCalls(entries)
  if (open.length > 0) {
    const [id = ''] = open
    const size = dice.oneIn(12) ? 2_000 + dice.below(6_000) : 20 + dice.below(300)
    await thread.append([{ role: 'tool', tool_call_id: id, content: `[r${id}] ${words(dice, size)}` }], CHAT)
    return write({ kind: 'appended', tag: `r${id}` })
  }
  if (last === undefined || (last.role === 'assistant' && last.kind === 'text')) {
    await thread.append([{ role: 'user', content: `[u${done}] ${words(dice, 8 + dice.below(60))}` }], CHAT)
    return write({ kind: 'appended', tag: `u${done}` })
  }
  const usage = await call(now)
  const tag = `a${done + 1}`
  const ids = dice.oneIn(3) ? [] : Array.from({ length: 1 + dice.below(2) }, (_, at) => `${done + 1}-${at}`)
  const calls = ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }))
  const content = `[${tag}] ${words(dice, 10 + dice.below(60))}`
  await thread.append([{ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }], CHAT)
  write({ kind: 'appended', tag })
  await thread.settle(usage === undefined || dice.oneIn(10) ? {} : { usage })
}

function openCalls(entries: readonly Entry[]): readonly string[] {
  const answered = new Set(entries.flatMap((entry) => (entry.kind === 'tool-result' ? [entry.callId] : [])))
  return entries.flatMap((entry) => (entry.kind === 'tool-call' && !answered.has(entry.callId) ? [entry.callId] : []))
}

/** One call of the model: prepared, sent, and made smaller while it is refused. */
async function call({ thread, dice, seed, done, write }: Now): Promise<unknown> {
  const { model, declared } = modelAt(seed, done)
  const window = declared === undefined ? {} : { window: declared }
  try {
    return await send(thread, dice, { model, options: { model: model.name, reserve: RESERVE, ...CHAT, ...window }, write })
  } catch (error) {
    if (!isFailure(error, 'fixed-part-too-large')) throw error
    // What was declared, or what is left, is really too small: the host is told, and goes on with another model.
    const large = { name: `${model.name}+`, window: 60_000, factor: 1 }
    return send(thread, dice, { model: large, options: { model: large.name, reserve: RESERVE, ...CHAT }, write })
  }
}

interface Sending {
  readonly model: TrueModel
  readonly options: {
    readonly model: string
    readonly reserve: number
    readonly window?: number
    readonly dialect: 'openai-chat'
  }
  readonly write: Now['write']
}

async function send(thread: Thread, dice: Dice, { model, options, write }: Sending): Promise<unknown> {
  let prepared: Prepared | Compacted = await thread.prepare(options)
  for (let refusals = 0; refusals <= MOST_REFUSALS; refusals += 1) {
    const request = prepared.request as { readonly messages: readonly Json[] }
    const tokens = prepared.receipt?.tokens
    const { commit } = prepared.record
    const messages = request.messages.map((message) => JSON.stringify(message))
    write({ kind: 'sent', model: model.name, commit, before: tokens?.before ?? null, after: tokens?.after ?? null, messages })
    const said = reply(dice, model, request as Json, RESERVE)
    if (said.kind === 'answered') return said.usage
    if (said.kind === 'invalid') throw new Error(`invalid: ${said.faults[0]}`)
    write({ kind: 'refused', model: model.name, window: model.window })
    const smaller: Compacted | null = await thread.recover(said.error, options)
    if (smaller === null) throw new Error(`not recognised: ${JSON.stringify(said.error)}`)
    prepared = smaller
  }
  throw new Error(`refused ${MOST_REFUSALS} times: ${JSON.stringify(model)}`)
}

const WORDS = 'the parser reads a file and finds no limit so it fails at line 40 of src/load.ts then tests pass again'.split(' ')

function words(dice: Dice, count: number): string {
  const from = dice.below(WORDS.length)
  return Array.from({ length: count }, (_, at) => WORDS[(from + at * 7) % WORDS.length]).join(' ')
}

if (process.argv[1] === import.meta.filename) await live(JSON.parse(process.argv[2] ?? ''))
