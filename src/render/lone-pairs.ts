import type { ReadEntries } from '../log/entry-at.ts'
import type { Entry } from '../schema/entry.ts'
import type { PromptPart } from '../schema/prompt.ts'
import type { Notes } from './notes.ts'
import type { ViewMessage } from './view.ts'

/**
 * Leaves out a tool that the provider ran and whose result never came, because the run was stopped, and a result without its tool: neither
 * is taken without the other. At the very end a tool may wait: the provider goes on with it.
 *
 *     agent: search · result · text | user          stays
 *     agent: search · (stopped)     | user          the search is left out
 *     agent: search                                 stays: the turn was paused
 *     agent: program · call | tool: result          stays: the program goes on with what its caller gives it
 */
export function withoutLonePairs(messages: readonly ViewMessage[], notes: Notes): readonly ViewMessage[] {
  if (!messages.some(({ parts }) => parts.some(hasPair))) return messages
  const lone = lonePairs(messages)
  if (lone.size === 0) return messages
  return messages.map((message) => {
    const parts = message.parts.filter((part) => !lone.has(part))
    if (parts.length === message.parts.length) return message
    for (const part of message.parts) {
      if (lone.has(part) && part.kind === 'entry' && part.entry.kind === 'opaque')
        notes.losses.push({ seq: part.entry.seq, what: part.entry.type })
    }
    return { ...message, parts }
  })
}

/** Parts whose other half is not in the same run of messages. */
function lonePairs(messages: readonly ViewMessage[]): ReadonlySet<PromptPart> {
  const lone = new Set<PromptPart>()
  let open = new Map<string, PromptPart>()
  for (const [index, { role, parts }] of messages.entries()) {
    if (open.size > 0 && role !== messages[index - 1]?.role) open = new Map()
    for (const part of parts) {
      const pair = pairOf(part)
      if (pair === undefined) continue
      const tool = isResult(part) ? open.get(pair) : undefined
      if (tool !== undefined) lone.delete(tool)
      else if (!comesLater(part, parts)) lone.add(part)
      if (isResult(part)) open.delete(pair)
      else open.set(pair, part)
    }
  }
  const last = messages.at(-1)?.parts.at(-1)
  if (last !== undefined && !isResult(last)) lone.delete(last)
  return lone
}

/** True for a tool of the provider's at the end of the log: once another message follows, it is left out. */
export function mayBeLeftOut(entry: Entry, entries: ReadEntries): boolean {
  return entry.kind === 'opaque' && entry.pair !== undefined && entry.seq === entries.length - 1
}

function isResult(part: PromptPart): boolean {
  return part.kind === 'entry' && part.entry.kind === 'opaque' && /[_-]result$/.test(part.entry.type)
}

/** In the AI SDK, a program that calls the client's tools ends in a later message; each of its calls names it. */
function comesLater(part: PromptPart, parts: readonly PromptPart[]): boolean {
  if (part.kind !== 'entry' || part.entry.kind !== 'opaque') return false
  const { type, pair = '' } = part.entry
  return type === 'tool-result' || (type === 'tool-call' && parts.some((other) => isCallBy(other, pair)))
}

function isCallBy(part: PromptPart, program: string): boolean {
  return part.kind === 'entry' && part.entry.kind === 'tool-call' && JSON.stringify(part.entry.raw).includes(`"${program}"`)
}

function hasPair(part: PromptPart): boolean {
  return pairOf(part) !== undefined
}

function pairOf(part: PromptPart): string | undefined {
  return part.kind === 'entry' && part.entry.kind === 'opaque' && part.entry.unsent !== true ? part.entry.pair : undefined
}
