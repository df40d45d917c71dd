import type { Entry } from '../schema/entry.ts'
import { frozen } from '../schema/frozen.ts'
import {
  ITEM_KINDS,
  type ItemDraft,
  type ItemKind,
  type Ledger,
  type LedgerItem,
  type LedgerOperation,
} from '../schema/ledger.ts'
import { hasMarker } from './check/markers.ts'
import { oneLine } from './one-line.ts'

/** An empty ledger. */
export const EMPTY_LEDGER: Ledger = frozen({ items: [], coveredTo: 0, round: 0 })

/** Why an operation changed nothing. */
type Rejection = 'unknown-item' | 'not-active' | 'unknown-kind' | 'no-text' | 'no-source' | 'unknown-source' | 'said-before'

interface RejectedOperation {
  readonly operation: LedgerOperation
  readonly reason: Rejection
}

interface Folded {
  readonly ledger: Ledger
  /** Operations that name an item which is not there, or say nothing, or name no entry. Data, not exceptions. */
  readonly rejected: readonly RejectedOperation[]
}

/**
 * Carries operations out, in order. An item that no operation names stays as it is, byte for byte: that is why a ledger does not
 * drift. Whether what an operation says is true is for the checker to say.
 *
 *     i1 constraint "port 8080"   +  supersede i1 by "port 9090"   →   i1 superseded · i2 "port 9090" active
 */
export function foldLedger(
  ledger: Ledger,
  operations: readonly LedgerOperation[],
  { entries }: { readonly entries: readonly Entry[] },
): Folded {
  const items = [...ledger.items]
  const rejected: RejectedOperation[] = []
  const places = new Map(items.map((item, place) => [item.id, place]))
  const said = new Set(items.filter(isActive).map(keyOf))
  const done = new Set(items.filter(({ status }) => status === 'done').map(keyOf))
  let number = items.reduce((most, { id }) => Math.max(most, numberIn(id)), 0)
  const add = (draft: ItemDraft): void => {
    number += 1
    const item = itemOf(draft, `i${number}`, entries)
    places.set(item.id, items.length)
    items.push(item)
    const keys = item.status === 'done' ? done : said
    keys.add(keyOf(item))
  }
  for (const operation of operations) {
    const place = 'id' in operation ? places.get(operation.id) : undefined
    const item = place === undefined ? undefined : items[place]
    const reason = faultIn(operation, item, { entries, said, done })
    if (reason !== undefined) rejected.push({ operation, reason })
    else if (operation.op === 'add') add(operation.item)
    else if (item !== undefined && place !== undefined) {
      said.delete(keyOf(item))
      items[place] = changed(item, operation, entries)
      if (operation.op === 'update') said.add(keyOf(items[place]))
      // What is said already need not be said twice.
      if (operation.op === 'supersede' && !said.has(keyOf(operation.by))) add(operation.by)
    }
  }
  return { ledger: { ...ledger, items }, rejected }
}

interface Scene {
  readonly entries: readonly Entry[]
  /** What active items say, and what is finished. */
  readonly said: ReadonlySet<string>
  readonly done: ReadonlySet<string>
}

function faultIn(operation: LedgerOperation, item: LedgerItem | undefined, scene: Scene): Rejection | undefined {
  switch (operation.op) {
    case 'add':
      return draftFault(operation.item, scene) ?? (isSaid(operation.item, scene) ? 'said-before' : undefined)
    case 'supersede':
      return itemFault(item) ?? draftFault(operation.by, scene)
    case 'update':
      return itemFault(item) ?? (operation.text.trim() === '' ? 'no-text' : sourceFault(operation.sources, scene))
    case 'resolve':
      return itemFault(item) ?? (operation.sources.every((seq) => isSource(seq, scene)) ? undefined : 'unknown-source')
  }
}

/** What was finished may be asked for again; that it was finished need not be said twice. */
function isSaid(draft: ItemDraft, { said, done }: Scene): boolean {
  return said.has(keyOf(draft)) || (draft.status === 'done' && done.has(keyOf(draft)))
}

function itemFault(item: LedgerItem | undefined): Rejection | undefined {
  if (item === undefined) return 'unknown-item'
  return isActive(item) ? undefined : 'not-active'
}

function draftFault({ kind, text, sources }: ItemDraft, scene: Scene): Rejection | undefined {
  if (!KINDS.has(kind)) return 'unknown-kind'
  return text.trim() === '' ? 'no-text' : sourceFault(sources, scene)
}

const KINDS: ReadonlySet<ItemKind> = new Set(ITEM_KINDS)

function sourceFault(sources: readonly number[], scene: Scene): Rejection | undefined {
  if (sources.length === 0) return 'no-source'
  return sources.every((seq) => isSource(seq, scene)) ? undefined : 'unknown-source'
}

function isSource(seq: number, { entries }: Scene): boolean {
  return Number.isInteger(seq) && seq >= 0 && seq < entries.length
}

function isActive({ status }: LedgerItem): boolean {
  return status === 'active'
}

function keyOf({ kind, text }: Pick<ItemDraft, 'kind' | 'text'>): string {
  return `${kind} ${text}`
}

function numberIn(id: string): number {
  const number = Number(id.slice(1))
  return Number.isFinite(number) ? number : 0
}

function itemOf(draft: ItemDraft, id: string, entries: readonly Entry[]): LedgerItem {
  const { kind, text, authority } = draft
  const sources = ordered(draft.sources)
  const context = contextOf(draft)
  const status = draft.status === 'done' ? 'done' : 'active'
  const time = entries[sources.at(-1) ?? -1]?.time ?? null
  return {
    id,
    kind,
    text,
    sources,
    authority,
    ...(context === '' ? {} : { context }),
    ...(draft.unconfirmed && { unconfirmed: draft.unconfirmed }),
    status,
    time,
  }
}

const LONGEST_CONTEXT = 240

/** Only a quotation needs other words beside it; words that look like a role or a heading are none. */
function contextOf({ authority, context = '' }: ItemDraft): string {
  return authority === 'assistant' || hasMarker(context) ? '' : oneLine(context, LONGEST_CONTEXT)
}

function changed(item: LedgerItem, operation: Exclude<LedgerOperation, { op: 'add' }>, entries: readonly Entry[]): LedgerItem {
  switch (operation.op) {
    case 'supersede':
      return { ...item, status: 'superseded' }
    case 'resolve':
      return { ...item, status: 'done', sources: ordered([...item.sources, ...operation.sources]) }
    case 'update':
      return itemOf({ ...item, text: operation.text, sources: [...item.sources, ...operation.sources] }, item.id, entries)
  }
}

function ordered(sources: readonly number[]): readonly number[] {
  return [...new Set(sources)].sort((a, b) => a - b)
}
