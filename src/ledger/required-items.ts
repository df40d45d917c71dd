import type { Entry, TextEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { ItemDraft, ItemKind, Ledger, LedgerOperation } from '../schema/ledger.ts'
import { personWords } from '../schema/notices.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Coverage } from '../schema/summary.ts'
import { identifiersIn } from './check/identifiers.ts'
import { earlierAt } from './earlier-summary.ts'
import { extractFacts } from './extract.ts'
import { extractOperations } from './extract-operations.ts'
import { stateOf } from './file-words.ts'
import { earlierParts } from './heard.ts'
import { cueOf, says } from './languages/cue.ts'
import type { Words } from './quote.ts'
import type { ReadLog } from './read-log.ts'
import { askedIn, requestWords } from './requests.ts'
import { sentencesOf } from './sentences.ts'
import { replacedBy } from './take-back.ts'

/** Something that must be known after a compaction, and how to see whether it is. */
interface RequiredItem {
  readonly draft: ItemDraft
  readonly key: string
  /** The item of the ledger that it takes back. */
  readonly supersedes?: string
}

const LONGEST = 600
/** Of what people asked, the latest; of the rest, the latest of each sort. */
const MOST_REQUESTS = 3
const MOST_EACH = 24
const MOST_IDENTIFIERS = 12

/** What a summary of a range may not leave out (F4): rules, requests, files changed, failing commands, identifiers. */
export function requiredItems(ledger: Ledger, log: ReadLog, range: SeqRange): readonly RequiredItem[] {
  const facts = extractFacts(log, range)
  const { from } = range
  const asked = askedIn(facts.requests, log.entries, from)
  const { task, later } = isFirst(log.entries, from) ? asked : { task: undefined, later: facts.requests }
  const rules = extractOperations(ledger, log, range)
    .flatMap(ofRule)
    .filter(({ draft }) => replacedBy(draft, log) === undefined)
  const files = facts.files
    .filter(({ operation }) => operation !== 'read')
    .map((file) => item('file', `${file.path}: ${stateOf(file)}`, [file.seq], 'assistant', file.path))
  const commands = facts.commands
    .filter(({ outcome }) => outcome === 'failure')
    .map(({ command, exit, seq }) => {
      const status = exit === undefined ? 'failure' : `failure, exit ${exit}`
      return item('command', `${firstLine(command)} → ${status}`, [seq], 'assistant', firstLine(command))
    })
  const all = [
    ...(task === undefined ? [] : [item('task', opening(task), [task.seq], 'user')]),
    ...carriedOver(log, range),
    ...rules.slice(-MOST_EACH),
    ...later.slice(-MOST_REQUESTS).map((entry) => item('request', opening(entry), [entry.seq], 'user')),
    ...files.slice(-MOST_EACH),
    ...commands.slice(-MOST_EACH),
    ...namedThings([...facts.requests, ...(facts.lastState === undefined ? [] : [facts.lastState])]),
  ] // One sentence may be a rule, a request and the place of a name: it is said once.
  return all.filter(({ draft }, index) => all.findIndex((other) => other.draft.text === draft.text) === index)
}

/** Task and rules of a summary from before: nothing else in the log has them. */
function carriedOver(log: ReadLog, { from, end }: SeqRange): readonly RequiredItem[] {
  const entry = earlierAt(log.entries, from)
  if (entry === undefined || entry.seq >= end) return []
  return earlierParts(log.earlier(entry)).map(({ what, text }) =>
    item(what === 'rule' ? 'constraint' : what === 'task' ? 'task' : 'fact', text, [entry.seq], 'assistant'),
  )
}

/** What of it an active item of a ledger says already, and what must be added. */
export function missingFrom(
  ledger: Ledger,
  required: readonly RequiredItem[],
): { readonly missing: readonly RequiredItem[]; readonly coverage: Coverage } {
  const said = ledger.items.map((entry) => ({
    ...{ text: plain(entry.text), status: entry.status, last: entry.sources.at(-1) ?? 0 },
    isOfChange: entry.kind === 'file' || entry.kind === 'artifact' || says(EDIT, entry.text),
  }))
  const missing = required.filter(({ key, draft }) => {
    const name = plain(key)
    // Words that were overtaken do not bring themselves back.
    return !said.some(
      ({ text, status, last, isOfChange }) =>
        text.includes(name) &&
        (draft.kind !== 'file' || isOfChange) &&
        (status !== 'superseded' || (draft.sources.at(-1) ?? 0) <= last),
    )
  })
  const present = required.length - missing.length
  return {
    missing,
    coverage: { required: required.length, present, score: required.length === 0 ? 1 : present / required.length },
  }
}

/** Naming a file does not say that it was changed. */
const EDIT = cueOf('edit')

const RULES: readonly ItemKind[] = ['constraint', 'preference', 'rejected']

/** What people laid down, and what of it they took back. */
function ofRule(operation: LedgerOperation): readonly RequiredItem[] {
  if (operation.op !== 'add' && operation.op !== 'supersede') return []
  const draft = operation.op === 'add' ? operation.item : operation.by
  if (!RULES.includes(draft.kind) || draft.authority !== 'user') return []
  return [{ draft, key: draft.text, ...(operation.op === 'supersede' ? { supersedes: operation.id } : {}) }]
}

/** What puts a missing item into a ledger. */
export function restoring({ draft, supersedes }: RequiredItem, ledger: Ledger): LedgerOperation {
  const isThere = ledger.items.some(({ id, status }) => id === supersedes && status === 'active')
  return supersedes !== undefined && isThere ? { op: 'supersede', id: supersedes, by: draft } : { op: 'add', item: draft }
}

function item(
  kind: ItemDraft['kind'],
  text: string,
  sources: readonly Seq[],
  authority: ItemDraft['authority'],
  key = text,
): RequiredItem {
  return { draft: { kind, text, sources, authority }, key }
}

function isFirst(entries: readonly Entry[], from: Seq): boolean {
  return !entries.slice(0, from).some((entry) => entry.kind === 'text' && entry.author === 'person')
}

/** A request as it was made, or its first sentences if it is long. */
function opening(entry: TextEntry): string {
  const words = requestWords(entry)
  if (words.length <= LONGEST) return words
  const [first = ''] = sentencesOf(words)
  return (first.length <= LONGEST ? first : first.slice(0, LONGEST)).toWellFormed()
}

function firstLine(command: string): string {
  return (command.split('\n')[0] ?? '').slice(0, 200).toWellFormed()
}

/** Identifiers that people and the agent's last words name, with the sentence around each: a bare list would be worth nothing. */
function namedThings(texts: readonly Words[]): readonly RequiredItem[] {
  const found = new Map<string, RequiredItem>()
  for (const entry of texts) {
    const isPerson = entry.author === 'person'
    for (const sentence of sentencesOf(isPerson ? personWords(entry.text) : entry.text).filter(
      ({ length }) => length <= LONGEST,
    )) {
      for (const name of identifiersIn(sentence)) {
        if (/[^\d.,:%]/.test(name))
          found.set(name, item(isPerson ? 'request' : 'fact', sentence, [entry.seq], isPerson ? 'user' : 'assistant', name))
      }
    }
  }
  return [...found.values()].slice(-MOST_IDENTIFIERS)
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').toLowerCase()
}
