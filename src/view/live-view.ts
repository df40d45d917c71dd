import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import type { SeqRange } from '../schema/range.ts'
import { byteLength } from './byte-length.ts'
import { type Rendered, renderedView, type ViewOptions } from './rendered-view.ts'
import { firstWhere, type Stretch, type Written } from './stretch.ts'

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
  /** What `now` will count, before anything is written: system text, and everything. */
  measure(): Pick<View, 'tokens' | 'systemTokens'>
  /** What it shows of a range of entries, where nothing about them had to be changed. */
  plain(range: SeqRange): Stretch | undefined
}

/**
 * Follows a log under one plan, as requests are sent: what was [rendered](rendered-view.ts) is written and validated, each stretch
 * once. Stretches that no record touches are taken over from the view `under` this one, the log without a plan.
 */
export function liveView(
  options: ViewOptions & {
    readonly dialect: Dialect
    /** Has the same sizes. */
    readonly under?: LiveView
  },
): LiveView {
  const { dialect, meter, under } = options
  const rendered = renderedView({ ...options, traits: dialect.traits, plain: (range) => under?.plain(range) })
  const done: Done = { written: [], wire: 0, bytes: 0 }
  const ids = new Set<string>()
  let shown: Rendered | undefined
  let current: View | undefined
  let front: Front = { system: [], bytes: 0 }

  const write = (messages: readonly PromptMessage[]): Written => {
    const wire = dialect.writeMessages(messages)
    meter.touch('messages', wire.length)
    const { violations, used } = dialect.validateMessages(wire, { index: done.wire, used: ids })
    if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
    return { wire, bytes: bytesOf(wire), ids: [...used] }
  }

  function update(to: Rendered): View {
    for (let next = done.written.length; next < to.stretches.length; next += 1) {
      const stretch = to.stretches[next] as Stretch
      const written = stretch.written ?? write(stretch.messages)
      done.written.push(written)
      done.wire += written.wire.length
      done.bytes += written.bytes
      for (const id of written.ids) ids.add(id)
    }
    // It is measured once: it stays what it is when the first stretch is closed.
    if (to.system !== front.system) front = { system: to.system, bytes: systemBytes(to.system) }
    return snapshot(to, done, { front, last: write(to.tail.messages) })
  }

  return {
    now() {
      const latest = rendered.now()
      if (current === undefined || latest !== shown) {
        // Forgotten first: where updating throws, what was true before is not true any more.
        current = undefined
        current = update(latest)
        shown = latest
      }
      return current
    },
    measure: rendered.now,
    plain({ from, end }) {
      const stretches = shown?.stretches ?? []
      const at = firstWhere(stretches, (known) => known.from >= from)
      const [stretch, written] = [stretches[at], done.written[at]]
      if (stretch?.from !== from || stretch.end !== end || from === 0 || written === undefined) return undefined
      return stretch.repairs.length + stretch.losses.length === 0 ? { ...stretch, written } : undefined
    },
  }
}

/** System text in front, and its bytes. */
interface Front {
  readonly system: readonly PromptMessage[]
  readonly bytes: number
}

interface Done {
  /** One for each stretch. */
  readonly written: Written[]
  /** Sums over all. */
  wire: number
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

function systemBytes(system: readonly PromptMessage[]): number {
  return system.reduce((sum, message) => sum + message.parts.reduce((all, part) => all + byteLength(textOf(part)), 0), 0)
}

/** What is done only grows, so that lengths are enough to remember it by. */
function snapshot(
  { system, systemTokens, stretches, messages, tail, tokens }: Rendered,
  done: Done,
  { front, last }: { readonly front: Front; readonly last: Written },
): View {
  const { length } = stretches
  const closed = <Item>(items: (stretch: Stretch) => readonly Item[]): readonly Item[] =>
    stretches.slice(0, length).flatMap(items)
  return {
    ...{ tokens, system, systemTokens },
    bytes: done.bytes + last.bytes,
    systemBytes: front.bytes,
    messages: system.length + done.wire + last.wire.length,
    prompt: () => ({
      system,
      messages: [...closed((stretch) => stretch.messages), ...tail.messages],
      stable: messages + tail.stable,
      repairs: [...closed(({ repairs }) => repairs), ...tail.repairs],
      losses: [...closed(({ losses }) => losses), ...tail.losses],
    }),
    shown: () => [...system, ...closed((stretch) => stretch.messages), ...tail.messages],
    wire: () => [...done.written.slice(0, length).flatMap(({ wire }) => wire), ...last.wire],
  }
}
