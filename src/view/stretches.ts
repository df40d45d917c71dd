import { summaryText } from '../render/placeholders.ts'
import { endPrompt, type RenderedRange, type RenderInput, renderRange, strip, withFrames } from '../render/render-prompt.ts'
import { isTouched, lookedAt, recordOver } from '../render/touched.ts'
import type { Budget } from '../schema/budget.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { Meter } from '../schema/meter.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { DialectTraits, Prompt, PromptMessage } from '../schema/prompt.ts'
import type { SeqRange } from '../schema/range.ts'
import type { MeasuredLog } from './measured-log.ts'
import { entriesBehind, type Sizes } from './sizes.ts'
import {
  type Candidate,
  followsCleanly,
  idsOf,
  isHeld,
  isPlain,
  isStretch,
  type LetGo,
  type Shown,
  type Stretch,
} from './stretch.ts'
import { addTo, emptyTally, type Tally, tallyOf, totalOf } from './tally.ts'

/** What a log is followed with: under which plan, in which dialect. */
export interface ViewOptions {
  readonly log: MeasuredLog
  readonly records: readonly PlanRecord[]
  readonly summaryRole: RenderInput['summaryRole']
  readonly sizes: Sizes
  readonly meter: Meter
  /** What requests may take. */
  readonly budget?: Pick<Budget, 'limit'>
}

/**
 * A log under one plan, rendered and counted, not written yet. A conversation falls into stretches, each from the start of one assistant
 * run to the next; a stretch is closed when the next run shows, and is never looked at again. So a step renders and counts only the open
 * end, however long the history is.
 *
 *     closed: u1 · a2 r3 · a4 u5 |  open: a6 r7 …
 */
export interface Stretches {
  readonly log: MeasuredLog
  readonly input: RenderInput
  /** Texts of the plan's summaries. */
  readonly summaries: ReadonlySet<string>
  readonly sizes: Sizes
  readonly meter: Meter
  /** Of a longer view, what stands before so many tokens is let go. */
  mostHeld: number
  /** Stretches that no record touches look as they do without a plan: this knows them. */
  plain(from: Seq, end: Seq): Stretch | undefined
  readonly closed: (Stretch | LetGo)[]
  /** How many of them, from the front, were looked at to let them go, and the tokens of those. */
  passed: { readonly count: number; readonly tokens: number }
  /** What each entry costs as far as somebody asked: of how many closed stretches, and of the open end, with what stood in its place before. */
  readonly entrySizes: number[]
  sized: number
  readonly openSizes: Map<number, number>
  /** Call ids, messages, tokens and tokens by kind in all that is closed, and where it ends. */
  readonly callIds: Set<string>
  messages: number
  tokens: number
  readonly kinds: Tally
  end: Seq
  system: readonly PromptMessage[]
  systemTokens: number
  /** Entries up to here were looked at; `starts` are beginnings of runs among them that nothing was closed at yet. */
  scanned: Seq
  starts: Seq[]
  /** The open end, and what it costs. Absent before the first look, and while it is made anew. */
  tail: (Omit<Prompt, 'system'> & { readonly tokens: number }) | undefined
}

export function stretchesOf(
  options: ViewOptions & { readonly traits: DialectTraits; plain(from: Seq, end: Seq): Stretch | undefined },
): Stretches {
  const { log, records, traits, summaryRole, sizes, meter } = options
  const input: RenderInput = { entries: log.read, records, traits, summaryRole }
  const start = seqOf(0)
  return {
    ...{ log, input, summaries: summariesIn(records, traits), sizes, meter, plain: options.plain },
    mostHeld: mostHeld(options.budget?.limit),
    ...{ closed: [], passed: { count: 0, tokens: 0 }, entrySizes: [], sized: 0, openSizes: new Map() },
    ...{ callIds: new Set(), messages: 0, tokens: 0, kinds: emptyTally() },
    ...{ end: start, system: [], systemTokens: 0, scanned: start, starts: [], tail: undefined },
  }
}

function summariesIn(records: readonly PlanRecord[], traits: DialectTraits): ReadonlySet<string> {
  return new Set(records.flatMap((record) => (record.action === 'summarize' ? [summaryText(record, traits)] : [])))
}

/** A long log is looked at so many entries at a time, so that what was closed can be written and let go before the next are. */
const PORTION = 1_000

/** Looks at what was appended since the last look; `onClosed` is called now and then on the way. True if there was something. */
export function lookOn(stretches: Stretches, onClosed: () => void = () => undefined): boolean {
  const { log, input, sizes } = stretches
  if (stretches.tail !== undefined && stretches.scanned === log.length) return false
  // Forgotten first: if looking throws, what was true before no longer is.
  stretches.tail = undefined
  const head = seqOf(log.length)
  while (stretches.scanned < head) {
    const until = Math.min(head, stretches.scanned + PORTION)
    while (stretches.scanned < until) stretches.scanned = scan(stretches, stretches.scanned)
    if (stretches.scanned < head) {
      closeBefore(stretches, stretches.starts.at(-1))
      onClosed()
    }
  }
  const open = closeUpTo(stretches, head)
  const tail = endPrompt(framed(stretches, open), open, input)
  stretches.tail = { ...tail, tokens: sizes.messages(tail.messages) }
  return true
}

/** Notes where a run starts, and says where to look next: not inside what is folded. */
function scan(stretches: Stretches, seq: Seq): Seq {
  const { log, input } = stretches
  const isStart = seq > 0 && log.read[seq]?.role === 'assistant' && log.read[seq - 1]?.role !== 'assistant'
  const over = isStart ? recordOver(input.records, seq) : undefined
  if (over !== undefined) return seqOf(Math.min(over.span.end, log.length))
  if (isStart) stretches.starts.push(seq)
  return seqOf(seq + 1)
}

/** Closes what can be closed before the start of a run: the run itself is looked at with what follows. */
function closeBefore(stretches: Stretches, start: Seq | undefined): void {
  if (start === undefined || start <= stretches.end) return
  stretches.starts.pop()
  closeUpTo(stretches, start)
  stretches.starts.push(start)
}

/** Closes every stretch that the next one follows cleanly, and returns what is open at the end. */
function closeUpTo(stretches: Stretches, head: Seq): RenderedRange {
  const ends = [...stretches.starts.filter((seq) => seq > stretches.end), head]
  const waiting: Seq[] = []
  let [end = head] = ends
  let last: Candidate = render(stretches, stretches.end, end)
  keepSystem(stretches, last)
  for (const next of ends.slice(1)) {
    const following: Candidate = known(stretches, { from: end, end: next }, last) ?? render(stretches, end, next, last)
    if (followsCleanly(last, following, stretches.log.read)) {
      close(stretches, last, end)
      last = following
    } else {
      waiting.push(end)
      last = render(stretches, stretches.end, next)
      keepSystem(stretches, last)
    }
    end = next
  }
  stretches.starts = waiting
  return isStretch(last) ? render(stretches, stretches.end, head) : last
}

function render(stretches: Stretches, from: Seq, end: Seq, before?: Candidate): RenderedRange {
  const { input, callIds } = stretches
  stretches.meter.touch('entries', lookedAt(input.records, { from, end }))
  const ids = idsOf(before)
  return renderRange(input, { from, end, taken: { has: (id) => callIds.has(id) || ids.has(id) } })
}

/** Entries as they look without a plan, if no record touches them and every id is free here, too. */
function known(stretches: Stretches, range: SeqRange, before: Candidate): Stretch | undefined {
  const { input, callIds } = stretches
  const stretch = isTouched(input.records, range) ? undefined : stretches.plain(range.from, range.end)
  const taken = idsOf(before)
  return stretch?.ids.some((id) => callIds.has(id) || taken.has(id)) === true ? undefined : stretch
}

function close(stretches: Stretches, candidate: Candidate, end: Seq): void {
  const stretch = isStretch(candidate) ? candidate : finished(stretches, candidate, end)
  stretches.closed.push(stretch)
  stretches.end = end
  stretches.messages += stretch.messages.length
  stretches.tokens += stretch.tokens
  addTo(stretches.kinds, stretch.kinds)
  for (const id of stretch.ids) stretches.callIds.add(id)
}

function finished(stretches: Stretches, rendered: RenderedRange, end: Seq): Stretch {
  const messages = framed(stretches, rendered).map(strip)
  const { repairs, losses, used } = rendered
  const kinds = tallyOf(stretches.sizes, messages, stretches.summaries)
  return { from: stretches.end, end, messages, repairs, losses, tokens: totalOf(kinds), kinds, ids: [...used] }
}

/** No model takes a request of more tokens than this; and what is less than the other is not worth being rendered twice. */
const HELD = { most: 2_000_000, least: 200_000 } as const
/** A request that is much larger than what it may be is not sent; but what it may be is learned on the way. */
const ROOM = 2

/**
 * So many tokens of a view are held. What stands before is let go when it was written and found legal: a history of a hundred thousand
 * messages would be kept once more otherwise, message by message.
 */
export function mostHeld(limit: number = HELD.most): number {
  return Math.max(HELD.least, Math.min(HELD.most, ROOM * limit))
}

/** Lets go of what stands so far in front that no request shows it; says of which stretches, by their places. */
export function letGo(stretches: Stretches): readonly number[] {
  const { closed } = stretches
  const gone: number[] = []
  // At once, though what follows is still to be looked at: what is held for a while is not collected for long.
  const all = stretches.tokens + tokensFrom(stretches.log, stretches.end, stretches.mostHeld)
  for (let { count, tokens } = stretches.passed; ; count += 1) {
    const next = closed[count]
    stretches.passed = { count, tokens }
    if (next === undefined || !isHeld(next) || all - tokens - next.tokens < stretches.mostHeld) return gone
    tokens += next.tokens
    if (!isPlain(next) || isTouched(stretches.input.records, next)) continue
    addSizes(stretches, count + 1)
    closed[count] = { from: next.from, end: next.end }
    gone.push(count)
  }
}

/** About what the entries from here on cost; of many, the first are enough to know that it is much. */
function tokensFrom({ length, measures }: MeasuredLog, from: Seq, most: number): number {
  let sum = 0
  for (let seq = from; seq < length && sum < most; seq = seqOf(seq + 1)) sum += measures.tokens(seq)
  return sum
}

/** What a closed stretch shows. */
export function shownIn({ input }: Stretches, stretch: Stretch | LetGo): Shown {
  if (isHeld(stretch)) return stretch
  return {
    ...{ repairs: [], losses: [] },
    get messages() {
      const { messages } = renderRange(input, { ...stretch, taken: NOTHING_TAKEN })
      return withFrames(messages, input.traits, 'later').map(strip)
    },
  }
}

/** It was plain, so that none of its ids was taken. */
const NOTHING_TAKEN = { has: () => false }

/** What each entry costs as it is shown: one list, which is as long as the log, and which the next call changes. */
export function entrySizes(stretches: Stretches): readonly number[] {
  const { closed, log, system, tail, sizes, entrySizes: known, openSizes } = stretches
  addSizes(stretches, closed.length)
  const end = known.length
  const open = [...system, ...(tail?.messages ?? [])]
  for (const seq of entriesBehind(open)) if (seq < end) openSizes.set(seq, known[seq] ?? 0)
  while (known.length < log.length) known.push(0)
  sizes.addEntries(known, open)
  return known
}

/** Of what is closed by now. */
function addSizes(stretches: Stretches, count: number): void {
  const { closed, entrySizes: known, sizes, openSizes } = stretches
  // The open end may be another one now.
  known.length = Math.min(known.length, closed[stretches.sized - 1]?.end ?? 0)
  for (const [seq, size] of openSizes) if (seq < known.length) known[seq] = size
  openSizes.clear()
  for (const stretch of closed.slice(stretches.sized, count)) {
    while (known.length < stretch.end) known.push(0)
    if (isHeld(stretch)) sizes.addEntries(known, stretch.messages)
  }
  stretches.sized = Math.max(stretches.sized, count)
}

function framed({ input, messages }: Stretches, rendered: RenderedRange): ReturnType<typeof withFrames> {
  return withFrames(rendered.messages, input.traits, messages === 0 ? 'start' : 'later')
}

function keepSystem(stretches: Stretches, rendered: RenderedRange): void {
  if (stretches.end > 0) return
  stretches.system = rendered.system.map(strip)
  stretches.systemTokens = stretches.sizes.messages(stretches.system)
}
