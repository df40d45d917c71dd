import type { OpaqueEntry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import type { PromptPart } from '../schema/prompt.ts'

type EntryPart = Extract<PromptPart, { kind: 'entry' }>
export type CallPart = EntryPart & { readonly entry: ToolCallEntry }
export type ResultPart = EntryPart & { readonly entry: ToolResultEntry }
type ApprovalPart = EntryPart & { readonly entry: OpaqueEntry }

export function isCall(part: PromptPart): part is CallPart {
  return part.kind === 'entry' && part.entry.kind === 'tool-call'
}

export function isResult(part: PromptPart): part is ResultPart {
  return part.kind === 'entry' && part.entry.kind === 'tool-result'
}

/** What asks for an approval, or answers: it may stand among results without parting them from their calls. */
export function isApproval(part: PromptPart): part is ApprovalPart {
  return part.kind === 'entry' && part.entry.kind === 'opaque' && part.entry.approval !== undefined
}
