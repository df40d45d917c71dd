/**
 * `npm run side-by-side -- --sessions 500`: the same random sessions, brought down to the same budget by each contestant, and what a provider or a
 * person would say of what comes out. Sessions may end in the middle of a round, as they do when a process is stopped.
 */
import { parseArgs } from 'node:util'
import { createCompactor } from '../src/index.ts'
import type { Json, JsonObject } from '../src/schema/json.ts'
import { providerFaults } from '../src/testing/provider-rules/provider-rules.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import { installPeers } from './install.ts'
import { type ChatMessage, makeSession } from './sessions.ts'

/** Brings messages down to a budget, as well as it can. */
export type Reducer = (messages: readonly ChatMessage[], budget: number) => Promise<readonly Json[]>

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '500' } } })
const sessions = Number(values.sessions)
const tokenizer = bpeTokenizer()

installPeers()
const place = './reducers.ts'
const { reducers }: { readonly reducers: Readonly<Record<string, Reducer>> } = await import(place)
const contestants: Readonly<Record<string, Reducer>> = { ...reducers, palimpsest: ours }

const COLUMNS = ['refused by a provider', 'too large', 'last words lost', 'system lost', 'task unsaid', 'failed'] as const
const found = new Map(Object.keys(contestants).map((name) => [name, new Map(COLUMNS.map((column) => [column, 0]))]))
for (let seed = 1; seed <= sessions; seed += 1) {
  const messages = makeSession(seed % 2 === 0 ? 'lean' : 'real', 24 + ((seed * 37) % 180), seed)
  const budget = Math.round(tokensOf(messages) * 0.4)
  for (const [name, reduce] of Object.entries(contestants)) {
    const columns = found.get(name)
    for (const column of await judged(messages, budget, reduce)) columns?.set(column, (columns.get(column) ?? 0) + 1)
  }
}

console.log(`${sessions} random sessions, each with 40 % of its tokens as budget: in how many of them`)
console.log(`| contestant | ${COLUMNS.join(' | ')} |\n| --- |${' --- |'.repeat(COLUMNS.length)}`)
for (const [name, columns] of found) console.log(`| ${name} | ${[...columns.values()].join(' | ')} |`)
process.exitCode = [...(found.get('palimpsest')?.values() ?? [1])].every((count) => count === 0) ? 0 : 1

async function ours(messages: readonly ChatMessage[], budget: number): Promise<readonly Json[]> {
  const thread = await createCompactor({ keepRequests: 0 }).thread('session')
  await thread.append(messages, { dialect: 'openai-chat' })
  const { request } = await thread.prepare({ dialect: 'openai-chat', window: budget, reserve: 0, model: 'gpt-4o' })
  return request.messages as readonly Json[]
}

async function judged(
  messages: readonly ChatMessage[],
  budget: number,
  reduce: Reducer,
): Promise<readonly (typeof COLUMNS)[number][]> {
  let shown: readonly Json[]
  try {
    shown = await reduce(messages, budget)
  } catch {
    return ['failed']
  }
  const said = JSON.stringify(shown)
  const holds = (text: string): boolean => said.includes(JSON.stringify(text).slice(1, -1))
  const people = messages.filter(({ role }) => role === 'user')
  const last = people.at(-1)?.content ?? ''
  const task = people[0]?.content.slice(0, 40) ?? ''
  return [
    ...(providerFaults('openai-chat', { model: 'm', messages: shown } as JsonObject).length > 0 ? [COLUMNS[0]] : []),
    ...(tokensOf(shown) > budget ? [COLUMNS[1]] : []),
    // Where system text and last words alone exceed the budget, nobody can keep both.
    ...(holds(last) || tokensOf([messages[0], last]) > budget * 0.9 ? [] : [COLUMNS[2]]),
    ...(holds(messages[0]?.content ?? '') ? [] : [COLUMNS[3]]),
    ...(holds(task) ? [] : [COLUMNS[4]]),
  ]
}

/** By o200k, with four for each message, as OpenAI counts. */
function tokensOf(messages: readonly unknown[]): number {
  return messages.reduce<number>(
    (sum, message) => sum + 4 + textsIn(message).reduce((all, text) => all + tokenizer.count(text), 0),
    3,
  )
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => (key === 'role' || key === 'type' || key === 'id' ? [] : textsIn(item)))
}
