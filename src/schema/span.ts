import type { MessageId } from './ids.ts'
import type { SeqRange } from './range.ts'

/**
 * A range of entries that a record is about. It names them exactly at constant size: the chain hash after its last entry is a
 * fingerprint of everything up to there, so that a plan can never be applied to another branch by mistake.
 */
export interface Span extends SeqRange {
  readonly hash: string
  readonly messages: number
  readonly firstMessage: MessageId
  readonly lastMessage: MessageId
  readonly firstTurn: number
  readonly lastTurn: number
}
