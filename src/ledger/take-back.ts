import type { Seq } from '../schema/ids.ts'
import type { Authority, ItemDraft, ItemKind, Ledger, LedgerItem, LedgerOperation } from '../schema/ledger.ts'
import type { ReadLog } from './read-log.ts'
import { readTopic, takesBack } from './supersession.ts'

/** Kinds that say something of a thing, so that something else may be said of it later. */
const KINDS: readonly ItemKind[] = ['constraint', 'preference', 'rejected', 'decision', 'fact', 'open']

/**
 * Brings a ledger in line with the log: an item that the log or a later item takes back, unnoticed by the writer of the summary, is
 * superseded by what took it back.
 *
 *     i4 "The port is 8080" (e7)  ·  the log at e31: "The port is 9090"   →   supersede i4 by "The port is 9090" (e31)
 */
export function takeBacks(ledger: Ledger, log: ReadLog, end: Seq): readonly LedgerOperation[] {
  const active = ledger.items.filter(({ status, kind }) => status === 'active' && KINDS.includes(kind))
  const latest = new Map<string, LedgerItem>()
  for (const item of active) {
    const { key } = readTopic(item.text)
    const before = latest.get(key)
    if (key !== '' && (before === undefined || lastOf(before) <= lastOf(item))) latest.set(key, item)
  }
  return active.flatMap((item): readonly LedgerOperation[] => {
    const said = [latest.get(readTopic(item.text).key), laterIn(log, item)]
    const by = said.find((later) => later !== undefined && lastOf(later) < end && overtakes(later, item))
    if (by === undefined) return []
    const { kind = item.kind } = active.find(({ text }) => text === by.text) ?? {}
    return [{ op: 'supersede', id: item.id, by: { kind, text: by.text, sources: by.sources, authority: by.authority } }]
  })
}

/** True if the log says otherwise after an item's last source, possibly where the model sees it anyway. */
export function isOvertaken(item: ItemDraft, log: ReadLog): boolean {
  const later = KINDS.includes(item.kind) ? laterIn(log, item) : undefined
  return later !== undefined && overtakes(later, item)
}

interface Saying {
  readonly text: string
  readonly sources: readonly number[]
  readonly authority: Authority
}

/** What the log says last about the thing that an item is about. */
function laterIn(log: ReadLog, { text }: ItemDraft): Saying | undefined {
  const { key } = readTopic(text)
  const found = key === '' ? undefined : log.remarks().latest.get(key)
  return found && { text: found.remark.text, sources: [found.seq], authority: found.remark.authority }
}

/** What a person said, only a person takes back (L12). */
function overtakes(later: Saying, item: ItemDraft): boolean {
  const isAllowed = later.authority === 'user' || (later.authority === 'assistant' && item.authority !== 'user')
  return isAllowed && lastOf(later) > lastOf(item) && takesBack(later.text, item.text)
}

function lastOf({ sources }: Pick<Saying, 'sources'>): number {
  return sources.at(-1) ?? -1
}
