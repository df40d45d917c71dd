import type { Entry, MessageShell, Role } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Carried, ExternalizeRecord, PlanRecord, SummarizeRecord } from '../schema/plan.ts'
import type { PromptMessage, PromptPart } from '../schema/prompt.ts'
import { clearedText, externalizedText, seeAlsoText, shortenedText, summaryText } from './placeholders.ts'

/** A message on its way to the prompt. */
export interface ViewMessage extends PromptMessage {
  /** True where we wrote it. */
  readonly synthetic: boolean
}

/**
 * Applies a plan to a log: what each entry shows, message by message. A synthetic message stands at the first position of its
 * span, one message a span, never merged; the entries it carries follow it.
 */
export function viewOf(options: {
  readonly entries: readonly Entry[]
  /** Entries `from` (inside) to `to` (outside) are shown. */
  readonly from: Seq
  readonly to: Seq
  readonly records: readonly PlanRecord[]
  readonly summaryRole: Extract<Role, 'user' | 'assistant'>
}): readonly ViewMessage[] {
  const { entries, records } = options
  const view: ViewMessage[] = []
  let next = firstRecordReaching(records, options.from)
  let open: OpenMessage | undefined
  const show = (entry: Entry, part: PromptPart): void => {
    if (open === undefined || open.id !== entry.message.id || open.first !== entry.seq - entry.message.block) {
      close(view, open)
      open = openMessage(entries, entry)
    }
    open.parts.push(part)
  }
  for (let seq = options.from; seq < options.to; seq += 1) {
    const entry = entries[seq] as Entry
    while (next < records.length && (records[next] as PlanRecord).span.to < entry.seq) next += 1
    const record = records[next]
    if (record === undefined || entry.seq < record.span.from) {
      show(entry, { kind: 'entry', entry })
      continue
    }
    switch (record.action) {
      case 'shorten':
        show(entry, { kind: 'entry', entry, text: shortenedText(entry, record.excerpt) })
        break
      case 'clear':
        show(entry, entry.kind === 'tool-result' ? { kind: 'entry', entry, text: clearedText(entry) } : { kind: 'entry', entry })
        break
      case 'summarize':
      case 'externalize': {
        if (isOnlyResults(entries, record)) {
          show(entry, { kind: 'entry', entry, text: pointerFor(record, entry.seq) })
          break
        }
        if (entry.seq !== record.span.from) break
        close(view, open)
        open = undefined
        view.push(syntheticMessage(options.summaryRole, textOf(record)))
        if (record.action === 'summarize') for (const carry of record.carries) showCarried(entries, carry, show)
        break
      }
      case 'drop':
        if (entry.seq === record.span.from) for (const carry of record.carries) showCarried(entries, carry, show)
        break
    }
  }
  close(view, open)
  return view
}

/** Index of the first record that ends at or after `from`. */
function firstRecordReaching(records: readonly PlanRecord[], from: Seq): number {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle] as PlanRecord).span.to < from) low = middle + 1
    else high = middle
  }
  return low
}

interface OpenMessage {
  readonly id: string
  readonly first: Seq
  readonly role: Role
  readonly shell: MessageShell | undefined
  readonly parts: PromptPart[]
}

function openMessage(entries: readonly Entry[], entry: Entry): OpenMessage {
  const first = entry.seq - entry.message.block
  return { id: entry.message.id, first, role: entry.role, shell: entries[first]?.message.shell, parts: [] }
}

function close(view: ViewMessage[], open: OpenMessage | undefined): void {
  if (open === undefined) return
  const { role, parts, shell } = open
  view.push({ role, parts, synthetic: false, ...(shell === undefined ? {} : { shell }) })
}

function showCarried(entries: readonly Entry[], carry: Carried, show: (entry: Entry, part: PromptPart) => void): void {
  const entry = entries[carry.seq]
  if (entry === undefined) return
  const text = carry.excerpt === undefined ? {} : { text: shortenedText(entry, carry.excerpt) }
  show(entry, { kind: 'entry', entry, ...text })
}

export function isOnlyResults(entries: readonly Entry[], record: PlanRecord): boolean {
  for (let seq = record.span.from; seq <= record.span.to; seq += 1) {
    if (entries[seq]?.kind !== 'tool-result') return false
  }
  return true
}

export function pointerFor(record: SummarizeRecord | ExternalizeRecord, seq: Seq): string {
  return seq === record.span.from ? textOf(record) : seeAlsoText(record.span.from)
}

function textOf(record: SummarizeRecord | ExternalizeRecord): string {
  return record.action === 'summarize' ? summaryText(record) : externalizedText(record)
}

export function syntheticMessage(role: Role, text: string): ViewMessage {
  return { role, parts: [{ kind: 'synthetic', text }], synthetic: true }
}
