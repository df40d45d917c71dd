import { readFileSync } from 'node:fs'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { ratesAt } from '../../src/economy/price-sheet.ts'
import { createCompactor, isFailure, modelSources, type Prepared } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import type { Policy } from '../../src/schema/policy.ts'
import type { PriceSheet } from '../../src/schema/price-sheet.ts'
import type { PromptMessage } from '../../src/schema/prompt.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { isForeignSummary, messagesIn } from '../session.ts'
import type { NamedSheet } from './sheets.ts'
import type { TraceStep } from './traces.ts'

/** One call of a real session: its prompt, what that shares with the prompt before, and the answer, in tokens. */
export interface RealCall {
  readonly prompt: number
  readonly shared: number
  readonly output: number
  readonly isCommit: boolean
  /** The commit folds something: clearing alone loses no summary's worth. */
  readonly isFold: boolean
  /** The prompt after a commit, for whoever wants to look at what it holds. */
  readonly messages?: readonly PromptMessage[]
  /** How many messages of the session stood before it. */
  readonly before: number
}

const tokenizer = bpeTokenizer()
/** System text and tools stand before every session. */
const FIXED = 15_000
const SYSTEM = 'The quick brown fox jumps over it. '.repeat(FIXED / 8)

const counted = new WeakMap<PromptMessage, { readonly text: string; readonly tokens: number }>()
const known = new Map<string, number>()

/** Sends a session through the engine, call by call, with no model behind it. `undefined` if the policy refuses to go on. */
export async function replay(
  session: readonly Json[],
  policy: Policy,
  window: number,
  sheet: NamedSheet,
): Promise<readonly RealCall[] | undefined> {
  const models = modelSources({ [sheet.model]: { window, prices: [sheet.prices] } })
  const thread = await createCompactor({ policy, models, clock: () => 0 }).thread('replayed')
  const calls: RealCall[] = []
  let [appended, commit, last, folded]: [number, unknown, readonly Sized[], string] = [0, null, [], '[]']
  for (const [index, message] of session.entries()) {
    if (roleOf(message) !== 'assistant' || index === 0) continue
    if (index > appended) await thread.append(session.slice(appended, index), { dialect: 'neutral' })
    appended = index
    const made = await prepared(() =>
      thread.prepare({ model: sheet.model, window, reserve: 0, system: SYSTEM, dialect: 'anthropic' }),
    )
    if (made === undefined) return undefined
    const now = made.prompt.messages.map(sizeOf)
    const isCommit = made.record.commit !== commit
    const prompt = FIXED + sumOf(now)
    const folds = JSON.stringify(made.receipt?.records.filter(({ action }) => action === 'summarize' || action === 'drop') ?? [])
    calls.push({
      ...{ prompt, isCommit, isFold: isCommit && folds !== folded, before: index, output: tokensIn(JSON.stringify(message)) },
      shared: last.length === 0 ? 0 : FIXED + sumOf(now.slice(0, sharedBy(last, now))),
      ...(isCommit ? { messages: made.prompt.messages } : {}),
    })
    ;[commit, last, folded] = [made.record.commit, now, folds]
  }
  return calls
}

/** A session in sizes: what came before each call, and what was answered. Nobody knows how long people were waited for. */
export function sizesOf(session: readonly Json[]): readonly TraceStep[] {
  const steps: TraceStep[] = []
  let [input, isPerson] = [0, false]
  for (const [index, message] of session.entries()) {
    const tokens = tokensIn(JSON.stringify(message))
    if (roleOf(message) === 'assistant' && index > 0) {
      steps.push({ input, output: tokens, isPerson, wait: 1 })
      ;[input, isPerson] = [0, false]
    } else {
      input += tokens
      isPerson ||= roleOf(message) === 'user'
    }
  }
  return steps
}

/** What the calls of a session cost, in units; every compaction that folds loses something besides. */
export function costOfCalls(calls: readonly RealCall[], sheet: PriceSheet, loss: number): number {
  return calls.reduce((sum, { prompt, shared, output, isFold }) => {
    const { read, write, output: answer } = ratesAt(sheet, prompt)
    return sum + read * shared + write * (prompt - shared) + answer * output + (isFold ? loss : 0)
  }, 0)
}

/** The messages of a session, without what the product itself wrote when it compacted. */
export function sessionIn(file: string): readonly Json[] {
  return messagesIn(JSON.parse(readFileSync(file, 'utf8')) as Json).filter((message) => !isForeignSummary(message))
}

export function tokensOfSession(session: readonly Json[]): number {
  return session.reduce<number>((sum, message) => sum + tokensIn(JSON.stringify(message)), 0)
}

interface Sized {
  readonly text: string
  readonly tokens: number
}

function sizeOf(message: PromptMessage): Sized {
  const found = counted.get(message)
  if (found !== undefined) return found
  const text = JSON.stringify(anthropic.writeMessages([message]))
  const sized = { text, tokens: tokensIn(text) + 4 }
  counted.set(message, sized)
  return sized
}

function tokensIn(text: string): number {
  const tokens = known.get(text) ?? tokenizer.count(text)
  known.set(text, tokens)
  return tokens
}

function sharedBy(last: readonly Sized[], now: readonly Sized[]): number {
  let shared = 0
  while (shared < last.length && shared < now.length && last[shared]?.text === now[shared]?.text) shared += 1
  return shared
}

function sumOf(sizes: readonly Sized[]): number {
  return sizes.reduce((sum, { tokens }) => sum + tokens, 0)
}

function roleOf(message: Json): Json | undefined {
  return isJsonObject(message) ? message['role'] : undefined
}

/** A preset that does not act by itself refuses what does not fit. */
async function prepared(make: () => Promise<Prepared>): Promise<Prepared | undefined> {
  try {
    return await make()
  } catch (error) {
    if (isFailure(error, 'compaction-refused') || isFailure(error, 'fixed-part-too-large')) return undefined
    throw error
  }
}
