import { isCapable } from '../schema/capabilities.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { isFailure } from '../schema/failures.ts'
import { seqOf, type ThreadId, threadId } from '../schema/ids.ts'
import type { Store, ThreadKey } from '../schema/ports.ts'
import type { OtherWords, Revision } from '../schema/reconciliation.ts'
import { linkedTo, linkTo, ownName } from './links.ts'
import type { EngineParts } from './ports.ts'
import { appendToLog, catchUpLog, type ThreadLog, threadLog } from './thread-log.ts'

/** What clients say differently from a thread's log, kept beside it: the log itself never changes. */
export interface Revisions {
  /** Everything recorded so far, as other words for the log's entries. */
  words(): Promise<readonly OtherWords[]>
  /** Adds what is not there yet. */
  record(revisions: readonly Revision[]): Promise<void>
}

/**
 * Keeps revisions as messages of a thread of their own, each with an id that says what it revises: `edited e57`. So they have all that
 * threads have: appended once, never changed, read back, kept apart by tenant.
 */
export function revisionsOf(key: ThreadKey, ports: EngineParts): Revisions {
  let own: ThreadLog | undefined
  const recorded = new Set<string>()
  let looked = 0
  /** In step with the thread of revisions, as soon as there is one. */
  async function catchUp(): Promise<ThreadLog | undefined> {
    const thread = own?.key.thread ?? (await revisionsThread(key, ports.store))
    if (thread === undefined) return undefined
    own ??= threadLog({ ...key, thread }, ports)
    await catchUpLog(own)
    const { entries } = own.log
    for (const entry of entries.slice(looked)) recorded.add(nameOf(entry))
    looked = entries.length
    return own
  }
  return {
    async words() {
      return (await catchUp())?.log.entries.flatMap(wordsOf) ?? []
    },
    async record(revisions) {
      if (revisions.length === 0) return
      for (;;) {
        const known = await catchUp()
        const missing = revisions.map(draftOf).filter((draft) => !recorded.has(nameOfDraft(draft)))
        if (missing.length === 0) return
        if (known === undefined) {
          // Known by its name from here on: a store that forgets the link is not asked for it again and again.
          own = threadLog({ ...key, thread: await beginRevisions(key, ports.store) }, ports)
          continue
        }
        try {
          await appendToLog(known, missing)
          return
        } catch (error) {
          // Another process recorded first: look again at what is missing.
          if (!isFailure(error, 'log-conflict')) throw error
        }
      }
    },
  }
}

/** The thread that holds a thread's revisions, if there is one. It can be opened and read like any other. */
async function revisionsThread(key: ThreadKey, store: Store): Promise<ThreadId | undefined> {
  return isCapable(store, 'links') ? (await linkedTo(store, key, 'revision'))[0] : threadId(`${key.thread}/revisions`)
}

async function beginRevisions(key: ThreadKey, store: Store): Promise<ThreadId> {
  const thread = await ownName(store, key, `${key.thread}/revisions`)
  await linkTo(store, key, 'revision', thread)
  return thread
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
