import { type RawBuilder, sql } from 'kysely'
import type { Commit } from '../../schema/commit.ts'

/** A commit's plan and receipt as `jsonb`, for queries. What we read ourselves is the body, byte for byte. */
export function documentsOf({ plan, receipt }: Commit): Readonly<Record<'plan' | 'receipt', RawBuilder<string>>> {
  return { plan: document(plan), receipt: document(receipt) }
}

/** What `jsonb` refuses as JSON writes it: NUL, and half a surrogate pair. An even number of backslashes before it are characters. */
const REFUSED = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

function document(value: object): RawBuilder<string> {
  return sql<string>`${JSON.stringify(value).replaceAll(REFUSED, '$1\\ufffd')}::jsonb`
}
