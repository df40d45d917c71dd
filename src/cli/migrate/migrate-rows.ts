import { readLegacyRow } from '../../adapters/legacy/read-row.ts'
import type { Thread } from '../../engine/thread.ts'
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

export interface Migrated {
  readonly rows: number
  readonly appended: number
  /** Were there already, from an earlier run. */
  readonly known: number
  readonly threads: number
  readonly unread: readonly UnreadRow[]
}

/** Rows in formats that old tables hold. Plain text goes to the first. */
const DIALECTS: readonly [Dialect, ...Dialect[]] = [openaiChat, anthropic, aiSdk]
/** Messages are appended by so many: each time all of them or none. */
const AT_ONCE = 500

interface Target {
  readonly thread: Thread
  /** Ids of messages that are there. */
  readonly ids: Set<string>
  pending: MessageDraft[]
}

/**
 * Appends old rows to threads. What is there already, by the row's id, is left alone: a run that was cut short goes on where it stopped,
 * and the store itself is the only record of how far it came.
 */
export async function migrateRows(
  rows: AsyncIterable<NumberedRow>,
  options: { readonly store: Store; readonly tenant: string; readonly thread: string; tell(row: NumberedRow): void },
): Promise<Migrated> {
  // Counting tokens exactly can wait until somebody opens a thread.
  const compactor = createCompactor({ store: options.store, tokenizer: characterTokenizer() })
  const targets = new Map<string, Target>()
  const seen = new Set<string>()
  const unread: UnreadRow[] = []
  const total = { rows: 0, appended: 0, known: 0 }

  async function targetOf(name: string): Promise<Target> {
    const known = targets.get(name)
    if (known !== undefined) return known
    const thread = await compactor.thread(name, { tenant: options.tenant })
    const made: Target = { thread, ids: new Set((await thread.entries()).map((entry) => entry.message.id)), pending: [] }
    targets.set(name, made)
    return made
  }

  async function flush(target: Target): Promise<void> {
    if (target.pending.length === 0) return
    await target.thread.appendDrafts(target.pending)
    total.appended += target.pending.length
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
      else target.pending.push(draft)
    }
    if (target.pending.length >= AT_ONCE) await flush(target)
  }
  for (const target of targets.values()) await flush(target)
  return { ...total, threads: targets.size, unread }
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
