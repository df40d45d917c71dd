import { fence } from '../../ledger/fence.ts'
import { lookAt } from '../../log/look.ts'
import { rangeSummaries } from '../../render/range-summaries.ts'
import { QUOTED_HEAD } from '../../schema/agent-tools.ts'
import type { Look, ManagedArtifacts, Seen } from '../../schema/artifacts.ts'
import { CompactionError } from '../../schema/failures.ts'
import { artifactId } from '../../schema/ids.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { ArtifactStore } from '../../schema/ports.ts'
import { onWhole } from '../latest.ts'
import type { ToolScene } from './agent-tools.ts'
import { fitting } from './quote-entries.ts'
import { optionalNumber, optionalText, textIn } from './read-input.ts'

/** Tokens of the words around what is shown. */
const AROUND = 90
const LAST_LINE = Number.MAX_SAFE_INTEGER

/** `read_artifact`: content that was put away, whole, in part, or where it holds a text; digests of what was folded by their paths (E10). */
export async function readArtifactFor(scene: ToolScene, input: JsonObject): Promise<string> {
  const id = textIn(input, 'id')
    .trim()
    .replace(/^artifact:/, '')
  const search = optionalText(input, 'search')
  const [from, to] = [optionalNumber(input, 'from_line') ?? 1, optionalNumber(input, 'to_line') ?? LAST_LINE]
  const look: Look =
    search === undefined || search === '' ? { kind: 'lines', from, to } : { kind: 'search', text: search, ignoreCase: true }
  const seen = id.startsWith('su:') ? lookAt(await digestAt(scene, id), look) : await artifactSeen(scene, id, look)
  scene.state.counters.artifactsRead += 1
  return printed(id, seen, from, scene)
}

/** A digest of what a summary covers (E9). */
async function digestAt({ state }: ToolScene, path: string): Promise<string> {
  const found = await onWhole(state, async () =>
    rangeSummaries(state.log.entries, state.records).find((summary) => summary.path === path),
  )
  if (found === undefined) throw unavailable(path, 'agent')
  return JSON.stringify(found.digest, null, 1)
}

async function artifactSeen({ state, options }: ToolScene, id: string, look: Look): Promise<Seen> {
  const { artifacts } = state.ports
  const { requester = 'agent', permissions = ['artifacts:read'] } = options
  if (artifacts === null) throw unavailable(id, requester)
  if (isManaged(artifacts)) return artifacts.look(artifactId(id), { requester, tenant: state.key.tenant, permissions }, look)
  const found = await artifacts.get(state.key, artifactId(id))
  if (found === null) throw unavailable(id, requester)
  return lookAt(found.content, look)
}

/** Whether a store knows who may read what. */
export function isManaged(store: ArtifactStore): store is ManagedArtifacts {
  return 'look' in store && 'metadata' in store && typeof store.look === 'function' && typeof store.metadata === 'function'
}

function unavailable(id: string, requester: string): CompactionError<'artifact-unavailable'> {
  const artifact = artifactId(id.slice(0, 200))
  return new CompactionError<'artifact-unavailable'>({
    ...{ code: 'artifact-unavailable', artifact, requester, clearance: 'what was put away here' },
  })
}

function printed(id: string, seen: Seen, fromLine: number, { tokens, state }: ToolScene): string {
  const room = tokens - AROUND
  const { counting } = state.ports
  if (seen.kind === 'matches') {
    if (seen.matches.length === 0) return `No line of artifact ${id} holds this text.`
    const lines = seen.matches.map(({ line, text }) => `${line}: ${text}`).join('\n')
    const shown = fitting(lines, 0, room, counting)
    const more = seen.more || shown.length < lines.length ? '\n[There are more. Search for a longer text.]' : ''
    return `${QUOTED_HEAD}\nartifact ${id}, lines with this text\n${fence(shown)}${more}`.toWellFormed()
  }
  const shown = fitting(seen.text, 0, room, counting)
  const lines = shown.split('\n').length
  const isCut = shown.length < seen.text.length || seen.to < seen.of
  const last = fromLine + lines - 1
  const more = isCut ? `\n[Go on with read_artifact("${id}", from_line: ${last}), or search.]` : ''
  return `${QUOTED_HEAD}\nartifact ${id}, ${seen.of} characters\n${fence(shown)}${more}`.toWellFormed()
}
