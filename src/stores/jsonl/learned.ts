import { join } from 'node:path'
import type { LearnedRecord, LearnedRecords } from '../../schema/capabilities.ts'
import type { TenantId } from '../../schema/ids.ts'
import { isJsonObject } from '../../schema/json.ts'
import { readBytes, writeWhole } from '../safe-files.ts'

/** Records of a tenant that are kept. */
const MOST_EACH = 256

interface Folders {
  /** The folder of a tenant, made if it is missing. */
  folder(tenant: TenantId): Promise<string>
  pathOf(tenant: TenantId): string
}

/**
 * What was learned about models, in a small file beside a tenant's sessions, written whole each time. Of two processes that learn at the
 * same moment, one may write over the other: then it is learned again.
 */
export function fileLearned({ folder, pathOf }: Folders): LearnedRecords {
  const of = async (tenant: TenantId): Promise<readonly LearnedRecord[]> =>
    readRecords((await readBytes(join(pathOf(tenant), FILE)))?.toString('utf8') ?? '')
  let turn: Promise<unknown> = Promise.resolve()
  return {
    of,
    put(tenant, key, body) {
      const done = turn.then(async () => {
        const others = (await of(tenant)).filter((record) => record.key !== key)
        const lines = [...others, { key, body, at: Date.now() }].slice(-MOST_EACH).map((record) => `${JSON.stringify(record)}\n`)
        await writeWhole(join(await folder(tenant), FILE), Buffer.from(lines.join('')))
      })
      turn = done.catch(() => undefined)
      return done
    },
  }
}

const FILE = 'learned'

/** A line that cannot be read was never written. */
function readRecords(text: string): readonly LearnedRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const record: unknown = JSON.parse(line)
      if (!isJsonObject(record)) return []
      const { key, body, at } = record
      return typeof key === 'string' && typeof body === 'string' && typeof at === 'number' ? [{ key, body, at }] : []
    } catch {
      return []
    }
  })
}
