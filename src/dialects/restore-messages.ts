import type { Entry } from '../schema/entry.ts'
import type { Json } from '../schema/json.ts'
import { fillShell } from './shell.ts'

/** The foreign messages that entries came from, as they came in: the other half of the law of dialects. */
export function restoreMessages(entries: readonly Entry[]): readonly Json[] {
  const restored: Json[] = []
  for (const entry of entries) {
    const { shell, block, blocks } = entry.message
    if (block !== 0 || shell === undefined) continue
    const own = entries.slice(entry.seq - (entries[0]?.seq ?? 0), entry.seq - (entries[0]?.seq ?? 0) + blocks)
    restored.push(fillShell(shell, new Map(own.map((part) => [part.message.block, part.raw]))))
  }
  return restored
}
