import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { headerFault } from '../../log/session-lines.ts'
import { isFailure, type StoreTrouble } from '../../schema/failures.ts'
import { type TenantId, tenantId, threadId } from '../../schema/ids.ts'
import type { Store, ThreadKey } from '../../schema/ports.ts'
import { codeOf } from '../../stores/safe-files.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'

/** Where threads are, as asked for on the command line. */
export interface StoreFlags {
  /** An SQLite file, a folder of session files or one of them, or a PostgreSQL address. */
  readonly store: string
  readonly tenant?: string
  readonly prefix?: string
  readonly schema?: string
}

/** Works with an existing store, and closes it. Nothing is made if there is none. */
export async function withStore<Result>(
  flags: StoreFlags,
  work: (store: Store, tenant: TenantId) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(flags.store, flags)
  try {
    return await work(store, tenantId(flags.tenant ?? 'default'))
  } finally {
    await store.close()
  }
}

/** The same for one thread of it. */
export function withThread<Result>(
  flags: StoreFlags,
  thread: string,
  work: (store: Store, key: ThreadKey) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, async (store, tenant) => {
    const key = { tenant, thread: threadId(thread) }
    await checkThread(store, key, flags)
    return work(store, key)
  })
}

/** Fails if there is no such thread, or if it cannot be read as a whole. */
export async function checkThread(store: Store, { tenant, thread }: ThreadKey, flags: StoreFlags): Promise<void> {
  const { length, commit } = await store.head({ tenant, thread })
  if (length > 0 || commit !== null) return
  const whose = flags.tenant === undefined ? '' : ` of tenant ${flags.tenant}`
  const list = `palimpsest threads --store ${shown(flags.store)}`
  throw new CliError(EXIT.usage, `${shown(flags.store)}: there is no thread "${thread}"${whose}; ${list} lists them.`)
}

/** Opens an existing store. */
export async function openStore(place: string, { prefix = '', schema }: Omit<StoreFlags, 'store'> = {}): Promise<Store> {
  const within = schema === undefined ? {} : { schema }
  checkScheme(place)
  if (isPostgres(place)) return (await postgresStores()).openPostgresStore(place, { prefix, ...within })
  if (schema !== undefined) throw new CliError(EXIT.usage, '--schema needs the address of a PostgreSQL server in --store.')
  if (!existsSync(place)) throw new CliError(EXIT.input, `${place}: cannot be read: there is no such file or folder.`)
  checkSession(place)
  if (isSessions(place) && prefix !== '')
    throw new CliError(EXIT.usage, 'Session files have no tables: --prefix needs a database.')
  if (isSessions(place)) return (await import('../../stores/jsonl.ts')).openJsonlStore(place)
  return openSqlite(place, prefix)
}

/** A file of lines that is not ours would look like a store without threads. */
function checkSession(place: string): void {
  if (!place.endsWith('.jsonl') || statSync(place).isDirectory()) return
  const file = openSync(place, 'r')
  const start = Buffer.alloc(MOST_HEADER)
  const length = readSync(file, start)
  closeSync(file)
  const [header = ''] = start.toString('utf8', 0, length).split('\n')
  const fault = length === 0 ? null : headerFault(header, null)
  if (fault !== null) throw new CliError(EXIT.input, `${place}: expected ${fault.expected}, found ${fault.found}.`)
}

/** A header names a tenant and a thread of at most 512 bytes each. */
const MOST_HEADER = 8_192

/** A store that cannot be written or was cut off is opened for reading; what has to write fails. */
async function openSqlite(place: string, prefix: string): Promise<Store> {
  const { openSqliteStore } = await import('../../stores/sqlite.ts')
  try {
    return await openSqliteStore(place, { prefix })
  } catch (error) {
    if (!isFailure(error, 'store-unusable') || !READABLE.includes(error.failure.reason)) throw error
    const store = await openSqliteStore(place, { prefix, readOnly: true })
    if (error.failure.reason === 'damaged') process.stderr.write(`palimpsest: ${harmless(error.message)}\n`)
    return store
  }
}

const READABLE: readonly (StoreTrouble | undefined)[] = ['read-only', 'damaged']

export function isPostgres(place: string): boolean {
  return /^postgres(?:ql)?:/i.test(place)
}

/** The address of a server that we have no store for would be taken for the name of a file. */
export function checkScheme(place: string): void {
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(place) ?? []
  if (scheme === undefined || isPostgres(place)) return
  const expected = 'an SQLite file, a folder of session files, or an address that begins postgres:// or postgresql://'
  throw new CliError(EXIT.input, `a store at ${scheme}:// cannot be opened: expected ${expected}.`)
}

function isSessions(place: string): boolean {
  return place.endsWith('.jsonl') || statSync(place).isDirectory()
}

async function postgresStores(): Promise<typeof import('../../stores/postgres.ts')> {
  try {
    return await import('../../stores/postgres.ts')
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CliError(EXIT.usage, 'PostgreSQL needs the package pg: npm install pg.', { cause: error })
  }
}

/** The place without a password. */
export function shown(place: string): string {
  return place.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/i, '$1')
}
