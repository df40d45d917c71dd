import { entryAt, type ReadEntries } from '../log/entry-at.ts'
import type { Entry, MessageShell, Role } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Carried, ExternalizeRecord, PlanRecord, SummarizeRecord } from '../schema/plan.ts'
import type { PromptMessage, PromptPart } from '../schema/prompt.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import { clearedText, externalizedText, type Reader, seeAlsoText, shortenedText, summaryText } from './placeholders.ts'

/** A message on its way to the prompt. */
export interface ViewMessage extends Omit<PromptMessage, 'synthetic'> {
  /** True if we wrote it. */
  readonly synthetic: boolean
}

/**
 * Applies a plan to a log: what each entry shows, message by message. A synthetic message stands at the first position of its
 * span, one message a span, never merged; the entries it carries follow it.
 */
export function viewOf(
  options: SeqRange & {
    readonly entries: ReadEntries
    readonly records: readonly PlanRecord[]
    readonly summaryRole: Extract<Role, 'user' | 'assistant'>
    readonly traits?: Reader
  },
): readonly ViewMessage[] {
  const { entries, records } = options
  const view: ViewMessage[] = []
  let open: OpenMessage | undefined
  const show: Show = (entry, text) => {
    if (open === undefined || !goesOn(open, entry)) {
      close(view, open)
      open = openMessage(entry)
    }
    open.parts.push(text === undefined ? { kind: 'entry', entry } : { kind: 'entry', entry, text })
    open.shells.push(entries[firstOf(entry)]?.message.shell)
  }
  const say = (text: string): void => {
    close(view, open)
    open = undefined
    view.push(syntheticMessage(options.summaryRole, text))
  }
  let seq = options.from
  for (let next = firstRecordReaching(records, seq); seq < options.end; next += 1) {
    const record = records[next]
    const free = Math.min(record?.span.from ?? options.end, options.end)
    for (; seq < free; seq = after(seq)) show(entryAt(entries, seq))
    if (record === undefined || seq >= options.end) break
    // What a record covers is not looked at one by one: a fold may stand for a hundred thousand entries.
    const covered = rangeOf(seq, Math.min(record.span.end, options.end))
    showRecord(record, { entries, covered, show, say, reader: options.traits ?? {} })
    seq = covered.end
  }
  close(view, open)
  return view
}

/** Shows an entry, whole or as `text`. */
type Show = (entry: Entry, text?: string) => void

interface Stage {
  readonly entries: ReadEntries
  /** The part of the record's span that is shown, its end outside. */
  readonly covered: SeqRange
  readonly show: Show
  /** Says something that is not in the log. */
  readonly say: (text: string) => void
  readonly reader: Reader
}

function showRecord(record: PlanRecord, { entries, covered, show, say, reader }: Stage): void {
  const showEach = (textFor: (entry: Entry) => string | undefined): void => {
    for (let seq = covered.from; seq < covered.end; seq = after(seq)) {
      const entry = entryAt(entries, seq)
      show(entry, textFor(entry))
    }
  }
  const begins = covered.from === record.span.from
  switch (record.action) {
    case 'shorten':
      showEach((entry) => shortenedText(entry, record.excerpt))
      break
    case 'clear':
      // Reasoning has no placeholder: a provider takes it whole or not at all.
      if (entries[record.span.from]?.kind === 'reasoning') break
      showEach((entry) => (entry.kind === 'tool-result' ? (record.resent ?? clearedText(entry, record.note)) : undefined))
      break
    case 'summarize':
    case 'externalize':
      if (isOnlyResults(entries, record)) {
        showEach((entry) => pointerFor(record, entry.seq, reader))
      } else if (begins) {
        const carries = record.action === 'summarize' ? record.carries : []
        showCarried(
          entries,
          carries.filter((carry) => carry.inFront === true),
          show,
        )
        say(textOf(record, reader))
        showCarried(
          entries,
          carries.filter((carry) => carry.inFront !== true),
          show,
        )
      }
      break
    case 'drop':
      if (begins) showCarried(entries, record.carries, show)
  }
}

/** Index of the first record that ends after `from`. */
export function firstRecordReaching(records: readonly PlanRecord[], from: Seq): number {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle] as PlanRecord).span.end <= from) low = middle + 1
    else high = middle
  }
  return low
}

type EntryPart = Extract<PromptPart, { kind: 'entry' }>

interface OpenMessage {
  readonly first: Seq
  readonly role: Role
  readonly parts: EntryPart[]
  /** The shell of each part's own message. */
  readonly shells: (MessageShell | undefined)[]
}

function openMessage(entry: Entry): OpenMessage {
  return { first: firstOf(entry), role: entry.role, parts: [], shells: [] }
}

function firstOf({ seq, message }: Entry): Seq {
  return seqOf(seq - message.block)
}

/** The next block of the same message, or the next piece of the same answer. */
function goesOn({ parts }: OpenMessage, entry: Entry): boolean {
  const last = parts.at(-1)?.entry
  if (last === undefined) return false
  return firstOf(last) === firstOf(entry) || (entry.message.piece === 'later' && last.seq + 1 === entry.seq)
}

/** A message of one piece keeps its shell; in one of several, every part brings its own. */
function close(view: ViewMessage[], open: OpenMessage | undefined): void {
  if (open === undefined) return
  const { role, parts, shells } = open
  const [shell] = shells
  if (parts.every(({ entry }) => firstOf(entry) === open.first)) {
    // A list that grew keeps room for more, and views are kept.
    const exact = parts.slice()
    view.push(shell === undefined ? { role, parts: exact, synthetic: false } : { role, parts: exact, synthetic: false, shell })
    return
  }
  view.push({ role, parts: parts.map((part, index) => withShell(part, shells[index])), synthetic: false })
}

function withShell(part: EntryPart, shell: MessageShell | undefined): EntryPart {
  return shell === undefined ? part : { ...part, shell }
}

function showCarried(entries: ReadEntries, carries: readonly Carried[], show: Show): void {
  for (const carry of carries) {
    const entry = entries[carry.seq]
    if (entry !== undefined) show(entry, carry.excerpt === undefined ? undefined : shortenedText(entry, carry.excerpt))
  }
}

/** Results that give way to a pointer each, so that their calls stay answered. What is carried out of a fold stands behind its summary. */
export function isOnlyResults(entries: ReadEntries, record: PlanRecord): boolean {
  if ('carries' in record && record.carries.length > 0) return false
  for (let seq = record.span.from; seq < record.span.end; seq = after(seq)) {
    if (entries[seq]?.kind !== 'tool-result') return false
  }
  return true
}

export function pointerFor(record: SummarizeRecord | ExternalizeRecord, seq: Seq, reader: Reader): string {
  return seq === record.span.from ? textOf(record, reader) : seeAlsoText(record.span.from)
}

function textOf(record: SummarizeRecord | ExternalizeRecord, reader: Reader): string {
  return record.action === 'summarize' ? summaryText(record, reader) : externalizedText(record, reader)
}

export function syntheticMessage(role: Role, text: string): ViewMessage {
  return { role, parts: [{ kind: 'synthetic', text }], synthetic: true }
}
