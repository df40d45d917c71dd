import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { isFailure } from '../schema/failures.ts'
import { seqOf, type ThreadId, threadId } from '../schema/ids.ts'
import type { ThreadKey } from '../schema/ports.ts'
import type { OtherWords, Revision } from '../schema/reconciliation.ts'
import type { EngineParts } from './ports.ts'
import { appendToLog, catchUpLog, threadLog } from './thread-log.ts'

/** What clients say differently from a thread's log, kept beside it: the log itself never changes. */
export interface Revisions {
  /** Everything recorded so far, as other words for the log's entries. */
  words(): Promise<readonly OtherWords[]>
  /** Adds what is not there yet. */
  record(revisions: readonly Revision[]): Promise<void>
}

/** The thread that holds a thread's revisions. It can be opened and read like any other. */
export function revisionsThread(thread: ThreadId): ThreadId {
  return threadId(`${thread}/revisions`)
}

/**
 * Keeps revisions as messages of a thread of their own, each with an id that says what it revises: `edited e57`. So they have all that
 * threads have: appended once, never changed, read back, kept apart by tenant.
 */
export function revisionsOf(key: ThreadKey, ports: EngineParts): Revisions {
  const own = threadLog({ ...key, thread: revisionsThread(key.thread) }, ports)
  const recorded = new Set<string>()
  let looked = 0
  async function catchUp(): Promise<void> {
    await catchUpLog(own)
    const { entries } = own.log
    for (const entry of entries.slice(looked)) recorded.add(nameOf(entry))
    looked = entries.length
  }
  return {
    async words() {
      await catchUp()
      return own.log.entries.flatMap(wordsOf)
    },
    async record(revisions) {
      if (revisions.length === 0) return
      for (;;) {
        await catchUp()
        const missing = revisions.map(draftOf).filter((draft) => !recorded.has(nameOfDraft(draft)))
        if (missing.length === 0) return
        try {
          await appendToLog(own, missing)
          return
        } catch (error) {
          // Another process recorded first: look again at what is missing.
          if (!isFailure(error, 'log-conflict')) throw error
        }
      }
    },
  }
}

function draftOf({ kind, seq, draft }: Revision): MessageDraft {
  return { ...draft, id: `${kind} e${seq}` }
}

function nameOfDraft({ id, blocks }: MessageDraft): string {
  return JSON.stringify([id, blocks[0]?.raw ?? null])
}

function nameOf({ message, raw }: Entry): string {
  return JSON.stringify([message.id, raw])
}

function wordsOf(entry: Entry): readonly OtherWords[] {
  const [, kind, seq] = /^(edited|reduced|inserted) e(\d+)$/.exec(entry.message.id) ?? []
  if (kind === undefined) return []
  const { role } = entry
  const at = seqOf(Number(seq))
  const place = kind === 'inserted' ? { seq: null, before: at } : { seq: at }
  return [{ role, block: entry as BlockDraft, ...place, source: 'revision' }]
}
