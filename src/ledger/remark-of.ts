import type { Authority, ItemKind } from '../schema/ledger.ts'
import type { Remark } from './read-entry.ts'
import type { Statement } from './statements.ts'

export const ANNOUNCED: Pick<Remark, 'isAnnounced'> = { isAnnounced: true }
export const RECORD: Pick<Remark, 'isRecord'> = { isRecord: true }

/** Put together at once: there is one for every sentence of a log, and they are kept. */
export function remarkOf(
  statement: Statement,
  kind: ItemKind,
  authority: Authority,
  flags?: Pick<Remark, 'isAnnounced' | 'isRecord'>,
): Remark {
  const { text, at, names, words, holds } = statement
  const remark = { text, at, names, words, kind, authority }
  if (holds !== undefined) return { ...remark, holds, ...flags }
  return flags === undefined ? remark : { ...remark, ...flags }
}
