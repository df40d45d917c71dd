import type { BlockDraft } from '../schema/draft.ts'
import type { Role } from '../schema/entry.ts'

/** Kinds of blocks that a dialect takes from one side only, besides those that are the agent's everywhere. */
export interface Sides {
  readonly agent: RegExp
  readonly person?: RegExp
}

/**
 * A block as it may stand in a message of `role`. Only the agent calls tools and thinks: a call or a thought in another's message is kept,
 * and never sent, because a provider would refuse the whole request. So is a block that the provider takes only from the other side.
 */
export function inPlace(role: Role, block: BlockDraft, sides?: Sides): BlockDraft {
  const isAgents = role === 'assistant'
  const misplaced = block.kind === 'opaque' ? isOtherSides(block.type, isAgents, sides) : isElsewhere(block.kind, role)
  if (!misplaced) return block
  return { kind: 'opaque', raw: block.raw, type: block.kind === 'opaque' ? block.type : block.kind, unsent: true }
}

/** A result in a message of the agent is brought into one of its own when it is shown; in system text it has no place. */
function isElsewhere(kind: BlockDraft['kind'], role: Role): boolean {
  return kind === 'tool-result' ? role === 'system' : role !== 'assistant' && (kind === 'tool-call' || kind === 'reasoning')
}

function isOtherSides(type: string, isAgents: boolean, sides: Sides | undefined): boolean {
  return (isAgents ? sides?.person : sides?.agent)?.test(type) === true
}
