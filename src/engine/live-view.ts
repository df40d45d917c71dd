import { endPrompt, type RenderInput, renderSegment, type Segment, strip, withFrames } from '../render/render-prompt.ts'
import { firstRecordReaching } from '../render/view.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Dialect } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import { byteLength } from './byte-length.ts'
import type { MeasuredLog } from './measured-log.ts'
import type { Meter } from './ports.ts'
import type { Sizes } from './sizes.ts'
import { firstWhere, followsCleanly, idsOf, isTouched, lookedAt, type Piece, type Stretch } from './stretch.ts'

/** What the model sees at one moment. Reading it later gives the same, whatever was appended since. */
export interface View {
  /** System text and messages of the log. */
  readonly tokens: number
  /** System text in front, and what it costs. */
  readonly system: readonly PromptMessage[]
  readonly systemTokens: number
  /** Bytes of the messages on the wire. */
  readonly bytes: number
  /** And of the system text in front. */
  readonly systemBytes: number
  /** How many messages, system text included. */
  readonly messages: number
  prompt(): Prompt
  /** System text and messages, as they are shown. */
  shown(): readonly PromptMessage[]
  /** The messages on the wire. */
  wire(): readonly Json[]
}

/** A view that follows its log. */
export interface LiveView {
  now(): View
  /** What it shows of the entries from `from` up to `to`, where nothing about them had to be changed. */
  plain(from: Seq, to: Seq): Stretch | undefined
}

interface Tail {
  readonly prompt: Omit<Prompt, 'system'>
  readonly wire: readonly Json[]
  readonly tokens: number
  readonly bytes: number
}

/**
 * Follows a log under one plan. A conversation falls into segments, each from the start of one assistant run to the next; a
 * segment is closed when the next run shows, and is never looked at again. So a step renders, counts and validates only the
 * open end, however long the history is.
 *
 *     closed: u1 · a2 r3 · a4 u5 |  open: a6 r7 …
 *
 * Segments that no record touches look as they do without a plan: they are taken over from the view `under` this one.
 */
export function liveView(options: {
  readonly log: MeasuredLog
  readonly records: readonly PlanRecord[]
  readonly dialect: Dialect
  readonly summaryRole: RenderInput['summaryRole']
  readonly sizes: Sizes
  readonly meter: Meter
  /** The log under no plan, with the same sizes. */
  readonly under?: LiveView
}): LiveView {
  const { log, records, dialect, sizes, meter, under } = options
  const input: RenderInput = { entries: log.entries, records, traits: dialect.traits, summaryRole: options.summaryRole }
  const closed: Closed = { stretches: [], seq: 0, messages: 0, wire: 0, tokens: 0, bytes: 0 }
  const callIds = new Set<string>()
  const wireIds = new Set<string>()
  let system: readonly PromptMessage[] = []
  let systemTokens = 0
  let systemBytes = 0
  let scanned = 0
  let starts: Seq[] = []
  let current: View | undefined

  const render = (from: Seq, to: Seq, before?: Piece): Segment => {
    meter.touch('entries', lookedAt(records, from, to))
    const ids = idsOf(before)
    const taken = { has: (id: string) => callIds.has(id) || ids.has(id) }
    return renderSegment(input, { from, to, taken })
  }
  const written = (
    messages: readonly PromptMessage[],
  ): { readonly wire: readonly Json[]; readonly used: ReadonlySet<string> } => {
    const wire = dialect.writeMessages(messages)
    meter.touch('messages', wire.length)
    const { violations, used } = dialect.validateMessages(wire, { index: closed.wire, used: wireIds })
    if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
    return { wire, used }
  }
  const framed = (segment: Segment): ReturnType<typeof withFrames> =>
    withFrames(segment.messages, dialect.traits, closed.messages === 0 ? 'start' : 'later')

  /** Entries as the view under this one shows them, where no record touches them and every id is free here, too. */
  const known = (from: Seq, to: Seq, before: Piece): Stretch | undefined => {
    const stretch = under?.plain(from, to)
    if (stretch === undefined || isTouched(records, from, to)) return undefined
    const taken = idsOf(before)
    return stretch.ids.some((id) => callIds.has(id) || taken.has(id)) ? undefined : stretch
  }

  const finished = (segment: Segment, to: Seq): Stretch => {
    const messages = framed(segment).map(strip)
    const { wire, used } = written(messages)
    const { repairs, losses } = segment
    const size = { tokens: sizes.messages(messages), bytes: bytesOf(wire) }
    return { from: closed.seq, to, messages, wire, repairs, losses, ...size, ids: [...segment.used], wireIds: [...used] }
  }

  function close(piece: Piece, to: Seq): void {
    const stretch = 'wire' in piece ? piece : finished(piece, to)
    closed.stretches.push(stretch)
    closed.seq = stretch.to
    closed.messages += stretch.messages.length
    closed.wire += stretch.wire.length
    closed.tokens += stretch.tokens
    closed.bytes += stretch.bytes
    for (const id of stretch.ids) callIds.add(id)
    for (const id of stretch.wireIds) wireIds.add(id)
  }

  /** Closes every segment that the next one follows cleanly, and returns the one at the end. */
  function closeUpTo(head: Seq): Segment {
    const ends = [...starts.filter((seq) => seq > closed.seq), head]
    starts = []
    let end = ends[0] as Seq
    let piece: Piece = render(closed.seq, end)
    keepSystem(piece)
    for (const next of ends.slice(1)) {
      const following: Piece = known(end, next, piece) ?? render(end, next, piece)
      if (followsCleanly(piece, following)) {
        close(piece, end)
        piece = following
      } else {
        starts.push(end)
        piece = render(closed.seq, next)
        keepSystem(piece)
      }
      end = next
    }
    return 'wire' in piece ? render(closed.seq, head) : piece
  }

  function keepSystem(segment: Segment): void {
    if (closed.seq > 0) return
    system = segment.system.map(strip)
    systemTokens = sizes.messages(system)
    systemBytes = system.reduce((sum, message) => sum + message.parts.reduce((all, part) => all + byteLength(textOf(part)), 0), 0)
  }

  function update(): View {
    const head = log.entries.length
    for (; scanned < head; scanned += 1) if (startsRun(log, scanned) && !isInsideRecord(records, scanned)) starts.push(scanned)
    const segment = closeUpTo(head)
    const prompt = endPrompt(framed(segment), segment, input)
    const { wire } = written(prompt.messages)
    const tail = { prompt, wire, tokens: sizes.messages(prompt.messages), bytes: bytesOf(wire) }
    return snapshot({ system, systemTokens, systemBytes, closed, tail })
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
    plain(from, to) {
      const stretch = closed.stretches[firstWhere(closed.stretches, (known) => known.from >= from)]
      if (stretch?.from !== from || stretch.to !== to || from === 0) return undefined
      return stretch.repairs.length + stretch.losses.length === 0 ? stretch : undefined
    },
  }
}

interface Closed {
  readonly stretches: Stretch[]
  /** Where the open end begins. */
  seq: Seq
  /** Sums over all stretches. */
  messages: number
  wire: number
  tokens: number
  bytes: number
}

function textOf(part: PromptMessage['parts'][number]): string {
  if (part.kind !== 'entry') return part.text
  return part.text ?? ('text' in part.entry ? part.entry.text : '')
}

/** Bytes of messages as JSON, a comma for each: an array has brackets instead of the last comma. */
function bytesOf(wire: readonly Json[]): number {
  return wire.length === 0 ? 0 : byteLength(wire) - 1
}

/** What is closed only grows, so that lengths are enough to remember it by. */
function snapshot(options: {
  readonly system: readonly PromptMessage[]
  readonly systemTokens: number
  readonly systemBytes: number
  readonly closed: Closed
  readonly tail: Tail
}): View {
  const { system, closed, tail } = options
  const { length } = closed.stretches
  const [messages, wire] = [closed.messages, closed.wire]
  const all = <Item>(items: (stretch: Stretch) => readonly Item[]): readonly Item[] =>
    closed.stretches.slice(0, length).flatMap(items)
  return {
    tokens: options.systemTokens + closed.tokens + tail.tokens,
    system,
    systemTokens: options.systemTokens,
    bytes: closed.bytes + tail.bytes,
    systemBytes: options.systemBytes,
    messages: system.length + wire + tail.wire.length,
    prompt: () => ({
      system,
      messages: [...all((stretch) => stretch.messages), ...tail.prompt.messages],
      stable: messages + tail.prompt.stable,
      repairs: [...all(({ repairs }) => repairs), ...tail.prompt.repairs],
      losses: [...all(({ losses }) => losses), ...tail.prompt.losses],
    }),
    shown: () => [...system, ...all((stretch) => stretch.messages), ...tail.prompt.messages],
    wire: () => [...all((stretch) => stretch.wire), ...tail.wire],
  }
}

function startsRun(log: MeasuredLog, seq: Seq): boolean {
  return seq > 0 && log.entries[seq]?.role === 'assistant' && log.entries[seq - 1]?.role !== 'assistant'
}

/** True where a record reaches over the border before `seq`. */
function isInsideRecord(records: readonly PlanRecord[], seq: Seq): boolean {
  const span = records[firstRecordReaching(records, seq)]?.span
  return span !== undefined && span.from < seq
}
