import { endPrompt, type RenderInput, renderSegment, type Segment, strip, withFrames } from '../render/render-prompt.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Dialect } from '../schema/ports.ts'
import type { Loss, Prompt, PromptMessage, Repair } from '../schema/prompt.ts'
import { byteLength } from './byte-length.ts'
import type { MeasuredLog } from './measured-log.ts'
import type { Meter } from './ports.ts'
import type { Sizes } from './sizes.ts'

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
 */
export function liveView(options: {
  readonly log: MeasuredLog
  readonly records: readonly PlanRecord[]
  readonly dialect: Dialect
  readonly summaryRole: RenderInput['summaryRole']
  readonly sizes: Sizes
  readonly meter: Meter
}): LiveView {
  const { log, records, dialect, sizes, meter } = options
  const input: RenderInput = { entries: log.entries, records, traits: dialect.traits, summaryRole: options.summaryRole }
  const closed = {
    seq: 0,
    tokens: 0,
    bytes: 0,
    messages: [] as PromptMessage[],
    wire: [] as Json[],
    repairs: [] as Repair[],
    losses: [] as Loss[],
  }
  const callIds = new Set<string>()
  const wireIds = new Set<string>()
  let system: readonly PromptMessage[] = []
  let systemTokens = 0
  let systemBytes = 0
  let scanned = 0
  let starts: Seq[] = []
  let current: View | undefined

  const render = (from: Seq, to: Seq, before?: Segment): Segment => {
    meter.touch('entries', to - from)
    const taken = { has: (id: string) => callIds.has(id) || (before?.used.has(id) ?? false) }
    return renderSegment(input, { from, to, taken })
  }
  const written = (
    messages: readonly PromptMessage[],
  ): { readonly wire: readonly Json[]; readonly used: ReadonlySet<string> } => {
    const wire = dialect.writeMessages(messages)
    meter.touch('messages', wire.length)
    const { violations, used } = dialect.validateMessages(wire, { index: closed.wire.length, used: wireIds })
    if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
    return { wire, used }
  }
  const framed = (segment: Segment): ReturnType<typeof withFrames> =>
    withFrames(segment.messages, dialect.traits, closed.messages.length === 0 ? 'start' : 'later')

  function close(segment: Segment, seq: Seq): void {
    const messages = framed(segment).map(strip)
    const { wire, used } = written(messages)
    append(closed.messages, messages)
    append(closed.wire, wire)
    append(closed.repairs, segment.repairs)
    append(closed.losses, segment.losses)
    closed.tokens += sizes.messages(messages)
    closed.bytes += bytesOf(wire)
    closed.seq = seq
    for (const id of segment.used) callIds.add(id)
    for (const id of used) wireIds.add(id)
  }

  /** Closes every segment that the next one follows cleanly, and returns the one at the end. */
  function closeUpTo(head: Seq): Segment {
    const ends = [...starts.filter((seq) => seq > closed.seq), head]
    starts = []
    let end = ends[0] as Seq
    let segment = render(closed.seq, end)
    keepSystem(segment)
    for (const next of ends.slice(1)) {
      const following = render(end, next, segment)
      if (followsCleanly(segment, following)) {
        close(segment, end)
        segment = following
      } else {
        starts.push(end)
        segment = render(closed.seq, next)
        keepSystem(segment)
      }
      end = next
    }
    return segment
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
  }
}

/** One by one: a segment may hold more than a call takes arguments. */
function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item)
}

interface Closed {
  readonly messages: readonly PromptMessage[]
  readonly wire: readonly Json[]
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
  readonly tokens: number
  readonly bytes: number
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
  const [messages, wire] = [closed.messages.length, closed.wire.length]
  const [repairs, losses] = [closed.repairs.length, closed.losses.length]
  return {
    tokens: options.systemTokens + closed.tokens + tail.tokens,
    system,
    systemTokens: options.systemTokens,
    bytes: closed.bytes + tail.bytes,
    systemBytes: options.systemBytes,
    messages: system.length + wire + tail.wire.length,
    prompt: () => ({
      system,
      messages: [...closed.messages.slice(0, messages), ...tail.prompt.messages],
      stable: messages + tail.prompt.stable,
      repairs: [...closed.repairs.slice(0, repairs), ...tail.prompt.repairs],
      losses: [...closed.losses.slice(0, losses), ...tail.prompt.losses],
    }),
    shown: () => [...system, ...closed.messages.slice(0, messages), ...tail.prompt.messages],
    wire: () => [...closed.wire.slice(0, wire), ...tail.wire],
  }
}

/** Nothing is joined or framed across a border where somebody else spoke last and the agent speaks next. */
function followsCleanly(before: Segment, next: Segment): boolean {
  const last = before.messages.at(-1)
  return last !== undefined && last.role !== 'assistant' && next.messages[0]?.role === 'assistant'
}

function startsRun(log: MeasuredLog, seq: Seq): boolean {
  return seq > 0 && log.entries[seq]?.role === 'assistant' && log.entries[seq - 1]?.role !== 'assistant'
}

/** True where a record reaches over the border before `seq`. */
function isInsideRecord(records: readonly PlanRecord[], seq: Seq): boolean {
  let low = 0
  let high = records.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { from, to } = (records[middle] as PlanRecord).span
    if (seq > from && seq <= to) return true
    if (seq <= from) high = middle - 1
    else low = middle + 1
  }
  return false
}
