import type { Seq } from '../schema/ids.ts'
import type { Authority, ItemDraft, ItemKind, Ledger, LedgerItem, LedgerOperation } from '../schema/ledger.ts'
import { overtakenStatement } from './later-steps.ts'
import type { ReadLog } from './read-log.ts'
import { candidateAt } from './remark-index.ts'
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
  const asked = ledger.items.filter(({ status, kind }) => status === 'active' && kind === 'request')
  return [...active, ...asked].flatMap((item): readonly LedgerOperation[] => {
    const said = [latest.get(readTopic(item.text).key), laterIn(log, item)].find(
      (later) => later !== undefined && overtakes(later, item),
    )
    const by = [replacedBy(item, log), said].find((later) => later !== undefined && lastOf(later) < end)
    if (by === undefined) return []
    const { kind = item.kind } = active.find(({ text }) => text === by.text) ?? {}
    return [{ op: 'supersede', id: item.id, by: { kind, text: by.text, sources: by.sources, authority: by.authority } }]
  })
}

/** What a person said in the place of a sentence of theirs that an item copies: "Use tabs." ← "No, spaces please". */
export function replacedBy({ text, sources, authority }: ItemDraft, log: ReadLog): Saying | undefined {
  if (authority !== 'user') return undefined
  const index = log.remarks()
  const { sayings } = index
  if (sayings.replaced.size === 0) return undefined
  const copied = sources.flatMap((seq) => {
    const entry = log.entries[seq]
    return entry === undefined ? [] : log.read(entry).remarks.filter((remark) => sayings.replaced.has(remark))
  })
  const old = copied.find((remark) => remark.text === text.trim())
  // What replaced it may have been replaced in turn.
  let last = old && sayings.replaced.get(old)
  for (let next = last; next !== undefined; next = sayings.replaced.get(next)) last = next
  const at = last === undefined ? -1 : index.remarks.lastIndexOf(last)
  const found = at === -1 ? undefined : candidateAt(index, at)
  return found && { text: found.remark.text, sources: [found.seq], authority: 'user' }
}

/** True if the log says otherwise after an item's last source, possibly where the model sees it anyway. */
export function isOvertaken(item: ItemDraft, log: ReadLog): boolean {
  if (replacedBy(item, log) !== undefined || overtakenStatement(item, log) !== undefined) return true
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
