import type { Entry } from '../../../src/schema/entry.ts'
import type { FateRun, Receipt } from '../../../src/schema/receipt.ts'
import { type Observation, type Outcome, observe } from '../judge/observe.ts'
import { ownCount } from '../judge/own-count.ts'
import type { Trial } from '../judge/trials.ts'
import { showsVerbatim, type Visible, visibleIn } from '../judge/visible.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/** How much of the release mark a compacted request must use. */
const LEAST_USE = 0.85
/** A piece of an entry smaller than this is not worth showing, so this much may stay unused in the smallest of windows. */
const GRAIN = 48
/** What a shortened entry costs at the least: the note of what was cut, names, ids and its message's frame. */
const CUT_ENTRY = 48

const NAMED_RESULTS: ReadonlySet<string> = new Set(['gemini', 'ai-sdk'])

/**
 * L14: what fits is used. A compacted request uses at least 85 % of the release mark, unless one atomic unit prevents it:
 * all the text that is cut or cleared, and the folded units (a message, or calls with all their results) from the newest back to
 * the first that has no room even when every text in it is cut to the least, would not be enough. Files are shown whole or by
 * name; unknown blocks and signed reasoning cannot be cut. What an earlier compaction folded stays folded (B12): it is not missed.
 */
export const worthIt: Law = {
  name: 'L14',
  title: 'what fits is used',
  async check(subject, trial) {
    const observation = await observe(subject, trial)
    const { first, later } = observation
    const standing = first.kind === 'made' ? first.made.receipt.fates.filter(isFold) : []
    return [...wasteFaults(trial, observation, first), ...wasteFaults(trial, observation, later, standing)]
  },
}

function isFold({ fate }: FateRun): boolean {
  return fate === 'summarized' || fate === 'dropped'
}

function wasteFaults(
  trial: Trial,
  observation: Observation,
  outcome: Outcome,
  standing: readonly FateRun[] = [],
): readonly LawBreach[] {
  if (outcome.kind !== 'made') return []
  const { receipt, request } = outcome.made
  const mark = trial.policy.priced === true ? receipt.tokens.release : Math.floor(outcome.limit * trial.policy.release)
  const { whole } = observation
  if ((whole.kind === 'made' && whole.made.tokens <= outcome.limit) || receipt.tokens.after >= mark * LEAST_USE) return []
  const room = mark - receipt.tokens.after
  const hidden = hiddenTokens(observation, receipt, visibleIn(trial.target, request))
  const wanted = mark * LEAST_USE - receipt.tokens.after
  const reachable = hidden + foldedTokens({ observation, receipt, trial, room, standing })
  return demand(
    'L14',
    room < GRAIN || reachable < wanted,
    `${receipt.tokens.after} of ${mark} tokens are used by ${receipt.strategy}; ${reachable} more could be shown (${hidden} of it of what is cut)`,
  )
}

/** How much text of cut and cleared entries is not shown. */
function hiddenTokens({ entries }: Observation, receipt: Receipt, visible: Visible): number {
  const cut = receipt.fates.filter((run) => run.fate === 'shortened' || run.fate === 'cleared')
  const isCut = (entry: Entry): boolean => cut.some((run) => run.from <= entry.seq && entry.seq <= run.to)
  return sum(
    entries.filter((entry) => isCut(entry) && isText(entry) && !holdsFile(entry) && !showsVerbatim(visible, entry)),
    (entry) => {
      const shown = visible.blocks.find((block) => block.text.includes(`${entry.id} …]`))
      return Math.max(0, ownCount(textOf(entry)) - ownCount(shown?.text ?? ''))
    },
  )
}

/** A result with a picture or document in it is shown whole or not at all: its text is no measure of what it costs. */
function holdsFile(entry: Entry): boolean {
  return entry.kind === 'tool-result' && FILE.test(JSON.stringify(entry.raw))
}

const FILE =
  /"type":"(image|image_url|input_image|input_file|file|media|document)"|"(inlineData|inline_data|fileData|file_data)":/

function isText(entry: Entry): boolean {
  return entry.kind === 'text' || entry.kind === 'tool-call' || entry.kind === 'tool-result'
}

/** What the newest folded units would show, up to the first that has no room even when all that can be cut of it is cut. */
function foldedTokens(options: {
  readonly observation: Observation
  readonly receipt: Receipt
  readonly trial: Trial
  readonly room: number
  readonly standing: readonly FateRun[]
}): number {
  const { receipt, trial, room, standing } = options
  const { entries } = options.observation
  const folds = receipt.records.filter((record) => record.action === 'summarize' || record.action === 'drop')
  const isFolded = (entry: Entry): boolean =>
    folds.some((record) => record.from <= entry.seq && entry.seq <= record.to) &&
    receipt.fates.some((run) => isFold(run) && run.from <= entry.seq && entry.seq <= run.to) &&
    !standing.some((run) => run.from <= entry.seq && entry.seq <= run.to)
  let shown = 0
  for (let last = entries.findLast(isFolded); last !== undefined && shown < room; ) {
    const unit = unitOf(entries, last).filter(isFolded)
    if (shown + sum(unit, (entry) => leastOf(entry, { entries, trial })) > room) break
    shown += sum(unit, (entry) => wholeOf(entry, trial))
    const { seq } = unit[0] ?? last
    last = entries.slice(0, seq).findLast(isFolded)
  }
  return shown
}

function sum(entries: readonly Entry[], size: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + size(entry), 0)
}

/** The messages that stand or fall with an entry: its own, those of the calls and results tied to it, and what came in between. */
function unitOf(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  let [from, to] = messageOf(entries, entry)
  for (let grown = true; grown; ) {
    grown = false
    for (const other of entries) {
      if (other.kind !== 'tool-result' || other.answers.kind !== 'call') continue
      const call = other.answers.seq
      const touches = call <= to && other.seq >= from
      const first = messageOf(entries, entries[call] as Entry)[0]
      const last = messageOf(entries, other)[1]
      if (!touches || (first >= from && last <= to)) continue
      ;[from, to] = [Math.min(from, first), Math.max(to, last)]
      grown = true
    }
  }
  return entries.slice(from, to + 1)
}

/** The first and last entry of a message; of all its pieces if an answer came in several. */
function messageOf(entries: readonly Entry[], entry: Entry): readonly [from: number, to: number] {
  let from = entry.seq - entry.message.block
  let end = from + entry.message.blocks
  while (entries[from]?.message.piece === 'later') from -= entries[from - 1]?.message.blocks ?? 1
  for (let next = entries[end]; next?.message.piece === 'later'; next = entries[end]) end += next.message.blocks
  return [from, end - 1]
}

function textOf(entry: Entry): string {
  return entry.kind === 'tool-call' ? entry.input : 'text' in entry ? entry.text : ''
}

/** What an entry costs when it is shown whole; names and frames left out. */
function wholeOf(entry: Entry, trial: Trial): number {
  const isOwn = entry.message.dialect === trial.target
  switch (entry.kind) {
    case 'text':
    case 'tool-result':
    case 'tool-call':
      return ownCount(textOf(entry))
    case 'reasoning':
      return isOwn || trial.target === 'neutral' ? ownCount(entry.text) : 0
    case 'opaque':
      return isOwn ? ownCount(JSON.stringify(entry.raw)) : 0
    case 'file':
    case 'turn-start':
      return 0
  }
}

/** What an entry costs at the least: what can be cut is cut, what a provider asks for is added. */
function leastOf(entry: Entry, { entries, trial }: { readonly entries: readonly Entry[]; readonly trial: Trial }): number {
  const isOwn = entry.message.dialect === trial.target
  const frame = entry.message.shell === undefined ? 0 : 4 + ownCount(JSON.stringify(entry.message.shell.raw))
  switch (entry.kind) {
    case 'text':
      return frame + Math.min(CUT_ENTRY, ownCount(entry.text) + 8)
    case 'tool-result': {
      // Some providers want the name of the tool with each result; a result that answers nothing is headed by it.
      const name = NAMED_RESULTS.has(trial.target) || entry.answers.kind !== 'call' ? ownCount(entry.envelope.tool) : 0
      const quotation = name + (entry.answers.kind === 'call' ? ownCount(entry.callId) : CUT_ENTRY)
      return frame + Math.min(CUT_ENTRY, ownCount(entry.text) + 16) + quotation
    }
    case 'tool-call': {
      const names = ownCount(entry.callId) + ownCount(entry.tool)
      const placeholder = isAnswered(entries, entry) ? 0 : CUT_ENTRY + names
      return frame + Math.min(CUT_ENTRY, ownCount(entry.input) + 16) + names + placeholder
    }
    case 'reasoning':
      if (!isOwn && trial.target !== 'neutral') return frame
      return frame + (entry.signature === undefined ? CUT_ENTRY : ownCount(entry.text) + ownCount(entry.signature) + 8)
    case 'file':
      return frame + CUT_ENTRY
    case 'opaque':
      // An approval stands or falls with its call.
      if (entry.approval !== undefined) return Number.POSITIVE_INFINITY
      return frame + (isOwn ? ownCount(JSON.stringify(entry.raw)) + 8 : 0)
    case 'turn-start':
      return 0
  }
}

function isAnswered(entries: readonly Entry[], call: Entry): boolean {
  return entries.some((entry) => entry.kind === 'tool-result' && entry.answers.kind === 'call' && entry.answers.seq === call.seq)
}
