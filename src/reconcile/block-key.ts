import type { BlockDraft } from '../schema/draft.ts'
import type { Entry, Role } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import { canonicalArguments, canonicalItem } from './canonical-json.ts'
import { fileContent } from './file-content.ts'
import { plainResult, plainText } from './plain-text.ts'

/** What a block says, wherever it stands: in the log, or in what was handed in. */
export type Content = BlockDraft | Entry

/** Blocks of different shelves are never the same. */
export type Shelf = 'system' | 'user' | 'assistant' | 'reasoning' | 'call' | 'result' | 'file' | 'opaque' | 'turn-start'

/**
 * The fingerprint of a block: its shelf and what it says, without ids, cache marks and how the content is written. It is the text
 * itself, not a hash of it: the platform hashes it natively, the string is shared with the log, and two texts never collide.
 */
export interface BlockKey {
  readonly shelf: Shelf
  readonly text: string
}

export function keyOf(role: Role, block: Content): BlockKey {
  switch (block.kind) {
    case 'text':
      return { shelf: sideOf(role), text: short(plainText(block.text)) }
    case 'reasoning':
      return { shelf: 'reasoning', text: short(plainText(block.text)) }
    case 'tool-call':
      return { shelf: 'call', text: short(`${block.tool}\n${canonicalArguments(block.input)}`) }
    case 'tool-result':
      return { shelf: 'result', text: short(plainResult(block.text)) }
    case 'file':
      return { shelf: block.kind, text: short(fileContent(block.raw) ?? '') }
    case 'opaque':
      return { shelf: block.kind, text: short(approvalIn(role, block) ?? canonicalItem(block.raw) ?? '') }
    case 'turn-start':
      return { shelf: 'turn-start', text: '' }
  }
}

/**
 * The approval that an assistant's block asks for, by its id; an answer to it says yes or no besides. Messages for people and for models
 * write both in shapes of their own.
 */
export function approvalIn(role: Role, block: Content): string | undefined {
  if (block.kind !== 'opaque' || block.approval === undefined) return undefined
  const id = block.approval.toWellFormed()
  return role === 'assistant' ? id : `${id} ${isGiven(block.raw) ? 'given' : 'refused'}`
}

function isGiven(answer: Json): boolean {
  if (!isJsonObject(answer)) return false
  const { approved, approval = null } = answer
  return approved === true || (isJsonObject(approval) && approval['approved'] === true)
}

/** Where text stands in a conversation. Text of a tool message goes out as a user's. */
export function sideOf(role: Role): 'system' | 'user' | 'assistant' {
  return role === 'tool' ? 'user' : role
}

/** V8 hashes no more than this of a string: longer ones of one length would all fall into one bucket of a map. */
const LONGEST_KEY = 16_000

function short(text: string): string {
  return text.length <= LONGEST_KEY ? text : `${text.length}:${digest(text)}`
}

/** 64 bits of a long text. Blocks found by it are compared in full, so that a collision costs a find and nothing else. */
function digest(text: string): string {
  let a = 0x811c9dc5
  let b = 0x1b873593
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13)
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}
