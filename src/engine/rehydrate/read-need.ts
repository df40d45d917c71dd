import { searchable } from '../../recall/terms.ts'
import type { ArtifactMetadata, ManagedArtifacts } from '../../schema/artifacts.ts'
import { isCompactionError } from '../../schema/failures.ts'
import { handleOf } from '../../schema/ids.ts'
import type { ExternalizeRecord } from '../../schema/plan.ts'
import type { Rehydration } from '../../schema/policy.ts'
import { textOf } from '../entry-line.ts'
import type { RequestOptions } from '../request-options.ts'
import { mayOpen, sensitivityOf } from '../sensitivity.ts'
import type { ThreadState } from '../thread-state.ts'
import { isManaged } from '../tools/read-artifact.ts'
import type { Need } from './needs.ts'

interface Content {
  readonly label: string
  readonly text: string
  /** Where to begin, if it is too long. */
  readonly from: number
}

/** How much stands before a name that is needed, if its entry is too long to show whole. */
const BEFORE = 600
const LONG = 8_000

export function nameOf(need: Need): string {
  return need.kind === 'artifact' ? need.record.artifact : handleOf(need.seq)
}

/** What is needed, or why it may not be read. Artifacts are read on behalf of the requester, and by themselves only if they are not sensitive. */
export async function contentOf(
  state: ThreadState,
  need: Need,
  options: RequestOptions,
  rules: Rehydration,
): Promise<Content | 'sensitivity' | 'unavailable'> {
  if (need.kind === 'entry') {
    const block = await blocked(state, need, options, rules)
    return block ?? entryContent(state, need)
  }
  const { artifacts } = state.ports
  const { record } = need
  if (artifacts === null) return 'unavailable'
  if (isManaged(artifacts)) return managedContent({ state, artifacts, need, record, options, rules })
  const found = await artifacts.get(state.key, record.artifact)
  return found === null ? 'unavailable' : { label: labelOf(record, found.tool), text: found.content, from: 0 }
}

async function managedContent(of: {
  readonly state: ThreadState
  readonly artifacts: ManagedArtifacts
  readonly need: Need
  readonly record: ExternalizeRecord
  readonly options: RequestOptions
  readonly rules: Rehydration
}): Promise<Content | 'sensitivity' | 'unavailable'> {
  const { state, artifacts, need, record, options, rules } = of
  const { requester = 'agent', permissions = ['artifacts:read'] } = options.rehydrate ?? {}
  try {
    const known: ArtifactMetadata | null = await artifacts.metadata(state.key, record.artifact)
    if (known === null) return 'unavailable'
    if (need.why !== 'asked' && !rules.sensitivities.includes(known.sensitivity)) return 'sensitivity'
    const found = await artifacts.retrieve(record.artifact, { requester, tenant: state.key.tenant, permissions })
    return { label: labelOf(record, found.tool), text: found.content, from: 0 }
  } catch (error) {
    // What may not be read stays where it is: a request does not fail for it.
    if (isCompactionError(error)) return 'unavailable'
    throw error
  }
}

/** By its handle, nothing comes back that would not by its artifact's id. */
async function blocked(
  state: ThreadState,
  { seq, why }: Extract<Need, { kind: 'entry' }>,
  { rehydrate }: RequestOptions,
  rules: Rehydration,
): Promise<'sensitivity' | 'unavailable' | undefined> {
  if (why === 'asked') return (await mayOpen(state, seq, rehydrate ?? {})) ? undefined : 'unavailable'
  const sensitivity = await sensitivityOf(state, seq)
  return sensitivity === undefined || rules.sensitivities.includes(sensitivity) ? undefined : 'sensitivity'
}

async function entryContent(state: ThreadState, need: Extract<Need, { kind: 'entry' }>): Promise<Content | 'unavailable'> {
  const entry = state.log.read[need.seq] ?? (await state.ports.store.read(state.key, need.seq, need.seq + 1))[0]
  const text = entry === undefined ? '' : textOf(entry)
  if (entry === undefined || text === '' || searchable(entry) === '') return 'unavailable'
  const found = need.around === undefined || text.length <= LONG ? 0 : text.indexOf(need.around)
  const from = Math.max(0, found - BEFORE)
  return { label: `${handleOf(need.seq)} · ${entry.kind} by ${entry.author} · turn ${entry.turn}`, text, from }
}

function labelOf({ artifact }: ExternalizeRecord, tool: string): string {
  return `artifact ${artifact} · result of ${tool.replaceAll(/\s+/g, ' ').slice(0, 80)}`
}
