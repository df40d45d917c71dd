/**
 * A process of its own that appends to a session file: `node session-child.ts '<order as JSON>'`. Prints `name:step` when a step is
 * acknowledged, and `half` when half of a step is written that is to take time.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { fingerprintOf, nextHash } from '../../src/log/chain.ts'
import { isFailure } from '../../src/schema/failures.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { type JsonlOptions, openJsonlStore } from '../../src/stores/jsonl.ts'
import { sha256Hex } from '../../src/stores/sha256.ts'
import { entry } from '../../src/testing/store-fixtures.ts'

export interface SessionOrder {
  readonly folder: string
  readonly name: string
  /** Where the count begins. */
  readonly from: number
  readonly steps: number
  /** Characters of each step. */
  readonly length: number
  /** How long the writer rests when half of a step is written, in milliseconds. */
  readonly rest?: number
}

export const THREAD = 't'

const halfway = (rest: number): JsonlOptions => ({
  async write(file, bytes, at) {
    const half = bytes.length >> 1
    await file.write(bytes, 0, half, at)
    process.stdout.write('half\n')
    await wait(rest)
    await file.write(bytes, half, bytes.length - half, at + half)
  },
})

async function carryOut({ folder, name, from, steps, length: characters, rest }: SessionOrder): Promise<void> {
  const store = openJsonlStore(folder, rest === undefined ? {} : halfway(rest))
  const key = { tenant: tenantId('default'), thread: threadId(THREAD) }
  for (let step = from; step < from + steps; ) {
    const { length, hash } = await store.head(key)
    const added = entry(length, `${name}:${step} ${'x'.repeat(characters)}`)
    const fingerprint = fingerprintOf(added, sha256Hex, '')
    const head = { length: length + 1, hash: nextHash(hash, fingerprint, sha256Hex) }
    const measure = { hash: head.hash, fingerprint, tokens: 0, exact: true, frame: 0, bytes: 0, counter: '' }
    try {
      await store.append(key, length, [added], head, [measure])
      process.stdout.write(`${name}:${step}\n`)
      step += 1
    } catch (error) {
      if (!isFailure(error, 'log-conflict')) throw error
    }
  }
  await store.close()
}

if (process.argv[1] === import.meta.filename) await carryOut(JSON.parse(process.argv[2] ?? ''))
