import type { ItemDraft, ItemKind, Ledger, LedgerItem, LedgerOperation } from '../../schema/ledger.ts'
import type { Finding, FindingReason } from '../../schema/summary.ts'
import { kindOfWish } from '../cues.ts'
import { foldLedger } from '../fold.ts'
import { cueOf, says } from '../languages/cue.ts'
import { readTopic, takesBack } from '../supersession.ts'
import { isOvertaken } from '../take-back.ts'
import { withSoundContext } from './check-context.ts'
import { checkItem, type ItemScene } from './check-item.ts'
import { contentWords, shareIn } from './content-words.ts'
import { lighterItem } from './lighter.ts'
import { isNegated } from './polarity.ts'
import type { Fault } from './telling.ts'
import { unconfirmedIn } from './unconfirmed.ts'

interface CheckedOperations {
  readonly accepted: readonly LedgerOperation[]
  readonly rejected: readonly Finding[]
  /** How many items got less authority than was claimed for them. */
  readonly lowered: number
}

/** More operations than this say that the ledger is being rewritten. */
const MOST_OPERATIONS = 400
const SHOWN = 120
/** The share of words that a text must name to be about an item. */
const NAMED = 0.3

const PENDING = cueOf('pending')

/** Says which operations follow from the log. Each is judged by itself: one lie does not discredit what is sound. */
export function checkOperations(ledger: Ledger, operations: readonly LedgerOperation[], scene: ItemScene): CheckedOperations {
  const accepted: LedgerOperation[] = []
  const rejected: Finding[] = []
  const said = new Set(ledger.items.filter(({ status }) => status !== 'superseded').map(({ text }) => plain(text)))
  let lowered = 0
  let current = ledger
  for (const [index, operation] of operations.entries()) {
    // As the fold will find it: what one operation adds, the next may name.
    const items = new Map(current.items.filter(({ status }) => status === 'active').map((item) => [item.id, item]))
    let verdict = index < MOST_OPERATIONS ? judge(operation, { items, said, scene }) : ('too-many' as const)
    if (typeof verdict === 'string' || 'reason' in verdict) {
      const fault = typeof verdict === 'string' ? { reason: verdict, detail: '' } : verdict
      const finding = { reason: fault.reason, text: wordsOf(operation, items, fault.detail) }
      const lighter = lighterOperation(operation, fault.reason, scene)
      const kept = lighter === undefined ? undefined : judge(lighter, { items, said, scene })
      if (kept === undefined || typeof kept === 'string' || 'reason' in kept) {
        rejected.push(finding)
        continue
      }
      rejected.push({ ...finding, lighter: true })
      verdict = kept
    }
    accepted.push(verdict.operation)
    if (verdict.lowered) lowered += 1
    for (const text of newTexts(verdict.operation)) said.add(plain(text))
    current = foldLedger(current, [verdict.operation], scene).ledger
  }
  return { accepted, rejected, lowered }
}

/** The same with an item that says less. */
function lighterOperation(operation: LedgerOperation, reason: FindingReason, scene: ItemScene): LedgerOperation | undefined {
  if (operation.op !== 'add' && operation.op !== 'supersede') return undefined
  const item = lighterItem(operation.op === 'add' ? operation.item : operation.by, reason, scene)?.item
  if (item === undefined) return undefined
  return operation.op === 'add' ? { op: 'add', item } : { ...operation, by: item }
}

interface Court {
  readonly items: ReadonlyMap<string, LedgerItem>
  readonly said: ReadonlySet<string>
  readonly scene: ItemScene
}

type Verdict = FindingReason | Fault | { readonly operation: LedgerOperation; readonly lowered: boolean }

function judge(operation: LedgerOperation, court: Court): Verdict {
  if (operation.op === 'add') return judgeNew(operation.item, court, (item) => ({ op: 'add', item }))
  const item = court.items.get(operation.id)
  if (item === undefined) return 'unknown-item'
  switch (operation.op) {
    case 'supersede':
      if (item.authority === 'user' && !mayReplace(operation.by.text, operation.by.sources, item, court)) return 'only-a-person'
      return judgeNew(operation.by, court, (by) =>
        item.authority === 'user' && by.authority !== 'user' ? 'only-a-person' : { op: 'supersede', id: item.id, by },
      )
    case 'update':
      return judgeUpdate(operation, item, court)
    case 'resolve':
      return judgeResolve(operation, item, court)
  }
}

function judgeNew(draft: ItemDraft, { said, scene }: Court, make: (item: ItemDraft) => LedgerOperation | FindingReason): Verdict {
  const check = checkItem(draft, scene)
  if (check.kind === 'unsound') return check
  if (said.has(plain(draft.text))) return 'already-there'
  if (isOvertaken(check.item, scene.log)) return 'overtaken'
  const operation = make(withUnconfirmed(withSoundContext(settled(check.item, scene), scene), scene))
  return typeof operation === 'string' ? operation : { operation, lowered: check.lowered }
}

/** An item that is added as done, if the log says so after it; otherwise it is open. */
function settled(item: ItemDraft, scene: ItemScene): ItemDraft {
  const { status, ...open } = item
  if (status !== 'done') return item
  const last = item.sources.at(-1) ?? -1
  const later = Array.from({ length: Math.max(0, scene.end - last - 1) }, (_, index) => last + 1 + index)
  const isShown = !LASTING.includes(item.kind) && later.some((seq) => isDoneIn(seq, item, scene))
  return isShown ? item : open
}

/** What is said besides as a model's word alone, as far as it may be. */
function withUnconfirmed(item: ItemDraft, scene: ItemScene): ItemDraft {
  const { unconfirmed, ...known } = item
  const text = unconfirmed === undefined ? '' : unconfirmedIn({ ...known, ...unconfirmed }, known.text, scene)
  return unconfirmed === undefined || text === '' ? known : { ...known, unconfirmed: { ...unconfirmed, text } }
}

/** Ends only by a person's word. */
const LASTING: readonly ItemKind[] = ['constraint', 'preference', 'rejected', 'task']

function judgeUpdate(operation: Extract<LedgerOperation, { op: 'update' }>, item: LedgerItem, court: Court): Verdict {
  if (plain(operation.text) === plain(item.text)) return 'already-there'
  if (operation.sources.length === 0) return 'source-outside'
  if (item.authority === 'user' && !mayReplace(operation.text, operation.sources, item, court)) return 'only-a-person'
  // What changes must follow from what is new; what stays, from what was there.
  const sources = [...new Set([...item.sources, ...operation.sources])]
  const check = checkItem(
    { ...item, text: operation.text, sources: item.authority === 'user' ? operation.sources : sources },
    court.scene,
  )
  if (check.kind === 'unsound') return check
  return check.lowered ? 'authority' : { operation, lowered: false }
}

/** Rules, wishes and what people ruled out end only by a person's word; work is done if its author says so. */
function judgeResolve(operation: Extract<LedgerOperation, { op: 'resolve' }>, item: LedgerItem, court: Court): Verdict {
  const { scene } = court
  const inside = operation.sources.filter((seq) => Number.isSafeInteger(seq) && seq >= scene.start && seq < scene.end)
  if (inside.length === 0 || inside.length < operation.sources.length) return 'source-outside'
  if (LASTING.includes(item.kind)) {
    const isLifted = inside.some((seq) => isLaterWord(seq, item, court) && speaksOf(seq, item, court))
    return isLifted ? { operation, lowered: false } : 'only-a-person'
  }
  const last = item.sources.at(-1) ?? -1
  const isShown = inside.some((seq) => seq > last && isDoneIn(seq, item, scene))
  return isShown ? { operation, lowered: false } : 'not-done'
}

/** True if the agent or a person says, in a sentence about the item that is neither a denial nor a plan, that it is so. */
function isDoneIn(seq: number, item: Pick<LedgerItem, 'text'>, scene: ItemScene): boolean {
  const entry = scene.entries[seq]
  if (entry === undefined || (entry.author !== 'agent' && entry.author !== 'person')) return false
  const words = contentWords(item.text)
  return scene
    .read([seq])
    .sentences()
    .some((sentence) => shareIn(words, sentence.words) >= NAMED && !isNegated(sentence.text) && !says(PENDING, sentence.text))
}

/** True if a person wrote an entry after everything behind the item. */
function isLaterWord(seq: number, item: LedgerItem, { scene }: Court): boolean {
  const entry = scene.entries[seq]
  return seq > (item.sources.at(-1) ?? -1) && seq < scene.end && entry?.kind === 'text' && entry.author === 'person'
}

/** What a person said gives way to a later word of a person that names the same: an "ok" does not, nor any other rule. */
function mayReplace(text: string, sources: readonly number[], item: LedgerItem, court: Court): boolean {
  return sources.some((seq) => isLaterWord(seq, item, court)) && names(text, item, court)
}

/** True if a sentence of an entry is about the item. */
function speaksOf(seq: number, item: LedgerItem, court: Court): boolean {
  const sentences = court.scene.read([seq]).sentences()
  return sentences.some(({ text }) => names(text, item, court))
}

/** Words by which a rule is changed or lifted. */
const LIFT = cueOf('lift')

/** True if a text could change or end an item: it names the same thing, and says more of it than that it is there. */
function names(text: string, item: LedgerItem, court: Court): boolean {
  // A new task takes the place of an old one by a few of its words; of what people laid down, nothing may go by mistake.
  if (item.kind === 'task' || item.kind === 'request') return shareIn(topicWords(text), topicWords(item.text)) >= NAMED
  if (kindOfWish(text) === 'request' && !says(LIFT, text)) return false
  const [now, before] = [readTopic(text), readTopic(item.text)]
  if (now.values.size === 0 || before.values.size === 0) return shareIn(tellingWords(item, court), topicWords(text)) >= NAMED
  return takesBack(text, item.text) || [...now.values].some((value) => before.values.has(value))
}

/**
 * The words that tell an item from all others: those that fewest of them use.
 *
 *     "Never use tabs"  beside  "Never use semicolons"   →   tabs
 */
function tellingWords(item: LedgerItem, { items }: Court): ReadonlySet<string> {
  const others = [...items.values()].filter(({ id }) => id !== item.id).map((other) => topicWords(other.text))
  const own = [...topicWords(item.text)].map((word) => ({ word, uses: others.filter((words) => words.has(word)).length }))
  const fewest = Math.min(...own.map(({ uses }) => uses))
  return new Set(own.flatMap(({ word, uses }) => (uses === fewest ? [word] : [])))
}

/** What a text is about, without its values, which may change; of a text that has only short words, all of them. */
function topicWords(text: string): ReadonlySet<string> {
  const words = [...contentWords(text)].filter((word) => !/\p{N}/u.test(word))
  return new Set(words.length > 0 ? words : text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}

function newTexts(operation: LedgerOperation): readonly string[] {
  if (operation.op === 'add') return [operation.item.text]
  if (operation.op === 'supersede') return [operation.by.text]
  return operation.op === 'update' ? [operation.text] : []
}

function wordsOf(operation: LedgerOperation, items: ReadonlyMap<string, LedgerItem>, detail: string): string {
  const [text = ''] = newTexts(operation)
  const named = operation.op === 'add' ? text : text || (items.get(operation.id)?.text ?? operation.id)
  const about = detail === '' || detail === named ? '' : ` · ${detail.slice(0, SHOWN)}`
  return `${operation.op}: ${named.slice(0, SHOWN)}${about}`.replaceAll(/\s+/g, ' ').toWellFormed()
}

function plain(text: string): string {
  return text
    .replaceAll(/[\s.!]+/g, ' ')
    .trim()
    .toLowerCase()
}
