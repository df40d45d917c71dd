import assert from 'node:assert/strict'
import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import { type Failure, isFailure } from '../schema/failures.ts'
import { commitId, entryId, messageId, seqOf, tenantId, threadId } from '../schema/ids.ts'
import type { Head, Measure, Standing, ThreadKey } from '../schema/ports.ts'

/** What the cases that define a store write, and what they expect back. */
export const alpha: ThreadKey = { tenant: tenantId('acme'), thread: threadId('alpha') }
export const beta: ThreadKey = { tenant: tenantId('acme'), thread: threadId('beta') }

/** A check for `assert.rejects`: the error carries exactly this failure. */
export function carries<Code extends Failure['code']>(failure: Extract<Failure, { code: Code }>): (error: unknown) => boolean {
  return (error) => {
    assert.ok(isFailure(error, failure.code), `expected ${failure.code}, got ${String(error)}`)
    assert.deepEqual(error.failure, failure)
    return true
  }
}

/** The end of a log of so many entries. */
export function headAt(length: number): Head {
  return { length, hash: length === 0 ? '0' : `hash-${length}` }
}

/** A thread with entries, but without commits and pins. */
export function standing(length: number): Standing {
  return { ...headAt(length), commit: null, pins: 0 }
}

/** Entries number `from` to `to - 1`. */
export function entries(from: number, to: number): readonly Entry[] {
  return Array.from({ length: to - from }, (_, index) => entry(from + index))
}

/** Entry number `seq`, a text of a person. */
export function entry(seq: number, text = `text ${seq}`): Entry {
  const shell = { dialect: 'neutral', raw: { role: 'user', content: [null] }, holes: [{ path: ['content', 0], block: 0 }] }
  return {
    kind: 'text',
    seq: seqOf(seq),
    id: entryId(`e${seq}`),
    turn: 1,
    role: 'user',
    author: 'person',
    message: { id: messageId(`m${seq}`), dialect: 'neutral', block: 0, blocks: 1, shell },
    raw: { type: 'text', text },
    text,
  }
}

/** A commit that says little. */
export function commit(id: string, parent: string | null): Commit {
  const inputs = {
    head: 1,
    hash: 'hash-1',
    dialect: 'neutral',
    model: '',
    window: 8192,
    reserve: 2048,
    policy: '{}',
    instructions: '',
    pins: [0],
    system: 0,
    tools: 0,
    tokenizer: 'characters',
    scale: { factor: 1, margin: 0 },
    byteLimit: null,
  }
  return {
    id: commitId(id),
    parent: parent === null ? null : commitId(parent),
    plan: {
      thread: alpha.thread,
      version: 1,
      createdAt: 1000,
      originalTokens: 10,
      compactedTokens: 5,
      records: [],
      warnings: [{ kind: 'overlap', from: 0, to: 0, won: 'drop', lost: 'clear' }],
    },
    receipt: {
      trigger: 'manual',
      reason: 'it was asked for',
      inputs,
      at: 1000,
      tokens: { before: 10, after: 5, budget: 6144, release: 6144 },
      bytes: { before: 100, after: 50 },
      utilisation: 0.5,
      strategy: 'include',
      records: [],
      fates: [{ from: 0, to: 0, fate: 'kept' }],
      repairs: [],
      losses: [],
      violations: [],
      lawOverrides: [],
      summarizerCalls: 0,
    },
  }
}

/** What was measured of entries `from` to `to - 1`: each costs ten tokens more than its number, and a frame of four. Of every third, no time is known. */
export function measures(from: number, to: number): readonly Measure[] {
  return Array.from({ length: to - from }, (_, index) => {
    const seq = from + index
    const rest = { tokens: 10 + seq, exact: seq % 2 === 0, frame: 4, bytes: 100 + seq, counter: 'characters/1' }
    const time = seq % 3 === 2 ? {} : { at: 1_790_000_000_000 + seq }
    return { hash: `hash-${seq + 1}`, fingerprint: `print-${seq}`, ...rest, ...time }
  })
}
