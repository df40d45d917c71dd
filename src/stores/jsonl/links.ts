import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isOfRevision, oldNameOf } from '../../log/old-links.ts'
import type { StoreWith, ThreadList } from '../../schema/capabilities.ts'
import { seqOf, type TenantId, type ThreadId } from '../../schema/ids.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { Link, ThreadLinks } from '../../schema/links.ts'
import type { ThreadKey } from '../../schema/ports.ts'
import { rangeAt } from '../../schema/range.ts'
import { readBytes, syncFolder, unusable } from '../safe-files.ts'

/** Links in a file of their own, which is only ever appended to: a line is whole, or it was never written. */
export interface FileLinks extends ThreadLinks {
  /** Forgets everything about a thread. */
  forget(key: ThreadKey): Promise<void>
}

interface Sessions {
  readonly threads: ThreadList
  readonly rows: StoreWith<'rows'>['rows']
  /** The folder of a tenant, made if it is missing. */
  folder(tenant: TenantId): Promise<string>
  pathOf(tenant: TenantId): string
}

/** Says that what older programs linked by names alone has been looked through. */
const LOOKED_THROUGH = '{"links":1}'

/** The links of the threads in a folder. */
export function fileLinks(sessions: Sessions): FileLinks {
  const linksIn = async (tenant: TenantId): Promise<readonly Link[]> => {
    const text = (await readBytes(fileIn(sessions.pathOf(tenant))))?.toString('utf8') ?? ''
    if (text.split('\n').includes(LOOKED_THROUGH)) return readLinks(text)
    const old = await oldLinks(sessions, tenant)
    // A folder that is not there yet needs no file.
    if (text !== '' || (await sessions.threads.of(tenant)).length > 0) {
      await write(sessions, tenant, [...old.map((link) => JSON.stringify(link)), LOOKED_THROUGH])
    }
    return [...old, ...readLinks(text)]
  }
  return {
    async add({ tenant, thread }, { kind, linked }) {
      const isKnown = (await linksIn(tenant)).some(
        (link) => link.kind === kind && link.thread === thread && link.linked === linked,
      )
      if (!isKnown) await write(sessions, tenant, [JSON.stringify({ kind, thread, linked })])
    },
    of: async ({ tenant, thread }) => (await linksIn(tenant)).filter((link) => link.thread === thread || link.linked === thread),
    async forget({ tenant, thread }) {
      const links = await linksIn(tenant)
      if (links.some((link) => link.thread === thread || link.linked === thread))
        await write(sessions, tenant, [JSON.stringify({ unlinked: thread })])
    },
  }
}

function fileIn(folder: string): string {
  return join(folder, 'links')
}

/** Adds lines. The first one begins with a line break, so that nothing is joined to a line that was cut off. */
async function write(sessions: Sessions, tenant: TenantId, lines: readonly string[]): Promise<void> {
  const path = fileIn(await sessions.folder(tenant))
  try {
    const file = await open(path, 'a', 0o600)
    try {
      await file.write(`\n${lines.join('\n')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await syncFolder(dirname(path))
  } catch (error) {
    unusable(error, path, 'a file that can be written')
  }
}

function readLinks(text: string): readonly Link[] {
  let links: readonly Link[] = []
  for (const line of text.split('\n')) {
    const value = valueIn(line)
    if (isLink(value)) links = [...links, value]
    else if (isJsonObject(value)) {
      const { unlinked } = value
      links = links.filter(({ thread, linked }) => thread !== unlinked && linked !== unlinked)
    }
  }
  return links
}

/** What cannot be read was never finished. */
function valueIn(line: string): unknown {
  try {
    return line === '' ? null : JSON.parse(line)
  } catch {
    return null
  }
}

function isLink(value: unknown): value is Link {
  if (!isJsonObject(value)) return false
  const { kind, thread, linked } = value
  return (
    (kind === 'branch' || kind === 'revision' || kind === 'child' || kind === 'handoff') &&
    typeof thread === 'string' &&
    typeof linked === 'string'
  )
}

/** Links what has a name of ours and is ours by what is in it. */
async function oldLinks({ threads, rows }: Sessions, tenant: TenantId): Promise<readonly Link[]> {
  const names = await threads.of(tenant)
  const hashAt = async (thread: ThreadId, seq: number): Promise<string | undefined> =>
    (await rows({ tenant, thread }, [rangeAt(seqOf(seq))]))[0]?.measure?.hash
  const found: Link[] = []
  for (const linked of names) {
    const old = oldNameOf(linked)
    if (old === null || !names.includes(old.thread)) continue
    const { kind, thread } = old
    const hash = kind === 'branch' ? await hashAt(linked, old.at - 1) : undefined
    const isOurs =
      kind === 'branch'
        ? hash !== undefined && hash === (await hashAt(thread, old.at - 1))
        : (await rows({ tenant, thread: linked }, [{ from: seqOf(0), end: seqOf(Number.MAX_SAFE_INTEGER) }])).every(({ entry }) =>
            isOfRevision(entry.message.id),
          )
    if (isOurs) found.push({ kind, thread, linked })
  }
  return found
}
