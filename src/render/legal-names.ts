import type { ToolCallEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { DialectTraits, PromptPart } from '../schema/prompt.ts'
import { isNative } from './adapt-parts.ts'
import { legalTool } from './legal-tool.ts'
import { type Notes, noteRepair } from './notes.ts'
import type { ViewMessage } from './view.ts'

/** Call ids that earlier segments use. */
export interface Taken {
  has(id: string): boolean
}

/**
 * Gives every shown call an id that is its own and that the dialect accepts, and its result the same one. Agents write ids like
 * "None", or the same id twice; the second call under an id gets its entry's number behind it. A call that came without an id
 * stays without one in its own dialect, and gets one elsewhere.
 */
export function legalNames(
  messages: readonly ViewMessage[],
  { traits, notes, taken }: { readonly traits: DialectTraits; readonly notes: Notes; readonly taken: Taken },
): { readonly messages: readonly ViewMessage[]; readonly used: ReadonlySet<string> } {
  const used = new Set<string>()
  const byCall = new Map<Seq, CallNames>()
  /** Approvals of calls that got another id. */
  const renamed = new Set<string | undefined>()
  const rename = (part: PromptPart): PromptPart => {
    if (part.kind === 'no-result') return { ...part, ...byCall.get(part.call) }
    if (part.kind !== 'entry') return part
    if (part.entry.kind === 'tool-call') {
      const { entry } = part
      const tool = legalTool(entry.tool, traits)
      if (tool !== entry.tool) noteRepair(notes, 'tool-renamed', entry.seq, 'a tool name was not legal')
      const callId = staysWithoutId(entry, traits) ? '' : ownId(entry.callId, entry.seq, { used, taken, traits })
      if (callId !== '' && callId !== entry.callId) {
        noteRepair(notes, 'id-replaced', entry.seq, 'a call id was not unique or not legal')
        if (entry.approval !== undefined) renamed.add(entry.approval)
      }
      byCall.set(entry.seq, { callId, tool })
      return withNames(part, { callId: callId === '' ? entry.callId : callId, tool }, entry)
    }
    if (part.entry.kind === 'opaque' && part.entry.role === 'assistant' && renamed.has(part.entry.approval)) {
      noteRepair(notes, 'id-replaced', part.entry.seq, 'a request for approval names the new id of its call')
    }
    if (part.entry.kind !== 'tool-result' || part.entry.answers.kind !== 'call') return part
    const names = byCall.get(part.entry.answers.seq)
    if (names === undefined) return part
    const { envelope, callId } = part.entry
    // If the call has no id, a result of another dialect has none either.
    const own = names.callId === '' && isNative(part.entry, traits) ? callId : names.callId
    return withNames(part, { callId: own, tool: names.tool }, { callId, tool: envelope.tool })
  }
  const named = messages.map((message) => {
    if (!message.parts.some(hasName)) return message
    const parts = message.parts.map(rename)
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
  })
  return { messages: named, used }
}

/** How a call is named in the request; its id is empty if the call has none. */
interface CallNames {
  readonly callId: string
  readonly tool: string
}

type EntryPart = Extract<PromptPart, { kind: 'entry' }>

function withNames(part: EntryPart, names: CallNames, own: CallNames): EntryPart {
  if (names.callId === own.callId && names.tool === own.tool) return part
  return {
    ...part,
    ...(names.callId === own.callId ? {} : { callId: names.callId }),
    ...(names.tool === own.tool ? {} : { tool: names.tool }),
  }
}

function staysWithoutId(entry: ToolCallEntry, traits: DialectTraits): boolean {
  return traits.callsWithoutId === true && entry.inventedId === true && isNative(entry, traits)
}

/** Calls and results have names, and so may what stands around them: approvals. */
function hasName(part: PromptPart): boolean {
  if (part.kind !== 'entry') return part.kind === 'no-result'
  const { kind } = part.entry
  return kind === 'tool-call' || kind === 'tool-result' || kind === 'opaque'
}

interface IdsSoFar {
  readonly used: Set<string>
  readonly taken: Taken
  readonly traits: DialectTraits
}

function ownId(id: string, seq: Seq, { used, taken, traits }: IdsSoFar): string {
  const legal = joinWithin(traits.callId.test(id) ? id : id.replaceAll(/[^a-zA-Z0-9_-]/g, '_'), '', traits.maxCallId)
  const start = legal === '' ? `call_${seq}` : legal
  const isTaken = (candidate: string): boolean => used.has(candidate) || taken.has(candidate)
  let own = start
  for (let copy = 0; isTaken(own); copy += 1)
    own = joinWithin(start, copy === 0 ? `_${seq}` : `_${seq}_${copy}`, traits.maxCallId)
  used.add(own)
  return own
}

/** `text` with `end` behind it, cut so that both have room, and without half characters. */
function joinWithin(text: string, end: string, most: number): string {
  return `${text.slice(0, most - end.length)}${end}`.toWellFormed()
}
