import { isCapable } from '../schema/capabilities.ts'
import { CompactionError } from '../schema/failures.ts'
import { handleOf } from '../schema/ids.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import type { Expandable, ExpandedEntry } from '../schema/recall.ts'
import { entriesFrom, entryLine, textOf } from './entry-line.ts'
import { openState } from './open-state.ts'
import type { ThreadState } from './thread-state.ts'

/** A handle as prompts show it, or two with a dash between them; the second may lack its letter. */
const HANDLE = /^\s*\[?e(\d{1,9})(?:\s*(?:-|–|—|\.\.)\s*e?(\d{1,9}))?\]?\s*$/
/** An entry of the thread that this one was handed off from. */
const OLD = /^\s*\[?old:/
const LONGEST = 80

/** The originals behind a handle or a range, byte for byte. Fails with `entry-unknown` if there is none, and never gives a part. */
export async function expand(state: ThreadState, what: Expandable): Promise<readonly ExpandedEntry[]> {
  if (typeof what === 'string' && isOld(what)) {
    const found = await expand(await handedOffFrom(state, what), inOldThread(what))
    return found.map((each) => ({ ...each, handle: `old:${each.handle}` }))
  }
  const { from, end } = rangeNamed(state, what)
  const entries = await entriesFrom(state, from, end)
  return entries.map((entry) => ({ ...entryLine(state, entry), text: textOf(entry), entry }))
}

/** Whether a handle is one of the thread that this one was handed off from: what it begins with quotes that thread by its own handles. */
export function isOld(handle: string): boolean {
  return OLD.test(handle)
}

/** The same handle as that thread knows it. */
function inOldThread(handle: string): string {
  return handle.slice(0, LONGEST).replaceAll('old:', '')
}

/** The thread that this one was handed off from. Fails as if the entry were not there if it was not, or that thread is gone. */
export async function handedOffFrom({ key, ports, knowledge }: ThreadState, handle: string): Promise<ThreadState> {
  const links = isCapable(ports.store, 'links') ? await ports.store.links.of(key) : []
  const thread = links.find(({ kind, linked }) => kind === 'handoff' && linked === key.thread)?.thread
  if (thread !== undefined) return openState({ ...key, thread }, ports, knowledge)
  throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: key.thread, entry: handle.slice(0, LONGEST) })
}

function rangeNamed(state: ThreadState, what: Expandable): SeqRange {
  const [first, last] = typeof what === 'string' ? numbersIn(what) : [what?.from, what?.to]
  if (!isNumber(first) || !isNumber(last) || last < first) {
    const expected = 'a handle such as e57 or e57-e63, or the numbers of the first and the last entry'
    const found = JSON.stringify(what)?.slice(0, LONGEST) ?? String(what)
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'expand', expected, found })
  }
  if (last < state.log.length) return rangeOf(first, last + 1)
  const entry = handleOf(first < state.log.length ? last : first)
  throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: state.key.thread, entry })
}

function numbersIn(handle: string): readonly (number | undefined)[] {
  const [, first, last = first] = HANDLE.exec(handle.slice(0, LONGEST)) ?? []
  return first === undefined ? [] : [Number(first), Number(last)]
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
