import { floorSummary } from '../ledger/floor-summary.ts'
import { excerptText, fitExcerpt } from '../log/excerpt.ts'
import { leadingSystem } from '../log/rounds.ts'
import { capableOf, isCapable } from '../schema/capabilities.ts'
import type { Entry } from '../schema/entry.ts'
import { seqOf, type ThreadId, threadId } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { WorkState } from '../schema/work-state.ts'
import { checkName } from './check-name.ts'
import { linkedTo, linkTo, ownName } from './links.ts'
import { openState } from './open-state.ts'
import { checkOptions, expectCount } from './options.ts'
import type { ThreadState } from './thread-state.ts'
import { type UseOptions, use } from './use.ts'
import { workOf } from './work.ts'

/** What a sub-agent hands back to the one that started it. */
export interface ThreadResult {
  /** The agent's last words; if its work did not end with any, an account of what was done. Never more than the tokens asked for. */
  readonly text: string
  readonly tokens: number
  readonly state: WorkState
  /** True if the text is all that the agent said last. */
  readonly isWhole: boolean
}

/** The name that a child of a thread has, and how it begins. */
const childPrefix = (thread: ThreadId): string => `${thread}/child-`

/** Opens a sub-agent's thread, or starts it: with a log of its own, the parent's policy, and what it is told to use instead. */
export async function childOf(state: ThreadState, id: string, options: UseOptions): Promise<ThreadState> {
  const { key, ports, knowledge } = state
  const { store } = ports
  const wanted = `${childPrefix(key.thread)}${checkName(id, 'thread')}`
  const thread = isCapable(store, 'links')
    ? await ownName(store, key, wanted, await linkedTo(store, key, 'child'))
    : threadId(wanted)
  await linkTo(store, key, 'child', thread)
  const child = await openState({ ...key, thread }, ports, knowledge)
  child.usual = { ...state.usual }
  if (Object.keys(options).length > 0) use(child, options)
  return child
}

/** Names of a thread's children, in order. */
export async function childrenOf({ key, ports }: ThreadState): Promise<readonly ThreadId[]> {
  return linkedTo(capableOf(ports.store, 'links', { needed: 'thread.children' }), key, 'child')
}

/** Tokens that a thread's result may have unless told. */
const RESULT_TOKENS = 2_000

interface ResultOptions {
  readonly tokens?: number | undefined
}

/** What came of a thread, in at most so many tokens: also if it overflowed, was stopped or is still at work. */
export function resultOf(state: ThreadState, options: ResultOptions): ThreadResult {
  checkOptions('thread.result', options, { tokens: 'number' })
  const tokens = expectCount('tokens', options.tokens ?? RESULT_TOKENS)
  const { log, ports } = state
  const work = workOf(state)
  const said = work === 'idle' || work === 'awaiting-person' ? lastWords(log.entries) : undefined
  const text = said === undefined ? account(state, tokens) : cut(said, tokens, ports.counting)
  return { text, tokens: ports.counting.count(text), state: work, isWhole: text === said }
}

/** What the agent said in its last message; `undefined` if it said nothing behind its last call. */
function lastWords(entries: readonly Entry[]): string | undefined {
  const last = entries.findLast(({ kind, role }) => role === 'assistant' && kind !== 'turn-start')
  if (last === undefined) return undefined
  const first = last.seq - last.message.block
  const message = entries.slice(first, first + last.message.blocks)
  const words = message.flatMap((entry) => (entry.kind === 'text' && entry.text.trim() !== '' ? [entry.text] : []))
  return words.length === 0 || message.some(({ kind }) => kind === 'tool-call') ? undefined : words.join('\n\n')
}

function account({ log, ports }: ThreadState, tokens: number): string {
  const range = { from: leadingSystem(log.entries), end: seqOf(log.length) }
  if (range.from >= range.end) return ''
  return floorSummary({ log: log.cleaned(), ...range, tokens, shown: new Set(), tokenizer: ports.counting })
}

function cut(text: string, tokens: number, { count }: Tokenizer): string {
  const shown = (excerpt: { readonly head: number; readonly tail: number }): string =>
    excerptText(text, excerpt, 'the rest is in its thread')
  const size = count(text)
  if (size <= tokens) return text
  const made = shown(fitExcerpt({ text, size, tokens, count: (excerpt) => count(shown(excerpt)) }))
  return count(made) <= tokens ? made : ''
}
