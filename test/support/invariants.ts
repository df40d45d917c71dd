import { expect } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type Compacted, type CompactOptions, createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import type { FateRun } from '../../src/schema/receipt.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { messagesFor, type Provider, type Step } from './steps.ts'

const VALIDATORS = { 'openai-chat': openaiChat.validate, anthropic: anthropic.validate } as const
const tokenizer = bpeTokenizer()

/** A thread in memory with these messages, and a clock that stands still. The policy acts at, and plans for, the whole budget. */
export async function threadWith(
  provider: Provider,
  messages: readonly Json[] | readonly Step[],
  store: Store = memoryStore(),
): Promise<Thread> {
  const compactor = createCompactor({ store, clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }) })
  const thread = await compactor.thread('case')
  await thread.append(isSteps(messages) ? messagesFor(provider, messages) : messages, { dialect: provider })
  return thread
}

function isSteps(messages: readonly Json[] | readonly Step[]): messages is readonly Step[] {
  return messages.every((message) => typeof message === 'object' && message !== null && 'kind' in message)
}

export interface CaseOptions extends Pick<CompactOptions, 'window' | 'reserve' | 'system' | 'tools'> {
  /** Format to write; by default the one the messages are in. */
  readonly dialect?: Provider
  /** Texts of people that are pinned. */
  readonly pins?: readonly string[]
}

/**
 * Compacts a conversation and asserts what FAILURES.md asks after every case. (I9 and I11 have no model and no second tenant to
 * speak of here; I12 has no undo yet.)
 */
export async function compactCase(
  provider: Provider,
  messages: readonly Json[] | readonly Step[],
  { pins = [], ...options }: CaseOptions,
): Promise<Compacted> {
  const thread = await threadWith(provider, messages)
  for (const text of pins) await thread.pin({ text })
  const before = structuredClone(await thread.entries())
  const dialect = options.dialect ?? provider
  const compacted = await thread.compact({ ...options, dialect })
  const { request, receipt } = compacted

  expect(VALIDATORS[dialect](request), 'I1 valid').toEqual([])
  expect(receipt.tokens.after, 'I2 fits').toBeLessThanOrEqual(receipt.tokens.budget)
  expect(textTokens(request), 'I2 fits, counted on the request itself').toBeLessThanOrEqual(receipt.tokens.budget)
  expect(receipt.bytes.after, 'I2 bytes').toBe(Buffer.byteLength(JSON.stringify(request)))
  for (const text of pins) expectShown(request, text, 'I3 pinned')
  if (!receipt.lawOverrides.some(({ detail }) => detail.includes('what people wrote last'))) {
    for (const text of lastWords(before)) expectShown(request, text, 'I4 last words of a person')
  }
  expect(await thread.entries(), 'I5 log unchanged').toEqual(before)
  expect(accountedFor(receipt.fates), 'I6 one fate for every entry').toEqual(before.map((entry) => entry.seq))
  await expectIdempotent(thread, compacted, { ...options, dialect })
  await expectDeterministic(await freshThread(provider, messages, pins), compacted, { ...options, dialect })
  await expectStableStart(await freshThread(provider, messages, pins), compacted, { ...options, dialect })
  return compacted
}

async function freshThread(
  provider: Provider,
  messages: readonly Json[] | readonly Step[],
  pins: readonly string[],
): Promise<Thread> {
  const thread = await threadWith(provider, messages)
  for (const text of pins) await thread.pin({ text })
  return thread
}

async function expectIdempotent(thread: Thread, first: Compacted, options: CompactOptions): Promise<void> {
  const commits = await thread.commits()
  const again = await thread.compact(options)
  expect(again.changed, 'I7 nothing changes the second time').toBe(false)
  expect(JSON.stringify(again.request), 'I7 the same bytes').toBe(JSON.stringify(first.request))
  expect(again.receipt.fates, 'I7 the same account').toEqual(first.receipt.fates)
  expect(first.receipt.summarizerCalls + again.receipt.summarizerCalls, 'I7 no model was called').toBe(0)
  expect(await thread.commits(), 'I7 no new commit').toEqual(commits)
}

async function expectDeterministic(twin: Thread, first: Compacted, options: CompactOptions): Promise<void> {
  const other = await twin.compact(options)
  expect(JSON.stringify(other.request), 'I8 deterministic').toBe(JSON.stringify(first.request))
}

/** I10: messages before the first rewritten entry are byte-identical to a request that was never compacted. */
async function expectStableStart(twin: Thread, compacted: Compacted, options: CompactOptions): Promise<void> {
  const { receipt } = compacted
  if (receipt.repairs.length > 0 || options.dialect !== 'openai-chat') return
  const firstTouched = receipt.records[0]?.from ?? Number.POSITIVE_INFINITY
  const whole = await twin.prepare({ ...options, window: 100_000_000, reserve: 0 })
  const untouched = (await twin.entries()).filter((entry) => entry.message.block === 0 && entry.seq < firstTouched).length
  const start = (request: Json): string => JSON.stringify(messagesIn(request).slice(0, untouched))
  expect(start(compacted.request), 'I10 stable start').toBe(start(whole.request))
}

/** The messages of a request. */
export function messagesIn(request: Json): readonly Json[] {
  if (Array.isArray(request)) return request
  const { messages, contents, input } = request as { readonly [list: string]: readonly Json[] }
  return messages ?? contents ?? input ?? []
}

/** Every string in a JSON value. */
export function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(stringsIn)
}

/** Tokens of everything a request says, without any frame: less than the engine's own count, or that count is wrong. */
function textTokens(request: Json): number {
  return stringsIn(request).reduce((sum, text) => sum + tokenizer.count(text), 0)
}

export function expectShown(request: Json, text: string, what: string): void {
  expect(
    stringsIn(request).some((shown) => shown.includes(text)),
    `${what}: ${JSON.stringify(text.slice(0, 60))}`,
  ).toBe(true)
}

/** What the person who spoke last said, well-formed as it goes out. */
function lastWords(entries: Awaited<ReturnType<Thread['entries']>>): readonly string[] {
  const spoken = entries.filter((entry) => entry.kind === 'text' && entry.author === 'person' && entry.text.trim() !== '')
  const last = spoken.at(-1)
  return spoken.flatMap((entry) =>
    entry.kind === 'text' && entry.message.id === last?.message.id ? [entry.text.toWellFormed()] : [],
  )
}

/** The numbers of all entries that runs account for, in order. */
export function accountedFor(fates: readonly FateRun[]): readonly number[] {
  return fates.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
}
