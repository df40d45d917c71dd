import type { Entry } from '../schema/entry.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Artifact } from '../schema/ports.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * Puts away what a plan takes out of the prompt, and reads each piece back: content is kept before the prompt loses it. False if a piece
 * differs: then the prompt may lose nothing.
 */
export async function areKept({ ports, key, log }: ThreadState, records: readonly PlanRecord[]): Promise<boolean> {
  const store = ports.artifacts
  if (store === null) return true
  for (const artifact of artifactsIn(records, log.entries)) {
    try {
      await store.put(key, artifact)
      if ((await store.get(key, artifact.id))?.content !== artifact.content) return false
    } catch {
      return false // A store that cannot keep it: the ladder steps down, and the plan says so.
    }
  }
  return true
}

function artifactsIn(records: readonly PlanRecord[], entries: readonly Entry[]): readonly Artifact[] {
  return records.flatMap((record) => {
    const entry = entries[record.span.from]
    if (record.action !== 'externalize' || entry?.kind !== 'tool-result') return []
    return [{ id: record.artifact, content: entry.text, entry: entry.id, tool: entry.envelope.tool }]
  })
}
