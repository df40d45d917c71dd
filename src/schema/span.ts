import type { MessageId, Seq } from './ids.ts'

/**
 * An inclusive range of entries. It names them exactly at constant size: the chain hash at its end is a fingerprint of
 * everything up to there, so that a plan can never be applied to another branch by mistake.
 */
export interface Span {
  readonly from: Seq
  readonly to: Seq
  readonly hash: string
  readonly messages: number
  readonly firstMessage: MessageId
  readonly lastMessage: MessageId
  readonly firstTurn: number
  readonly lastTurn: number
}

/** True where entry number `seq` lies inside. */
export function spanContains(span: Span, seq: Seq): boolean {
  return seq >= span.from && seq <= span.to
}
