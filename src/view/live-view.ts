import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect, Hash } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import type { TokensByKind } from '../schema/receipt.ts'
import { byteLength } from './byte-length.ts'
import { isHeld, isPlain, type LetGo, type Shown, type Stretch } from './stretch.ts'
import { entrySizes, letGo, lookOn, mostHeld, type Stretches, shownIn, stretchesOf, type ViewOptions } from './stretches.ts'
import { addTo, tallyOf } from './tally.ts'

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
  /** How many messages of the prompt cannot change before the next commit. */
  readonly stable: number
  prompt(): Prompt
  /** What it is made of: adds up to `tokens`. */
  kinds(): TokensByKind
  /** System text and messages, as they are shown. */
  shown(): readonly PromptMessage[]
  /** The messages on the wire. */
  wire(): readonly Json[]
  /** Those that are there without being written again, and the bytes of the others. */
  held(): { readonly wire: readonly Json[]; readonly goneBytes: number }
  /** A hash of them, made one after another: of what was hashed for an earlier view, nothing is looked at again. */
  chain(hash: Hash): string
}

/** A view that follows its log. */
export interface LiveView {
  /** Requests of so many tokens are held wholly; of longer ones, what stands in front is written again when somebody reads it. */
  readonly holds: number
  now(): View
  /** Lets go of what requests of so many tokens never hold, if it held more: a plan is in effect, and only the next one asks for what is in front. */
  holdFor(limit: number): void
  /** What `now` will count, before anything is written: system text, and everything. */
  measure(): Pick<View, 'tokens' | 'systemTokens'>
  /** What each entry costs as `now` shows it: one list, which the next call changes. */
  entrySizes(): readonly number[]
  /** For whoever plans with that: a list of their own to count in, used again by the next. */
  readonly room: number[]
  /** What it shows of the entries from `from` up to `end`, if nothing about them had to be changed. */
  plain(from: Seq, end: Seq): Stretch | undefined
}

/** Messages as they are sent. */
type Written = NonNullable<Stretch['written']>

/** What was written, one for each stretch that was not let go, and sums over all. */
interface Wire {
  readonly written: (Written | undefined)[]
  readonly ids: Set<string>
  /** The hash of all messages up to the end of each stretch, as far as somebody asked for it. */
  readonly chains: string[]
  messages: number
  bytes: number
  systemBytes: number
}

/** The messages of some stretches, by their places. */
interface Readable extends Wire {
  wires(from: number, end: number): readonly (readonly Json[])[]
}

/**
 * Follows a log under one plan, as requests are sent: what was rendered is written and validated, each stretch once. Stretches that no
 * record touches are taken over from the view `under` this one, the log without a plan.
 */
export function liveView(options: ViewOptions & { readonly dialect: Dialect; readonly under?: LiveView }): LiveView {
  const { dialect, meter, under } = options
  const stretches = stretchesOf({ ...options, traits: dialect.traits, plain: (from, end) => under?.plain(from, end) })
  const wire: Wire = { written: [], ids: new Set(), chains: [], messages: 0, bytes: 0, systemBytes: 0 }
  let current: View | undefined
  const write = (messages: readonly PromptMessage[]): Written => {
    const sent = dialect.writeMessages(messages)
    meter.touch('messages', sent.length)
    const { violations, used } = dialect.validateMessages(sent, { index: wire.messages, used: wire.ids })
    if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
    return { wire: sent, bytes: bytesOf(sent), ids: [...used] }
  }
  const writeAgain = (stretch: Stretch | LetGo): readonly Json[] => {
    meter.touch('entries', stretch.end - stretch.from)
    return dialect.writeMessages(shownIn(stretches, stretch).messages)
  }
  const look = (): void => {
    if (lookOn(stretches, () => writeClosed(stretches, wire, write))) current = undefined
  }
  return {
    get holds() {
      return stretches.mostHeld
    },
    holdFor(limit) {
      stretches.mostHeld = Math.min(stretches.mostHeld, mostHeld(limit))
      writeClosed(stretches, wire, write)
    },
    room: [],
    now() {
      look()
      current ??= update(stretches, wire, write, writeAgain)
      return current
    },
    entrySizes() {
      look()
      return entrySizes(stretches)
    },
    measure() {
      if (lookOn(stretches)) current = undefined
      return { tokens: tokensOf(stretches), systemTokens: stretches.systemTokens }
    },
    plain(from, end) {
      const at = firstFrom(stretches.closed, from)
      const [stretch, written] = [stretches.closed[at], wire.written[at]]
      if (stretch?.from !== from || stretch.end !== end || written === undefined) return undefined
      return isHeld(stretch) && isPlain(stretch) ? { ...stretch, written } : undefined
    },
  }
}

type Write = (messages: readonly PromptMessage[]) => Written

/** Writes what is closed and was not written yet. */
function writeClosed(stretches: Stretches, wire: Wire, write: Write): void {
  // The system text is measured once: it stays what it is when the first stretch is closed.
  if (wire.written.length === 0) wire.systemBytes = systemBytes(stretches.system)
  for (const stretch of stretches.closed.slice(wire.written.length)) {
    const known = isHeld(stretch) ? stretch.written : undefined
    const written = known ?? write(shownIn(stretches, stretch).messages)
    wire.written.push(written)
    wire.messages += written.wire.length
    wire.bytes += written.bytes
    for (const id of written.ids) wire.ids.add(id)
  }
  for (const gone of letGo(stretches)) wire.written[gone] = undefined
}

/** The same, and the open end. */
function update(stretches: Stretches, wire: Wire, write: Write, writeAgain: (stretch: Stretch | LetGo) => readonly Json[]): View {
  writeClosed(stretches, wire, write)
  const wires = (from: number, end: number): readonly (readonly Json[])[] =>
    stretches.closed.slice(from, end).map((stretch, index) => wire.written[from + index]?.wire ?? writeAgain(stretch))
  return snapshot(stretches, { ...wire, wires }, write(stretches.tail?.messages ?? []))
}

function tokensOf({ systemTokens, tokens, tail }: Stretches): number {
  return systemTokens + tokens + (tail?.tokens ?? 0)
}

/** What is closed and written only grows, so that lengths are enough to remember it by. */
function snapshot(stretches: Stretches, wire: Readable, last: Written): View {
  const { system, systemTokens, messages, closed, tail, sizes, summaries } = stretches
  const { length } = closed
  const kinds = { ...stretches.kinds }
  const all = <Item>(items: (stretch: Shown) => readonly Item[]): readonly Item[] => [
    ...closed.slice(0, length).flatMap((stretch) => items(shownIn(stretches, stretch))),
    ...(tail === undefined ? [] : items(tail)),
  ]
  return {
    ...{ tokens: tokensOf(stretches), system, systemTokens, systemBytes: wire.systemBytes },
    bytes: wire.bytes + last.bytes,
    messages: system.length + wire.messages + last.wire.length,
    stable: messages + (tail?.stable ?? 0),
    prompt: () => ({
      system,
      messages: all((part) => part.messages),
      stable: messages + (tail?.stable ?? 0),
      repairs: all((part) => part.repairs),
      losses: all((part) => part.losses),
    }),
    kinds: () => addTo({ ...kinds }, tallyOf(sizes, [...system, ...(tail?.messages ?? [])], summaries)),
    shown: () => [...system, ...all((part) => part.messages)],
    wire: () => [...wire.wires(0, length).flat(), ...last.wire],
    held() {
      const kept = wire.written.slice(0, length).filter((part) => part !== undefined)
      return {
        wire: [...kept.flatMap((part) => part.wire), ...last.wire],
        goneBytes: kept.reduce((bytes, part) => bytes - part.bytes, wire.bytes),
      }
    },
    chain: (hash) => chained(chainUpTo(wire, length, hash), last.wire, hash),
  }
}

/** Message by message, so that it does not matter where stretches were closed. */
function chained(before: string, messages: readonly Json[], hash: Hash): string {
  return messages.reduce<string>((chain, message) => hash(`${chain} ${JSON.stringify(message)}`), before)
}

function chainUpTo({ wires, chains }: Readable, length: number, hash: Hash): string {
  // One after the other: what was let go is written again, and need not be there at once.
  while (chains.length < length)
    for (const wire of wires(chains.length, chains.length + 1)) chains.push(chained(chains.at(-1) ?? '', wire, hash))
  return chains[length - 1] ?? ''
}

/** The place of the first stretch that begins at `from` or later. */
function firstFrom(stretches: readonly LetGo[], from: Seq): number {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.from ?? from) >= from) high = middle
    else low = middle + 1
  }
  return low
}

/** Bytes of messages as JSON, a comma for each: an array has brackets instead of the last comma. */
function bytesOf(wire: readonly Json[]): number {
  return wire.length === 0 ? 0 : byteLength(wire) - 1
}

function systemBytes(system: readonly PromptMessage[]): number {
  return system.reduce((sum, message) => sum + message.parts.reduce((all, part) => all + byteLength(textOf(part)), 0), 0)
}

function textOf(part: PromptMessage['parts'][number]): string {
  if (part.kind !== 'entry') return part.text
  return part.text ?? ('text' in part.entry ? part.entry.text : '')
}
