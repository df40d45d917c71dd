import type { Thread } from '../../engine/thread.ts'
import { readLegacyRow } from '../../formats/legacy-rows/read-row.ts'
import { aiSdk, anthropic, createCompactor, type Dialect, openaiChat, type Store } from '../../index.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { isFailure } from '../../schema/failures.ts'
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

/** Rows in formats that old tables hold. Plain text goes to the first. */
const DIALECTS: readonly [Dialect, ...Dialect[]] = [openaiChat, anthropic, aiSdk]
/** Messages of a thread are appended by so many: each time all of them or none. */
const AT_ONCE = 500
/** So many messages wait at most, and so many of open threads are held, so that a table may be larger than the memory. */
const MOST_HELD = 50_000

interface Target {
  readonly name: string
  /** Ids of messages that were there before this run. */
  readonly ids: ReadonlySet<string>
  pending: MessageDraft[]
}

/**
 * Appends old rows to threads. What is there already, by the row's id, is left alone: a run that was cut short goes on where it stopped,
 * and the store itself is the only record of how far it came.
 */
export async function migrateRows(
  rows: AsyncIterable<NumberedRow>,
  options: {
    readonly store: Store
    readonly tenant: string
    readonly thread: string
    tell(row: NumberedRow): void
    readonly mostHeld?: number
  },
): Promise<Migrated> {
  const { mostHeld = MOST_HELD } = options
  // Counting tokens exactly can wait until somebody opens a thread.
  const compactor = createCompactor({ store: options.store, tokenizer: characterTokenizer() })
  const targets = new Map<string, Target>()
  const seen = new Set<string>()
  const unread: UnreadRow[] = []
  const total = { rows: 0, appended: 0, known: 0 }

  let waiting = 0
  const threads = openThreads((name) => compactor.thread(name, { tenant: options.tenant }), mostHeld)

  async function targetOf(name: string): Promise<Target> {
    const known = targets.get(name)
    if (known !== undefined) return known
    const { thread } = await threads.get(name)
    const made: Target = { name, ids: new Set((await thread.entries()).map((entry) => entry.message.id)), pending: [] }
    targets.set(name, made)
    return made
  }

  async function flush(target: Target): Promise<void> {
    const { pending } = target
    if (pending.length === 0) return
    const open = await threads.get(target.name)
    open.length = await open.thread.appendDrafts(pending)
    total.appended += pending.length
    waiting -= pending.length
    target.pending = []
  }

  for await (const row of rows) {
    total.rows += 1
    options.tell(row)
    const read =
      row.value === undefined ? ({ kind: 'unreadable', detail: 'it is not JSON' } as const) : readLegacyRow(row.value, DIALECTS)
    if (read.kind === 'unreadable') {
      unread.push({ row: row.number, detail: read.detail })
      continue
    }
    const name = ('thread' in read ? read.thread : undefined) ?? options.thread
    const target = await targetOf(name).catch((error) =>
      isFailure(error, 'input-invalid') ? error.message : Promise.reject(error),
    )
    if (typeof target === 'string') {
      unread.push({ row: row.number, detail: target })
      continue
    }
    for (const draft of read.drafts.map((each, index) => named(each, { row: row.number, index, thread: name, seen }))) {
      if (target.ids.has(draft.id)) total.known += 1
      else {
        target.pending.push(draft)
        waiting += 1
      }
    }
    if (target.pending.length >= AT_ONCE) await flush(target)
    if (waiting >= mostHeld) for (const each of targets.values()) await flush(each)
  }
  for (const target of targets.values()) await flush(target)
  return { ...total, threads: targets.size, unread }
}

interface OpenThread {
  readonly thread: Thread
  /** How many entries it has. */
  length: number
}

/** Threads that stay open as long as they hold no more than so many entries together; those that were used last stay. */
function openThreads(open: (name: string) => Promise<Thread>, most: number): { get(name: string): Promise<OpenThread> } {
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
function named(
  draft: MessageDraft,
  at: { readonly row: number; readonly index: number; readonly thread: string; readonly seen: Set<string> },
): MessageDraft & { readonly id: string } {
  const own = draft.id ?? `row-${at.row}${at.index === 0 ? '' : `/${at.index + 1}`}`
  const id = at.seen.has(JSON.stringify([at.thread, own])) ? `${own}@${at.row}` : own
  at.seen.add(JSON.stringify([at.thread, id]))
  return { ...draft, id }
}
