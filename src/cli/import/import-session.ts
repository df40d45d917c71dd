import { type Compactor, createCompactor, type Thread } from '../../index.ts'
import type { Entry } from '../../schema/entry.ts'
import type { Store } from '../../schema/ports.ts'
import type { FileTranscript } from '../../schema/transcript-format.ts'
import { characterTokenizer } from '../../tokenizers/characters.ts'
import { shelved } from '../store/shelved.ts'

/** What became of a session's conversations. */
interface Imported {
  readonly threads: number
  /** Messages that were appended, and those that were there already. */
  readonly appended: number
  readonly known: number
}

/** A compactor that counts when it is asked, and not while sessions are taken in. */
export function importer(store: Store): Compactor {
  return createCompactor({ store, ...shelved(store), tokenizer: characterTokenizer() })
}

/**
 * Takes the conversations of a session into a store: the session itself, its sub-agents as children of it, what was left as branches. What is
 * there already is left alone, so that a session that has grown can be imported again.
 */
export async function importSession(
  compactor: Compactor,
  transcripts: readonly FileTranscript[],
  { tenant, name }: { readonly tenant: string; readonly name: string },
): Promise<Imported> {
  let [threads, appended, known] = [0, 0, 0]
  for (const [index, transcript] of transcripts.entries()) {
    if (transcript.messages.length === 0) continue
    const thread = transcript.thread ?? (index === 0 ? name : `${name}/${index + 1}`)
    const open = await opened(compactor, transcript, { tenant, thread })
    const there = messagesIn(await open.entries())
    const rest = transcript.messages.slice(there)
    if (rest.length > 0) await open.appendDrafts(rest, { tools: transcript.tools })
    threads += 1
    appended += rest.length
    known += Math.min(there, transcript.messages.length) - (transcript.origin?.kind === 'branch' ? transcript.origin.shared : 0)
  }
  return { threads, appended, known }
}

/** The thread of a conversation, made if it is not there: a child, a branch, or one of its own. */
async function opened(
  compactor: Compactor,
  { origin }: FileTranscript,
  { tenant, thread }: { readonly tenant: string; readonly thread: string },
): Promise<Thread> {
  const names = origin === undefined ? [] : await compactor.threads({ tenant })
  if (origin === undefined || !names.includes(origin.of) || names.includes(thread)) return compactor.thread(thread, { tenant })
  const parent = await compactor.thread(origin.of, { tenant })
  if (origin.kind === 'child') return parent.child(thread)
  const last = lastOf(await parent.entries(), origin.shared)
  return last === undefined ? compactor.thread(thread, { tenant }) : parent.branch({ at: last.id, include: true, id: thread })
}

function messagesIn(entries: readonly Entry[]): number {
  return entries.filter(({ message }) => message.block === 0).length
}

/** The first entry of the message with this number, counted from 1. */
function lastOf(entries: readonly Entry[], shared: number): Entry | undefined {
  return entries.filter(({ message }) => message.block === 0)[shared - 1]
}
