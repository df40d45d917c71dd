import type { Meter } from '../engine/ports.ts'
import { endPrompt, type RenderInput, renderSegment, type Segment, strip, withFrames } from '../render/render-prompt.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { DialectTraits, Prompt, PromptMessage } from '../schema/prompt.ts'
import type { SeqRange } from '../schema/range.ts'
import type { MeasuredLog } from './measured-log.ts'
import type { Sizes } from './sizes.ts'
import { followsCleanly, idsOf, isStretch, isTouched, lookedAt, type Piece, recordOver, type Stretch } from './stretch.ts'

/** What a plan makes of a log, rendered and counted, not written yet. */
export interface Rendered {
  readonly system: readonly PromptMessage[]
  readonly systemTokens: number
  /** What is closed, and never changes again; more is put behind it. */
  readonly stretches: readonly Stretch[]
  /** Messages in all stretches. */
  readonly messages: number
  readonly tail: Omit<Prompt, 'system'>
  /** Everything: system text, stretches and tail. */
  readonly tokens: number
}

export interface RenderedView {
  now(): Rendered
}

export interface ViewOptions {
  readonly log: MeasuredLog
  readonly records: readonly PlanRecord[]
  readonly summaryRole: RenderInput['summaryRole']
  readonly sizes: Sizes
  readonly meter: Meter
}

/**
 * Follows a log under one plan. A conversation falls into segments, each from the start of one assistant run to the next; a
 * segment is closed when the next run shows, and is never looked at again. So a step renders and counts only the open end, however
 * long the history is.
 *
 *     closed: u1 · a2 r3 · a4 u5 |  open: a6 r7 …
 *
 * Segments that no record touches look as they do without a plan: `plain` knows them.
 */
export function renderedView(
  options: ViewOptions & {
    readonly traits: DialectTraits
    plain(range: SeqRange): Stretch | undefined
  },
): RenderedView {
  const { log, records, traits, sizes, meter } = options
  const input: RenderInput = { entries: log.entries, records, traits, summaryRole: options.summaryRole }
  const stretches: Stretch[] = []
  const callIds = new Set<string>()
  let [messages, tokens] = [0, 0]
  let closed = seqOf(0)
  let system: readonly PromptMessage[] = []
  let systemTokens = 0
  let scanned = seqOf(0)
  let starts: Seq[] = []
  let current: Rendered | undefined

  const render = (range: SeqRange, before?: Piece): Segment => {
    meter.touch('entries', lookedAt(records, range))
    const ids = idsOf(before)
    const taken = { has: (id: string) => callIds.has(id) || ids.has(id) }
    return renderSegment(input, { ...range, taken })
  }
  const framed = (segment: Segment): ReturnType<typeof withFrames> =>
    withFrames(segment.messages, traits, messages === 0 ? 'start' : 'later')

  /** Entries as they look without a plan, where no record touches them and every id is free here, too. */
  const known = (range: SeqRange, before: Piece): Stretch | undefined => {
    const stretch = isTouched(records, range) ? undefined : options.plain(range)
    const taken = idsOf(before)
    return stretch?.ids.some((id) => callIds.has(id) || taken.has(id)) === true ? undefined : stretch
  }

  const finished = (segment: Segment, end: Seq): Stretch => {
    const shown = framed(segment).map(strip)
    const { repairs, losses, used } = segment
    return { from: closed, end, messages: shown, repairs, losses, tokens: sizes.messages(shown), ids: [...used] }
  }

  function close(piece: Piece, end: Seq): void {
    const stretch = isStretch(piece) ? piece : finished(piece, end)
    stretches.push(stretch)
    closed = end
    messages += stretch.messages.length
    tokens += stretch.tokens
    for (const id of stretch.ids) callIds.add(id)
  }

  /** Closes every segment that the next one follows cleanly, and returns the one at the end. */
  function closeUpTo(head: Seq): Segment {
    const ends = [...starts.filter((seq) => seq > closed), head]
    starts = []
    let end = ends[0] as Seq
    let piece: Piece = render({ from: closed, end })
    keepSystem(piece)
    for (const next of ends.slice(1)) {
      const following: Piece = known({ from: end, end: next }, piece) ?? render({ from: end, end: next }, piece)
      if (followsCleanly(piece, following, log.entries)) {
        close(piece, end)
        piece = following
      } else {
        starts.push(end)
        piece = render({ from: closed, end: next })
        keepSystem(piece)
      }
      end = next
    }
    return isStretch(piece) ? render({ from: closed, end: head }) : piece
  }

  function keepSystem(segment: Segment): void {
    if (closed > 0) return
    system = segment.system.map(strip)
    systemTokens = sizes.messages(system)
  }

  /** Notes where a run starts, and says where to look next: not inside of what is folded. */
  function lookAt(seq: Seq): Seq {
    if (!startsRun(log, seq)) return after(seq)
    const over = recordOver(records, seq)
    if (over === undefined) starts.push(seq)
    return over === undefined ? after(seq) : seqOf(Math.min(over.span.end, log.entries.length))
  }

  function update(): Rendered {
    const head = seqOf(log.entries.length)
    while (scanned < head) scanned = lookAt(scanned)
    const segment = closeUpTo(head)
    const tail = endPrompt(framed(segment), segment, input)
    return { system, systemTokens, stretches, messages, tail, tokens: systemTokens + tokens + sizes.messages(tail.messages) }
  }

  return {
    now() {
      if (current === undefined || scanned < log.entries.length) {
        // Forgotten first: where updating throws, what was true before is not true any more.
        current = undefined
        current = update()
      }
      return current
    },
  }
}

function startsRun(log: MeasuredLog, seq: Seq): boolean {
  return seq > 0 && log.entries[seq]?.role === 'assistant' && log.entries[seq - 1]?.role !== 'assistant'
}
