import { memoryStore, type Prepared, type Thread } from '../../../src/index.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Seq } from '../../../src/schema/ids.ts'
import { compactTo, type Outcome, optionsOf, pinAll, prepareTo } from '../judge/observe.ts'
import { DIALECT, type Subject } from '../judge/subject.ts'
import { piecesOf, type Trial } from '../judge/trials.ts'
import { showsVerbatim, visibleIn } from '../judge/visible.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * L4: what was pinned is shown word for word in the next request, after every later compaction, at smaller windows, and by another process that opens
 * the thread again. A refusal is allowed: it is loud, and L3 looks into whether it is true.
 *
 * Left to other laws: what no provider takes (L2), a blank text, half a character, reasoning with nothing after it in its message;
 * and blocks that the target dialect has no place for, which are listed as losses, with the reasoning of such a message.
 */
export const pinsHold: Law = {
  name: 'L4',
  title: 'pinned entries are shown word for word, whatever comes after',
  async check(subject, trial) {
    if (trial.pins.length === 0) return []
    const life = await live(subject, trial)
    return life.requests.flatMap((request, index) => lostPins({ trial, pinned: life.pinned, request, index }))
  },
}

interface Life {
  readonly pinned: readonly Entry[]
  readonly requests: readonly Request[]
}

interface Request {
  readonly outcome: Outcome<Prepared>
  /** How many pins there were then. */
  readonly pinned: number
  /** The log as it was then. */
  readonly entries: readonly Entry[]
}

async function live(subject: Subject, trial: Trial): Promise<Life> {
  const store = memoryStore()
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  const options = optionsOf(trial, around)
  const thread = await subject.open(trial.policy, { store }).thread('pins')
  const [first = [], ...others] = piecesOf(trial, messages)
  await thread.appendDrafts(first)
  // The last pin comes late: when a compaction may have folded what it is about.
  const early = { ...trial, pins: trial.pins.slice(0, -1) }
  const pinned = [...(await pinAll(thread, await thread.entries(), early))]
  const request = async (from: Thread, window = options.window): Promise<Request> => ({
    outcome: await compactTo(from, { ...options, ...(window === undefined ? {} : { window }) }),
    entries: await from.entries(),
    pinned: pinned.length,
  })
  const requests = [await request(thread)]
  const late = await pinAll(thread, await thread.entries(), { ...trial, pins: trial.pins.slice(-1) })
  pinned.push(...late)
  requests.push({ outcome: await prepareTo(thread, options), entries: await thread.entries(), pinned: pinned.length })
  for (const piece of others) {
    await thread.appendDrafts(piece)
    requests.push(await request(thread))
  }
  const reopened = await subject.open(trial.policy, { store }).thread('pins')
  requests.push(await request(reopened, trial.laterWindow))
  return { pinned, requests }
}

export function lostPins(options: {
  readonly trial: Trial
  readonly pinned: readonly Entry[]
  readonly request: Request
  readonly index: number
}): readonly LawBreach[] {
  const { trial, index } = options
  const { outcome, entries } = options.request
  const pinned = options.pinned.slice(0, options.request.pinned)
  if (outcome.kind !== 'made') return []
  const visible = visibleIn(trial.target, outcome.made.request)
  const lost = new Set(outcome.made.prompt.losses.map((loss) => loss.seq))
  const due = pinned.filter((entry) => canBeSent(entry, entries, lost))
  return due.flatMap((entry) =>
    demand(
      'L4',
      showsVerbatim(visible, entry) || isQuoted(visible.blocks, entry),
      `pinned ${entry.kind} ${entry.id} is not in request ${index}`,
    ),
  )
}

function canBeSent(entry: Entry, entries: readonly Entry[], lost: ReadonlySet<Seq>): boolean {
  if (lost.has(entry.seq)) return false
  switch (entry.kind) {
    case 'turn-start':
      return false
    case 'text':
    case 'tool-result':
      return entry.text.trim() !== ''
    case 'reasoning': {
      const end = entry.seq + entry.message.blocks - entry.message.block
      const next = entries[end]
      // In an answer of several pieces, the very next one.
      const after = next?.message.piece === 'later' ? [next] : entries.slice(entry.seq + 1, end)
      const message = entries.slice(entry.seq - entry.message.block, end)
      return (
        entry.text.isWellFormed() &&
        !message.some(({ seq }) => lost.has(seq)) &&
        after.some((other) => (isAlone(entry) || other.kind !== 'reasoning') && canBeSent(other, entries, lost))
      )
    }
    case 'tool-call':
    case 'file':
    case 'opaque':
      return true
  }
}

function isAlone({ message }: Entry): boolean {
  return message.blocks === 1
}

/** System text in the middle and results without a call stand as quotations, word for word. */
function isQuoted(blocks: readonly { readonly text: string }[], entry: Entry): boolean {
  if (entry.kind !== 'tool-result' && !(entry.kind === 'text' && entry.role === 'system')) return false
  return blocks.some((block) => block.text.includes(`\n${entry.text.toWellFormed()}\n~~~`))
}
