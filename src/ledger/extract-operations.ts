import type { Entry, TextEntry } from '../schema/entry.ts'
import { after, handleOf, type Seq } from '../schema/ids.ts'
import type { ItemDraft, Ledger, LedgerItem, LedgerOperation } from '../schema/ledger.ts'
import type { SeqRange } from '../schema/range.ts'
import type { CommandFact } from './command-facts.ts'
import { earlierAt } from './earlier-summary.ts'
import { extractFacts, type Facts } from './extract.ts'
import { stateOf } from './file-words.ts'
import { foldLedger } from './fold.ts'
import { earlierParts } from './heard.ts'
import { oneLine } from './one-line.ts'
import type { PersonAnswer } from './person-answers.ts'
import type { Words } from './quote.ts'
import type { EntryReading, Remark } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import { askedIn, requestWords } from './requests.ts'
import { type Topic, takenBack, topicReader } from './supersession.ts'

/** A longer request is in the ledger by its beginning; all of it can be recalled. */
const LONGEST_REQUEST = 1_200
const LONGEST_COMMAND = 160

/**
 * What the entries of a range change in a ledger, found without a model (F4, F5): the task and later requests word for word, rules, wishes
 * and refusals, decisions with their reasons, files, commands, errors and what resolved them, plan, state. A sentence that gives the same
 * thing another value supersedes; what was failing and now works is resolved.
 */
export function extractOperations(ledger: Ledger, log: ReadLog, range: SeqRange): readonly LedgerOperation[] {
  const { entries, read } = log
  const topicOf = topicReader()
  const operations: LedgerOperation[] = []
  let current = ledger
  const apply = (made: readonly LedgerOperation[]): void => {
    const { ledger: next, rejected } = foldLedger(current, made, { entries })
    const refused = new Set(rejected.map(({ operation }) => operation))
    for (const operation of made) if (!refused.has(operation)) operations.push(operation)
    current = next
  }
  const facts = extractFacts(log, range)
  const { task } = askedIn(facts.requests, entries, range.from)
  apply(ofEarlier(log, range, current))
  for (const request of facts.requests) {
    const reading = read(request)
    apply(ofRequest(request, { reading, ledger: current, mayBeTask: request === task }))
    // One by one: of two rules of one message, the second may take back the first.
    for (const rule of rulesIn(request, reading)) apply([said(rule, { ledger: current, kinds: RULES, topicOf })])
  }
  for (const answer of facts.answers) apply(ofAnswer(answer))
  for (const remark of agentRemarks(log, range))
    apply([said(draftOf(remark, log), { ledger: current, kinds: ['decision', 'fact', 'open'], topicOf })])
  apply(ofFiles(facts, current))
  // In order: what failed may have worked later on.
  for (const command of facts.commands) apply(ofCommand(command, log, current))
  apply(ofSteps(facts, current))
  apply(ofState(facts, log, current))
  return operations
}

function draft(kind: ItemDraft['kind'], text: string, seq: Seq, authority: ItemDraft['authority'] = 'assistant'): ItemDraft {
  return { kind, text, sources: [seq], authority }
}

const RULES = ['constraint', 'preference', 'rejected'] as const

/** A person's message: the first is the task, later ones are requests. One that is nothing but rules is in the ledger by its rules. */
function ofRequest(
  entry: TextEntry,
  { reading, ledger, mayBeTask }: { readonly reading: EntryReading; readonly ledger: Ledger; readonly mayBeTask: boolean },
): readonly LedgerOperation[] {
  const isTask = mayBeTask && !ledger.items.some(({ kind }) => kind === 'task')
  const { remarks } = reading
  if (!isTask && remarks.length > 0 && rulesIn(entry, reading).length === remarks.length) return []
  return [{ op: 'add', item: draft(isTask ? 'task' : 'request', beginning(requestWords(entry)), entry.seq, 'user') }]
}

/** A summary from before: task and rules as it has them. No person is quoted by it. */
function ofEarlier(log: ReadLog, { from, end }: SeqRange, ledger: Ledger): readonly LedgerOperation[] {
  const entry = earlierAt(log.entries, from)
  if (entry === undefined || entry.seq >= end || ledger.items.some(({ sources }) => sources.includes(entry.seq))) return []
  const hasTask = ledger.items.some(({ kind }) => kind === 'task')
  return earlierParts(log.earlier(entry)).map(({ what, text }) => {
    const kind = what === 'rule' ? 'constraint' : what === 'beginning' ? 'fact' : hasTask ? 'request' : 'task'
    return { op: 'add', item: draft(kind, beginning(text), entry.seq) }
  })
}

/** What a person said to a call: the word of the tool that it came with. */
function ofAnswer({ call, seq, to, about, isAnswer, words }: PersonAnswer): readonly LedgerOperation[] {
  const what = about === undefined ? to : `${isAnswer === true ? 'To' : to} “${about}”`
  const text = `${what}: ${words}`
  return [{ op: 'add', item: { kind: 'request', text, sources: [call, seq], authority: 'tool' } }]
}

/** Each rule, wish or refusal in a person's message, verbatim. */
function rulesIn(entry: TextEntry, { remarks }: EntryReading): readonly ItemDraft[] {
  const rules = remarks.filter(
    ({ kind, isRule, text }) => kind !== 'request' && (kind !== 'constraint' || isRule === true) && !text.endsWith('…'),
  )
  return rules.map(({ kind, text }) => draft(kind, text, entry.seq, 'user'))
}

/** A verbatim beginning of a text, cut at a line's end if it must be cut. */
function beginning(text: string): string {
  if (text.length <= LONGEST_REQUEST) return text
  const end = text.lastIndexOf('\n', LONGEST_REQUEST)
  return text.slice(0, end > LONGEST_REQUEST / 2 ? end : LONGEST_REQUEST).toWellFormed()
}

/** Adds an item, or puts it in the place of one of the same kinds that it takes back. */
function said(
  item: ItemDraft,
  {
    ledger,
    kinds,
    topicOf,
  }: { readonly ledger: Ledger; readonly kinds: readonly LedgerItem['kind'][]; readonly topicOf: (text: string) => Topic },
): LedgerOperation {
  const before = takenBack(ledger.items, kinds, item.text, topicOf)
  // What a person said, only a person takes back (L12).
  const mayTakeBack = before !== undefined && (before.authority !== 'user' || item.authority === 'user')
  return mayTakeBack ? { op: 'supersede', id: before.id, by: item } : { op: 'add', item }
}

interface Spoken {
  readonly seq: Seq
  readonly remark: Remark
}

/** What the agent said aloud that names something, or decides. */
function agentRemarks({ entries, read }: ReadLog, { from, end }: SeqRange): readonly Spoken[] {
  const spoken: Spoken[] = []
  for (let seq = from; seq < end; seq = after(seq)) {
    const entry = entries[seq]
    if (entry?.kind !== 'text' || entry.author !== 'agent') continue
    for (const remark of read(entry).remarks) {
      if (remark.kind === 'decision' || remark.kind === 'open' || remark.names.length > 0) spoken.push({ seq, remark })
    }
  }
  return spoken
}

/** What only repeats a tool's words is the tool's. */
function draftOf({ seq, remark }: Spoken, log: ReadLog): ItemDraft {
  const kind = remark.kind === 'decision' || remark.kind === 'open' ? remark.kind : 'fact'
  const source = log.remarks().repeated.get(remark)
  return source === undefined
    ? draft(kind, remark.text, seq)
    : { kind, text: remark.text, sources: [source, seq], authority: 'tool' }
}

function ofFiles({ files }: Facts, { items }: Ledger): readonly LedgerOperation[] {
  return files
    .filter(({ operation }) => operation !== 'read')
    .map((file) => {
      const { path, seq } = file
      const before = items.find((item) => item.kind === 'file' && item.status === 'active' && item.text.startsWith(`${path}: `))
      const text = `${path}: ${stateOf(file)}`
      return before === undefined
        ? { op: 'add', item: draft('file', text, seq) }
        : { op: 'update', id: before.id, text, sources: [seq] }
    })
}

/** A failing command is an item with what its output says, until the same command works. */
function ofCommand({ command, outcome, exit, seq }: CommandFact, log: ReadLog, { items }: Ledger): readonly LedgerOperation[] {
  const name = oneLine(command, LONGEST_COMMAND)
  const active = items.filter(({ status }) => status === 'active')
  const open = active.filter(({ kind, text }) => kind === 'command' && text.startsWith(`${name} → `))
  if (outcome === 'failure' && open.length === 0) {
    const status = exit === undefined ? 'failure' : `failure, exit ${exit}`
    return [{ op: 'add', item: draft('command', `${name} → ${status}`, seq) }, ...troubleAfter(log, seq)]
  }
  if (outcome !== 'success' || open.length === 0) return []
  const calls = new Set(open.flatMap(({ sources }) => sources))
  const errors = active.filter(({ kind, sources }) => kind === 'error' && sources.some((source) => calls.has(source)))
  return [...open, ...errors].map(({ id }) => ({ op: 'resolve', id, sources: [seq] }))
}

/** The line of a result that says what went wrong: the tool's words, quoted as such. */
function troubleAfter({ entries, read }: ReadLog, call: Seq): readonly LedgerOperation[] {
  for (let seq = call + 1; seq < Math.min(entries.length, call + MOST_BETWEEN); seq += 1) {
    const entry = entries[seq]
    if (entry?.kind !== 'tool-result' || entry.answers.kind !== 'call' || entry.answers.seq !== call) continue
    const trouble = read(entry).remarks.find(({ kind }) => kind === 'error')
    if (trouble === undefined) return []
    return [{ op: 'add', item: { kind: 'error', text: trouble.text, sources: [call, seq], authority: 'tool' } }]
  }
  return []
}

const MOST_BETWEEN = 32

function ofSteps({ steps }: Facts, { items }: Ledger): readonly LedgerOperation[] {
  if (steps.length === 0) return []
  const known = items.filter(({ kind, status }) => kind === 'step' && status === 'active')
  const listed = new Set(steps.map(({ text }) => text))
  const [first] = steps
  return [
    ...known
      .filter(({ text }) => !listed.has(text) || steps.some((step) => step.text === text && isOver(step)))
      .map(({ id }): LedgerOperation => ({ op: 'resolve', id, sources: [first?.seq ?? 0] })),
    ...steps
      .filter((step) => !isOver(step) && !known.some((item) => item.text === step.text))
      .map(({ text, seq }): LedgerOperation => ({ op: 'add', item: draft('step', text, seq) })),
  ]
}

function isOver({ status }: Facts['steps'][number]): boolean {
  return status === 'done' || status === 'dropped'
}

/** Where it stands: the last thing said, what is awaited, what is in flight. The former state is no longer true. */
function ofState({ lastState, open }: Facts, { entries, read, remarks }: ReadLog, { items }: Ledger): readonly LedgerOperation[] {
  const states: ItemDraft[] = []
  if (lastState !== undefined) {
    const awaits = /[?？]\s*$/u.test(lastState.text)
    const text = lastSentences(lastState, read(lastState))
    const authority = remarks().repeating.has(lastState.seq) ? 'tool' : 'assistant'
    states.push(draft('state', awaits ? `Awaiting an answer: ${text}` : text, lastState.seq, authority))
  }
  for (const seq of open.slice(-MOST_OPEN))
    states.push(draft('state', `In flight: ${toolOf(entries[seq])}, call ${handleOf(seq)}`, seq))
  const former = items.filter(({ kind, status }) => kind === 'state' && status === 'active')
  const [first, ...others] = states
  if (first === undefined) return []
  const [last, ...older] = former.toReversed()
  return [
    ...older.map(({ id }): LedgerOperation => ({ op: 'resolve', id, sources: first.sources })),
    last === undefined ? { op: 'add', item: first } : { op: 'supersede', id: last.id, by: first },
    ...others.map((item): LedgerOperation => ({ op: 'add', item })),
  ]
}

/** As many of the last sentences as make a short paragraph. */
function lastSentences(entry: Words, { remarks }: EntryReading): string {
  let from = remarks.length
  for (let length = 0; from > 0 && length + (remarks[from - 1]?.text.length ?? 0) <= LONGEST_STATE; from -= 1) {
    length += remarks[from - 1]?.text.length ?? 0
  }
  const text = remarks
    .slice(from)
    .map((remark) => remark.text)
    .join(' ')
  return oneLine(text === '' ? entry.text : text, LONGEST_STATE)
}

function toolOf(entry: Entry | undefined): string {
  return entry?.kind === 'tool-call' ? oneLine(entry.tool, 40) : 'a tool'
}

const LONGEST_STATE = 400
const MOST_OPEN = 4
