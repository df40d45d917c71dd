import type { Thread } from '../../engine/thread.ts'
import { type LegacyRead, readLegacyRow } from '../../formats/legacy-rows/format.ts'
import { createCompactor } from '../../index.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { isFailure } from '../../schema/failures.ts'
import type { Store } from '../../schema/ports.ts'
import { characterTokenizer } from '../../tokenizers/characters.ts'
import type { NumberedRow } from './rows.ts'

/** A row that could not be read. */
export interface UnreadRow {
  readonly row: number
  readonly detail: string
}

interface Migrated {
  readonly rows: number
  readonly appended: number
  /** Were there already, from an earlier run. */
  readonly known: number
  readonly threads: number
  readonly unread: readonly UnreadRow[]
}

/** Messages of a thread are appended by so many: each time all of them or none. */
const AT_ONCE = 500
/** So many messages wait at most, and so many of open threads are held, so that a table may be larger than the memory. */
const MOST_HELD = 50_000

interface Target {
  readonly name: string
  /** Ids of messages that were there before this run. */
  readonly ids: ReadonlySet<string>
  pending: (MessageDraft & { readonly id: string })[]
}

interface MigrateOptions {
  readonly store: Store
  readonly tenant: string
  readonly thread: string
  tell(row: NumberedRow): void
  readonly mostHeld?: number
}

/** How far a run has come. */
interface Run {
  readonly threads: OpenThreads
  readonly targets: Map<string, Target>
  /** Ids of this run's messages, each with its thread. */
  readonly seen: Set<string>
  readonly unread: UnreadRow[]
  rows: number
  appended: number
  known: number
  waiting: number
}

/**
 * Appends old rows to threads. What is there already, by the row's id, is left alone: a run that was cut short goes on where it stopped,
 * and the store itself is the only record of how far it came.
 */
export async function migrateRows(rows: AsyncIterable<NumberedRow>, options: MigrateOptions): Promise<Migrated> {
  const { mostHeld = MOST_HELD } = options
  // Counting tokens exactly can wait until a thread is opened to be used.
  const compactor = createCompactor({ store: options.store, tokenizer: characterTokenizer() })
  const threads = openThreads((name) => compactor.thread(name, { tenant: options.tenant }), mostHeld)
  const run: Run = { threads, targets: new Map(), seen: new Set(), unread: [], rows: 0, appended: 0, known: 0, waiting: 0 }
  for await (const row of rows) {
    run.rows += 1
    options.tell(row)
    const target = await take(run, row, options.thread)
    if (target !== undefined && target.pending.length >= AT_ONCE) await flush(run, target)
    if (run.waiting >= mostHeld) for (const each of run.targets.values()) await flush(run, each)
  }
  for (const target of run.targets.values()) await flush(run, target)
  return { rows: run.rows, appended: run.appended, known: run.known, threads: run.targets.size, unread: run.unread }
}

/** Takes a row in; `undefined` if it cannot be read, or its thread cannot have that name. */
async function take(run: Run, { number, value }: NumberedRow, usual: string): Promise<Target | undefined> {
  const read: LegacyRead = value === undefined ? { kind: 'unreadable', detail: 'it is not JSON' } : readLegacyRow(value)
  if (read.kind === 'unreadable') {
    run.unread.push({ row: number, detail: read.detail })
    return undefined
  }
  const thread = read.thread ?? usual
  const target = await targetOf(run, thread).catch((error) =>
    isFailure(error, 'input-invalid') ? error.message : Promise.reject(error),
  )
  if (typeof target === 'string') {
    run.unread.push({ row: number, detail: target })
    return undefined
  }
  for (const [index, draft] of read.drafts.entries()) {
    const named = withId(draft, { row: number, index, thread, seen: run.seen })
    if (target.ids.has(named.id)) run.known += 1
    else {
      target.pending.push(named)
      run.waiting += 1
    }
  }
  return target
}

async function targetOf({ targets, threads }: Run, name: string): Promise<Target> {
  const known = targets.get(name)
  if (known !== undefined) return known
  const { thread } = await threads.get(name)
  const made: Target = { name, ids: new Set((await thread.entries()).map((entry) => entry.message.id)), pending: [] }
  targets.set(name, made)
  return made
}

async function flush(run: Run, target: Target): Promise<void> {
  const { pending } = target
  if (pending.length === 0) return
  const open = await run.threads.get(target.name)
  open.length = await open.thread.appendDrafts(pending)
  run.appended += pending.length
  run.waiting -= pending.length
  target.pending = []
}

interface OpenThread {
  readonly thread: Thread
  /** How many entries it has. */
  length: number
}

interface OpenThreads {
  get(name: string): Promise<OpenThread>
}

/** Threads that stay open as long as they hold no more than so many entries together; those that were used last stay. */
function openThreads(open: (name: string) => Promise<Thread>, most: number): OpenThreads {
  const kept = new Map<string, OpenThread>()
  return {
    async get(name) {
      const found = kept.get(name) ?? (await opened(await open(name)))
      kept.delete(name)
      let held = found.length
      for (const { length } of kept.values()) held += length
      for (const [oldest, { length }] of kept) {
        if (held <= most) break
        kept.delete(oldest)
        held -= length
      }
      kept.set(name, found)
      return found
    },
  }
}

async function opened(thread: Thread): Promise<OpenThread> {
  return { thread, length: (await thread.entries()).length }
}

/** A draft with an id that no other row of its thread has: its own, or that of its row. */
function withId(
  draft: MessageDraft,
  at: { readonly row: number; readonly index: number; readonly thread: string; readonly seen: Set<string> },
): MessageDraft & { readonly id: string } {
  const own = draft.id ?? `row-${at.row}${at.index === 0 ? '' : `/${at.index + 1}`}`
  const id = at.seen.has(JSON.stringify([at.thread, own])) ? `${own}@${at.row}` : own
  at.seen.add(JSON.stringify([at.thread, id]))
  return { ...draft, id }
}
