import type { Circumstances, Pointer } from '../plan/scene.ts'
import type { Redactor } from '../redact/redact.ts'
import { clearedText } from '../render/placeholders.ts'
import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import { artifactId } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Artifact, ArtifactStore, Hash, ThreadKey } from '../schema/ports.ts'

/** How much of the beginning of what was put away is shown, in characters. */
const SHOWN = 160
/** And how much of it is read for that. */
const READ = 4 * SHOWN

/** What stands for a result that was put away: its artifact's id, which follows from the content, and what one should know of it. */
export function pointerOf(entry: ToolResultEntry, hash: Hash, redact: Redactor): Pointer {
  const { tool, keyFields } = entry.envelope
  const named = Object.values(keyFields).filter((value) => typeof value === 'string')
  return {
    artifact: artifactId(hash(entry.text)),
    summary: `${clearedText(entry)}\n${entry.text.length} characters, beginning: ${opening(entry.text, redact)}`,
    rehydrateHint: [tool, ...named].join(' ').toWellFormed(),
    tokens: 0,
  }
}

/** Secrets go before it is cut, so that none is cut in two. */
function opening(text: string, redact: Redactor): string {
  return redact.text(text.slice(0, READ)).replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN).toWellFormed()
}

/** A plan that somebody made. */
interface Made {
  readonly fitted: { readonly records: readonly PlanRecord[] }
}

/** Content is kept before the prompt loses it. Where the store does not keep it, a plan is made that puts nothing away. */
export async function keepingArtifacts<Plan extends Made>(
  at: { readonly store: ArtifactStore | null; readonly key: ThreadKey; readonly entries: readonly Entry[] },
  plan: (circumstances: Circumstances) => Plan,
  circumstances: Circumstances,
): Promise<Plan> {
  const made = plan(circumstances)
  const away = artifactsOf(made.fitted.records, at.entries)
  if (away.length === 0 || at.store === null) return made
  return (await areKept(at.store, at.key, away)) ? made : plan({ ...circumstances, withoutArtifacts: true })
}

function artifactsOf(records: readonly PlanRecord[], entries: readonly Entry[]): readonly Artifact[] {
  return records.flatMap((record) => {
    const entry = entries[record.span.from]
    if (record.action !== 'externalize' || entry?.kind !== 'tool-result') return []
    return [{ id: record.artifact, content: entry.text, entry: entry.id, tool: entry.envelope.tool }]
  })
}

/** Puts artifacts away and reads each of them back. False where one is not what it was: then nothing may be lost for it. */
async function areKept(store: ArtifactStore, key: ThreadKey, artifacts: readonly Artifact[]): Promise<boolean> {
  for (const artifact of artifacts) {
    try {
      await store.put(key, artifact)
      if ((await store.get(key, artifact.id))?.content !== artifact.content) return false
    } catch {
      return false // A store that cannot keep it: the ladder steps down, and the plan says so.
    }
  }
  return true
}
