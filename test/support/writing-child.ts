/**
 * A process of its own that writes until it is done or killed: `node writing-child.ts '<order as JSON>'`. Prints `name:step` when a step is
 * acknowledged, and `half` when half of a step is written that is to take time.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fingerprintOf, nextHash } from '../../src/log/chain.ts'
import { isFailure } from '../../src/schema/failures.ts'
import { artifactId, entryId, tenantId, threadId } from '../../src/schema/ids.ts'
import type { Artifact, Store, ThreadKey } from '../../src/schema/ports.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { type JsonlOptions, openJsonlStore } from '../../src/stores/jsonl.ts'
import { openFileKeys } from '../../src/stores/keys.ts'
import { sha256Hex } from '../../src/stores/sha256.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { entry } from '../../src/testing/store-fixtures.ts'

export interface WritingOrder {
  /** What is written to, in a folder. */
  readonly to: 'sessions' | 'sqlite' | 'artifacts'
  readonly folder: string
  readonly name: string
  readonly steps: number
  /** Characters of each step. */
  readonly length: number
  /** How long the writer rests when half of a step is written, in milliseconds. */
  readonly rest?: number
}

export const THREAD = 't'
export const KEY: ThreadKey = { tenant: tenantId('default'), thread: threadId(THREAD) }

/** Opens the store of an order. */
export async function storeOf({ to, folder }: Pick<WritingOrder, 'to' | 'folder'>, options: JsonlOptions = {}): Promise<Store> {
  return to === 'sqlite' ? openSqliteStore(join(folder, 'agent.db')) : openJsonlStore(folder, options)
}

/** Opens the artifacts of an order, which are sealed. */
export function artifactsOf({ folder }: Pick<WritingOrder, 'folder'>): ReturnType<typeof openFileArtifacts> {
  return openFileArtifacts(join(folder, 'artifacts'), { keys: openFileKeys(join(folder, 'keys'), Buffer.alloc(32, 7)) })
}

/** What is put away at a step. Of every four, the first is erased when the fourth is there. */
export function artifactAt(name: string, step: number, length: number): Artifact {
  return {
    id: artifactId(`${name}:${step}`),
    content: `${name}:${step} ${'x'.repeat(length)}`,
    entry: entryId('e0'),
    tool: 'read',
  }
}

const halfway = (rest: number): JsonlOptions => ({
  async write(file, bytes, at) {
    const half = bytes.length >> 1
    await file.write(bytes, 0, half, at)
    process.stdout.write('half\n')
    await wait(rest)
    await file.write(bytes, half, bytes.length - half, at + half)
  },
})

async function append(order: WritingOrder): Promise<void> {
  const { name, steps, length: characters, rest } = order
  const store = await storeOf(order, rest === undefined ? {} : halfway(rest))
  const secret = store.secrets === 'none' ? '' : await store.secrets.fingerprintKey(KEY.tenant)
  for (let step = 0; step < steps; ) {
    const { length, hash } = await store.head(KEY)
    const added = entry(length, `${name}:${step} ${'x'.repeat(characters)}`)
    const fingerprint = fingerprintOf(added, sha256Hex, secret)
    const head = { length: length + 1, hash: nextHash(hash, fingerprint, sha256Hex) }
    const measure = { hash: head.hash, fingerprint, tokens: 0, exact: true, frame: 0, bytes: 0, counter: '' }
    try {
      await store.append(KEY, length, [added], head, [measure])
      process.stdout.write(`${name}:${step}\n`)
      step += 1
    } catch (error) {
      if (!isFailure(error, 'log-conflict')) throw error
    }
  }
  await store.close()
}

async function putAway(order: WritingOrder): Promise<void> {
  const { name, steps, length } = order
  const artifacts = artifactsOf(order)
  for (let step = 0; step < steps; step += 1) {
    await artifacts.put(KEY, artifactAt(name, step, length))
    process.stdout.write(`${name}:${step}\n`)
    if (step % 4 !== 3) continue
    process.stdout.write(`erasing ${name}:${step - 3}\n`)
    await artifacts.erase(KEY.tenant, [artifactAt(name, step - 3, 0).id])
    process.stdout.write(`erased ${name}:${step - 3}\n`)
  }
}

if (process.argv[1] === import.meta.filename) {
  const order: WritingOrder = JSON.parse(process.argv[2] ?? '')
  await (order.to === 'artifacts' ? putAway(order) : append(order))
}
