import { type Archive, archiveText } from '../log/archive-lines.ts'
import { CompactionError } from '../schema/failures.ts'
import { type ArtifactId, seqOf } from '../schema/ids.ts'
import type { Artifact, LogRow, ThreadKey } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import { partsNamed } from '../schema/request-record.ts'
import type { EnginePorts } from './ports.ts'
import { verifyThread } from './verify.ts'

type ArchivePorts = Pick<EnginePorts, 'store' | 'artifacts' | 'hash'>

/** A thread as one text: log, pins, commits with their receipts, requests, artifacts. A thread that does not verify is refused. */
export async function archiveOf(ports: ArchivePorts, key: ThreadKey): Promise<string> {
  const { store, hash } = ports
  const { length } = await store.head(key)
  if (length === 0) throw new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: key.thread })
  const check = await verifyThread(ports, key)
  if (check.kind === 'broken') {
    const detail = `entry ${check.at}: ${check.detail}`
    throw new CompactionError<'archive-damaged'>({ code: 'archive-damaged', line: 0, detail })
  }
  const everything = rangeOf(0, length)
  const unmeasured = async (): Promise<readonly LogRow[]> =>
    (await store.read(key, 0, length)).map((entry) => ({ entry, measure: null }))
  const rows = store.rows === undefined ? await unmeasured() : await store.rows(key, [everything])
  const commits = await store.commits(key)
  const requests = (await store.requests?.of(key)) ?? []
  const archive: Archive = {
    ...{ thread: key.thread, rows, commits, requests, pins: (await store.pins(key)).map(seqOf) },
    ...{ parts: await partsFor(ports, key, requests), artifacts: await artifactsFor(ports, key, commits) },
  }
  return archiveText(archive, hash)
}

async function partsFor(
  { store }: ArchivePorts,
  key: ThreadKey,
  requests: Archive['requests'],
): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>()
  for (const hash of new Set(requests.flatMap(partsNamed))) {
    const body = await store.requests?.part(key, hash)
    if (typeof body === 'string') parts.set(hash, body)
  }
  return parts
}

/** What any plan has put away, as far as it is still there: some may have expired. */
async function artifactsFor(
  { artifacts }: ArchivePorts,
  key: ThreadKey,
  commits: Archive['commits'],
): Promise<readonly Artifact[]> {
  const ids = commits.flatMap(({ plan }) =>
    plan.records.flatMap((record): readonly ArtifactId[] => (record.action === 'externalize' ? [record.artifact] : [])),
  )
  const found: Artifact[] = []
  for (const id of new Set(ids)) {
    const artifact = await artifacts?.get(key, id)
    if (artifact) found.push(artifact)
  }
  return found
}
