import { isDeepStrictEqual } from 'node:util'
import { createCompactor, memoryStore, presets, type Thread } from '../../../src/index.ts'
import { itemAt } from '../../../src/schema/at.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../src/schema/json.ts'
import type { Store } from '../../../src/schema/ports.ts'
import { characterTokenizer } from '../../../src/tokenizers/characters.ts'
import { messagesIn } from '../../support/invariants.ts'
import { type Dice, diceFrom } from './dice.ts'

/** What a client does to its own history before it sends it. */
type Move = 'ask' | 'ask again' | 'edit and cut off' | 'edit' | 'delete' | 'put in' | 'take back'
const MOVES: readonly Move[] = ['ask', 'ask', 'ask', 'ask again', 'edit and cut off', 'edit', 'delete', 'put in', 'take back']

/** A client: its history is the whole of what it knows. */
interface Tab {
  readonly name: string
  history: readonly JsonObject[]
}

/** What went wrong in a game. */
export interface Wrong {
  readonly seed: number
  readonly moves: readonly string[]
  readonly resent: readonly string[]
  readonly sent: readonly string[]
  readonly verdict: string
}

const STEPS = 12
const PLENTY = { window: 1_000_000, reserve: 0 }

/**
 * Plays one game: editors, regenerators and deleters in one or two tabs, over one store, in one process or a new one for each request. A
 * client that trims sends only the end of what it has, and the rest is to be shown all the same. Resolves to what went wrong.
 */
export async function playResends(seed: number): Promise<Wrong | undefined> {
  const dice = diceFrom(seed)
  const store = memoryStore()
  const tabs = ['one', 'two'].slice(0, dice.oneIn(3) ? 2 : 1).map((name): Tab => ({ name, history: [] }))
  const isFresh = dice.oneIn(2)
  // A client that trims cannot say that its head was deleted: it only goes on.
  const isTrimming = tabs.length === 1 && dice.oneIn(4)
  const said = speaker(dice)
  const moves: string[] = []
  let root = await open(store)
  for (let step = 0; step < STEPS; step += 1) {
    const tab = dice.pick(tabs)
    if (dice.oneIn(3)) tab.history = dice.pick(tabs).history
    const move = isTrimming ? 'ask' : dice.pick(MOVES)
    moves.push(`${tab.name}: ${move}`)
    tab.history = after(move, tab.history, said, dice)
    if (isFresh) root = await open(store)
    const resent = await root.resend(isTrimming ? tab.history.slice(-2 - dice.below(6)) : tab.history, {
      dialect: 'openai-chat',
      ...(isFresh ? {} : { client: tab.name }),
      ...(isTrimming ? {} : { head: 'deleted' }),
    })
    const sent = messagesIn((await resent.thread.prepare({ ...PLENTY, dialect: 'openai-chat' })).request)
    if (!isDeepStrictEqual(sent, tab.history)) {
      const { verdict } = resent.reconciliation
      return { seed, moves, resent: tab.history.map(shortly), sent: sent.map(shortly), verdict: JSON.stringify(verdict) }
    }
    const answer = said.answer()
    // Some hosts append what the model says; to the others it comes with the next history.
    if (isTrimming || dice.oneIn(2)) await resent.thread.append(answer, { dialect: 'openai-chat' })
    tab.history = [...tab.history, ...answer]
  }
  return undefined
}

function open(store: Store): Promise<Thread> {
  return createCompactor({ store, clock: () => 0, tokenizer: characterTokenizer(), policy: presets.balanced() }).thread('game')
}

interface Speaker {
  question(): JsonObject
  /** A text, now and then behind a call and its result. */
  answer(): readonly JsonObject[]
  /** The same message in other words. */
  edited(message: JsonObject): JsonObject
}

/** Says something new each time, and now and then what was said before. */
function speaker(dice: Dice): Speaker {
  let count = 0
  const next = (): number => {
    count += 1
    return count
  }
  const words = (kind: string): string => `${kind} ${next()}: ${'some words about this matter '.repeat(dice.below(4))}${count}`
  const reworded = ({ content }: JsonObject): string =>
    dice.oneIn(2) ? words('Instead') : `${String(content)}, edited ${next()}`
  return {
    question: () => ({ role: 'user', content: dice.oneIn(6) ? 'continue' : words('Question') }),
    answer: () => [
      ...(dice.oneIn(3) ? round(`call_${next()}`, words('Output')) : []),
      agent(dice.oneIn(8) ? 'ok' : words('Answer')),
    ],
    edited: (message) => ({ ...message, content: reworded(message) }),
  }
}

function agent(content: string): JsonObject {
  return { role: 'assistant', content }
}

function round(id: string, output: string): readonly JsonObject[] {
  const call = { id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: id }) } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: output },
  ]
}

/** The history as a client sends it after a move; it always ends with something to answer. */
function after(move: Move, history: readonly JsonObject[], said: Speaker, dice: Dice): readonly JsonObject[] {
  const texts = history.flatMap(({ content, role }, index) => (typeof content === 'string' && role !== 'tool' ? [index] : []))
  const questions = texts.filter((index) => history[index]?.['role'] === 'user')
  if (questions.length === 0) return [...history, said.question()]
  const question = dice.pick(questions)
  const text = dice.pick(texts)
  const rewordedAt = (at: number): JsonObject => said.edited(itemAt(history, at))
  switch (move) {
    case 'ask':
      return [...history, said.question()]
    case 'ask again':
      return history.slice(0, (questions.at(-1) ?? 0) + 1)
    case 'edit and cut off':
      return [...history.slice(0, question), rewordedAt(question)]
    case 'edit':
      return [...history.with(text, rewordedAt(text)), said.question()]
    case 'delete':
      return [...history.toSpliced(text, 1), said.question()]
    case 'put in':
      return [...history.toSpliced(question, 0, said.question()), said.question()]
    case 'take back':
      return [...history.slice(0, question), said.question()]
  }
}

function shortly(message: Json): string {
  const { role, content, tool_calls } = isJsonObject(message) ? message : {}
  return `${String(role)} ${tool_calls === undefined ? String(content).slice(0, 60) : 'calls'}`
}
