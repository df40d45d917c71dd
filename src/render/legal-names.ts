import type { Seq } from '../schema/ids.ts'
import type { DialectTraits, PromptPart } from '../schema/prompt.ts'
import { type Notes, noteRepair } from './adapt-parts.ts'
import type { ViewMessage } from './view.ts'

/** Call ids that earlier segments use. */
export interface Taken {
  has(id: string): boolean
}

/**
 * Gives every shown call an id that is its own and that the dialect accepts, and its result the same one. Agents write ids like
 * "None", or the same id twice; the second call under an id gets its entry's number behind it.
 */
export function legalNames(
  messages: readonly ViewMessage[],
  { traits, notes, taken }: { readonly traits: DialectTraits; readonly notes: Notes; readonly taken: Taken },
): { readonly messages: readonly ViewMessage[]; readonly used: ReadonlySet<string> } {
  const used = new Set<string>()
  const byCall = new Map<Seq, string>()
  const rename = (part: PromptPart): PromptPart => {
    if (part.kind === 'no-result') return { ...part, callId: byCall.get(part.call) ?? part.callId }
    if (part.kind !== 'entry') return part
    if (part.entry.kind === 'tool-call') {
      const callId = ownId(part.entry.callId, part.entry.seq, { used, taken, traits })
      if (callId !== part.entry.callId) noteRepair(notes, 'id-replaced', part.entry.seq, 'a call id was not unique or not legal')
      byCall.set(part.entry.seq, callId)
      const tool = legalTool(part.entry.tool, traits)
      if (tool !== part.entry.tool) noteRepair(notes, 'tool-renamed', part.entry.seq, 'a tool name was not legal')
      if (callId === part.entry.callId && tool === part.entry.tool) return part
      return {
        ...part,
        ...(callId === part.entry.callId ? {} : { callId }),
        ...(tool === part.entry.tool ? {} : { tool }),
      }
    }
    if (part.entry.kind !== 'tool-result' || part.entry.answers.kind !== 'call') return part
    const callId = byCall.get(part.entry.answers.seq)
    return callId === undefined || callId === part.entry.callId ? part : { ...part, callId }
  }
  const renamed = messages.map((message) => {
    if (!message.parts.some(hasName)) return message
    const parts = message.parts.map(rename)
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
  })
  return { messages: renamed, used }
}

/** Calls and results have names. */
function hasName(part: PromptPart): boolean {
  return (
    part.kind === 'no-result' || (part.kind === 'entry' && (part.entry.kind === 'tool-call' || part.entry.kind === 'tool-result'))
  )
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

function legalTool(tool: string, traits: DialectTraits): string {
  if (traits.toolName.test(tool) && tool.length <= traits.maxToolName) return tool.toWellFormed()
  const legal = tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, traits.maxToolName)
  return legal === '' ? 'tool' : legal
}
