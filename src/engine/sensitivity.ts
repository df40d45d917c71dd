import type { AgentToolOptions } from '../schema/agent-tools.ts'
import { SENSITIVITIES, type Sensitivity } from '../schema/artifacts.ts'
import { clearanceOf, mayRead } from '../schema/clearance.ts'
import type { ArtifactId, CommitId } from '../schema/ids.ts'
import { rangeContains, type SeqRange } from '../schema/range.ts'
import { recordsOf } from '../schema/stored-plan.ts'
import type { ThreadState } from './thread-state.ts'
import { isManaged } from './tools/read-artifact.ts'

/** What any plan of a thread has put away, as of a commit. */
interface PutAway {
  readonly commit: CommitId | undefined
  readonly ranges: readonly { readonly range: SeqRange; readonly artifact: ArtifactId }[]
}

const known = new WeakMap<ThreadState, PutAway>()

/** How closely an entry must be kept because it was ever put away as an artifact; `undefined` if it was not. */
export async function sensitivityOf(state: ThreadState, seq: number): Promise<Sensitivity | undefined> {
  const { artifacts } = state.ports
  if (artifacts === null || !isManaged(artifacts)) return undefined
  const { ranges } = await putAway(state)
  const own = ranges.flatMap(({ range, artifact }) => (rangeContains(range, seq) ? [artifact] : []))
  const labels = await Promise.all([...new Set(own)].map((id) => artifacts.metadata(state.key, id)))
  return SENSITIVITIES.findLast((sensitivity) => labels.some((label) => label?.sensitivity === sensitivity))
}

/** Whether an agent may read an entry: what the store of artifacts keeps from it, the log does not tell it either. */
export async function mayOpen(
  state: ThreadState,
  seq: number,
  { requester = 'agent', permissions = ['artifacts:read'] }: Pick<AgentToolOptions, 'requester' | 'permissions'>,
): Promise<boolean> {
  const sensitivity = await sensitivityOf(state, seq)
  return sensitivity === undefined || mayRead(clearanceOf({ requester, permissions, tenant: state.key.tenant }), sensitivity)
}

/** A fold may have taken the place of a pointer: earlier plans say what was put away as well. */
async function putAway(state: ThreadState): Promise<PutAway> {
  const found = known.get(state)
  if (found !== undefined && found.commit === state.commit?.id) return found
  const commits = await state.ports.store.commits(state.key)
  const ranges = commits.flatMap(({ plan }) =>
    recordsOf(plan).flatMap((record) =>
      record.action === 'externalize' ? [{ range: record.span, artifact: record.artifact }] : [],
    ),
  )
  const made = { commit: state.commit?.id, ranges }
  known.set(state, made)
  return made
}
