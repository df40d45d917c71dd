import type { Prepared } from '../../../src/index.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Fate, Receipt } from '../../../src/schema/receipt.ts'
import { type Observation, type Outcome, observe } from '../judge/observe.ts'
import type { Trial } from '../judge/trials.ts'
import { showsVerbatim, type Visible, visibleIn } from '../judge/visible.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/** L6: a receipt gives every entry exactly one fate, and what it says of the requests before and after is what they were. */
export const accountedFor: Law = {
  name: 'L6',
  title: 'every entry has exactly one fate, and the request shows it',
  async check(subject, trial) {
    const observation = await observe(subject, trial)
    const { whole, first, prepared, later } = observation
    return [
      ...[first, later].flatMap((outcome) => fateFaults(trial, observation, outcome)),
      ...beforeFaults(whole, first),
      ...(trial.laterWindow === trial.window ? [] : beforeFaults(prepared, later)),
    ]
  },
}

/** What a receipt says the request was before is what it was: under the plan in effect until then. */
function beforeFaults(before: Outcome<Prepared>, after: Outcome): readonly LawBreach[] {
  if (before.kind !== 'made' || after.kind !== 'made') return []
  const [was, { tokens, kinds }] = [before.made.tokens, after.made.receipt]
  const byKind = Object.values(kinds?.before ?? {}).reduce((sum, count) => sum + count, 0)
  return demand(
    'L6',
    tokens.before === was && byKind === was,
    `the request had ${was} tokens; the receipt says ${tokens.before}, by kind ${byKind}`,
  )
}

function fateFaults(trial: Trial, { entries }: Observation, outcome: Outcome): readonly LawBreach[] {
  if (outcome.kind !== 'made') return []
  const { receipt, request } = outcome.made
  const fates = fateBySeq(receipt)
  const visible = visibleIn(trial.target, request)
  const bytes = new TextEncoder().encode(JSON.stringify(request)).length
  const seqs = receipt.fates.flatMap((run) => Array.from({ length: run.to - run.from + 1 }, (_, offset) => run.from + offset))
  return [
    ...demand(
      'L6',
      seqs.length === entries.length && seqs.every((seq, index) => seq === index),
      () => `fates cover ${seqs.join(' ')} of ${entries.length} entries`,
    ),
    ...demand('L6', receipt.bytes.after === bytes, `the receipt says ${receipt.bytes.after} bytes, the request has ${bytes}`),
    ...markFaults(
      trial,
      entries.filter((entry) => fates.get(entry.seq) === 'kept'),
      request,
    ),
    ...entries.flatMap((entry) =>
      demand(
        'L6',
        agrees({ entry, fate: fates.get(entry.seq), receipt, visible, entries }),
        () => `${entry.kind} ${entry.id} is ${fates.get(entry.seq)}, which the request does not show`,
      ),
    ),
  ]
}

const MARK = /"cache_control":\{[^}]*\}/g

/** What is kept keeps its cache marks, each for as long as it was set for. */
function markFaults(trial: Trial, kept: readonly Entry[], request: unknown): readonly LawBreach[] {
  if (trial.target !== 'anthropic') return []
  const left = new Map<string, number>()
  for (const [mark] of JSON.stringify(request).matchAll(MARK)) left.set(mark, (left.get(mark) ?? 0) + 1)
  for (const { raw, message } of kept) {
    if (message.dialect !== 'anthropic') continue
    for (const [mark] of JSON.stringify(raw ?? null).matchAll(MARK)) left.set(mark, (left.get(mark) ?? 0) - 1)
  }
  return demand(
    'L6',
    [...left.values()].every((count) => count >= 0),
    () => 'a cache mark is gone, or shorter, and no repair says so',
  )
}

function fateBySeq(receipt: Receipt): ReadonlyMap<number, Fate> {
  const fates = new Map<number, Fate>()
  for (const run of receipt.fates) for (let seq = run.from; seq <= run.to; seq += 1) fates.set(seq, run.fate)
  return fates
}

interface Question {
  readonly entry: Entry
  readonly fate: Fate | undefined
  readonly receipt: Receipt
  readonly visible: Visible
  readonly entries: readonly Entry[]
}

function agrees({ entry, fate, receipt, visible, entries }: Question): boolean {
  switch (fate) {
    case undefined:
      return false
    case 'kept':
      return showsVerbatim(visible, entry)
    case 'repaired':
      return receipt.repairs.some((repair) => repair.seq === entry.seq)
    case 'shortened':
      return showsExcerpt(visible, entry)
    case 'cleared':
    case 'summarized':
    case 'externalized':
    case 'dropped':
      return isTwin(entry, entries) || !isShown(visible, entry)
  }
}

/** Shown in part, with its handle; a result that lost its pictures shows all of its text, and a blank one a placeholder. */
function showsExcerpt(visible: Visible, entry: Entry): boolean {
  if (visible.blocks.some((block) => block.text.includes(entry.id))) return true
  if (entry.kind !== 'tool-result') return false
  const lostPictures = /^\[\w+\]$/m.test(entry.text) && showsVerbatim(visible, entry)
  return lostPictures || entry.text.trim() === ''
}

/** A shorter text may stand anywhere by chance. */
const LEAST_TEXT = 8

/** Shown whole, anywhere but in a summary. */
function isShown(visible: Visible, entry: Entry): boolean {
  if (entry.kind === 'turn-start' || entry.kind === 'file' || entry.kind === 'opaque') return false
  if (entry.kind === 'tool-call' || entry.kind === 'reasoning') return showsVerbatim(visible, entry)
  const text = entry.text.toWellFormed()
  return (
    text.trim().length >= LEAST_TEXT &&
    visible.blocks.some((block) => block.text.includes(text) && !block.text.includes('[Context Summary - Turns'))
  )
}

/** Another entry says the same, so that nothing can be told from the text. */
function isTwin(entry: Entry, entries: readonly Entry[]): boolean {
  const said = wordsOf(entry)
  return entries.some((other) => other.seq !== entry.seq && wordsOf(other).includes(said))
}

function wordsOf(entry: Entry): string {
  return entry.kind === 'tool-call' ? entry.input : 'text' in entry ? entry.text.toWellFormed() : JSON.stringify(entry.raw)
}
