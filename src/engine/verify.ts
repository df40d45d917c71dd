import { fingerprintOf, GENESIS, nextHash } from '../log/chain.ts'
import { lostOf } from '../log/lost.ts'
import { verifyChain } from '../log/verify-chain.ts'
import { verifyPlans } from '../log/verify-plans.ts'
import type { Entry } from '../schema/entry.ts'
import { isFailure } from '../schema/failures.ts'
import type { Acknowledged, ArtifactStore, Hash, LogRow, Store, ThreadKey } from '../schema/ports.ts'
import { rangeOf } from '../schema/range.ts'
import type { Checked, ThreadCheck, Unchecked } from '../schema/thread-check.ts'
import { readableUpTo } from './readable-length.ts'
import { fingerprintKey } from './tenant-keys.ts'
import { verifyArtifacts } from './verify-artifacts.ts'

/** What a check looks at. */
interface Checking {
  readonly store: Store
  readonly hash: Hash
  /** Without them, artifacts are not looked at. */
  readonly artifacts?: ArtifactStore | null
}

/** Never looked at: nothing to compare them with was ever kept, or they are made anew from what was checked. */
const NEVER: readonly Unchecked[] = [
  'words of summaries',
  'receipts',
  'records of requests',
  'cached summaries',
  'the search index',
]

/**
 * Checks a thread: its log against chain, head and what was acknowledged, its plans and pins against the log, artifacts against their
 * entries. The answer says how much of each there was, and what was not looked at.
 */
export async function verifyThread({ store, hash, artifacts = null }: Checking, key: ThreadKey): Promise<ThreadCheck> {
  // Asked first: what is there later is at least that.
  const told = (await store.acknowledged?.(key)) ?? null
  try {
    return await check({ store, hash, artifacts, told }, key)
  } catch (error) {
    if (!isFailure(error, 'log-damaged')) throw error
    return { kind: 'broken', at: await readableUpTo(store, key), detail: error.message }
  }
}

async function check(
  { store, hash, artifacts, told }: Required<Checking> & { readonly told: Acknowledged | null },
  key: ThreadKey,
): Promise<ThreadCheck> {
  const head = await store.head(key)
  const secret = await fingerprintKey(store, key.tenant)
  const everything = rangeOf(0, head.length)
  const rows = (await store.rows?.(key, [everything])) ?? measured(await store.read(key, 0, head.length), hash, secret)
  const chain = verifyChain(rows, hash, secret)
  if (chain.kind === 'broken') return chain
  if (chain.length !== head.length || chain.hash !== head.hash) {
    return { kind: 'broken', at: chain.length, detail: 'the log does not end where the thread says' }
  }
  const commits = await store.commits(key)
  const found = { ...head, commits: commits.length, erasures: head.erasures ?? 0 }
  const lost = lostOf(told, found, (length) => rows[length - 1]?.measure?.hash)
  if (lost !== null) return { kind: 'broken', ...lost }
  const { fault, ...plans } = verifyPlans(commits, rows)
  if (fault !== null) return fault
  const pins = await store.pins(key)
  const astray = pins.find((seq) => !(seq < rows.length))
  if (astray !== undefined) return { kind: 'broken', at: astray, detail: 'it is pinned, and it is not there' }
  const kept = artifacts === null ? null : await verifyArtifacts(artifacts, key, { commits, rows })
  if (kept !== null && 'kind' in kept) return kept
  const acknowledged = told === null ? null : told.length
  const counts = { entries: chain.length, commits: commits.length, ...plans, pins: pins.length, artifacts: kept, acknowledged }
  return { ...chain, checked: { ...counts, unchecked: uncheckedOf(counts) } }
}

function uncheckedOf({ artifacts, acknowledged }: Pick<Checked, 'artifacts' | 'acknowledged'>): readonly Unchecked[] {
  return [
    ...(acknowledged === null ? (['what was acknowledged'] as const) : []),
    ...(artifacts === null ? (['artifacts'] as const) : []),
    ...NEVER,
  ]
}

/** A store that keeps no hashes of entries still has the one at the end: it is found again from the first. */
function measured(entries: readonly Entry[], hash: Hash, secret: string): readonly LogRow[] {
  let last = GENESIS
  return entries.map((entry) => {
    const fingerprint = fingerprintOf(entry, hash, secret)
    last = nextHash(last, fingerprint, hash)
    return { entry, measure: { hash: last, fingerprint, tokens: 0, exact: true, frame: 0, bytes: 0, counter: '' } }
  })
}
