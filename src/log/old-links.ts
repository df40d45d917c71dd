import { type ThreadId, threadId } from '../schema/ids.ts'

/** What the name of a thread would say if we had given it, before there were links. Whether we did is for its entries to say. */
type OldName =
  | { readonly kind: 'branch'; readonly thread: ThreadId /** Its first entries are the thread's. */; readonly at: number }
  | { readonly kind: 'revision'; readonly thread: ThreadId }

const [BRANCH, REVISIONS] = ['/branch-', '/revisions'] as const
const REST = /^([1-9]\d{0,9})(?:-[0-9a-f]{1,8})?$/

/** Reads a name in the form that our branches and revisions had; `null` if it has neither. */
export function oldNameOf(name: string): OldName | null {
  if (name.endsWith(REVISIONS) && name.length > REVISIONS.length) {
    return { kind: 'revision', thread: threadId(name.slice(0, -REVISIONS.length)) }
  }
  const cut = name.lastIndexOf(BRANCH)
  const [, at] = REST.exec(name.slice(cut + BRANCH.length)) ?? []
  return cut > 0 && at !== undefined ? { kind: 'branch', thread: threadId(name.slice(0, cut)), at: Number(at) } : null
}

/** Whether a message has an id as revisions have: it says what it revises. */
export function isOfRevision(message: string): boolean {
  return /^(?:edited|reduced|inserted) e\d+$/.test(message)
}
