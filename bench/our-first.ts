import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor, memoryStore } from '../src/index.ts'
import type { Json } from '../src/schema/json.ts'
import { openSqliteStore } from '../src/stores/sqlite.ts'
import type { ChatMessage } from './sessions.ts'

const AT_ONCE = 1_000

/** Takes over a history and compacts it, with everything as it is unless told: nothing is counted or read before. */
export function firstCompaction(history: readonly ChatMessage[], tokens: number): () => Promise<unknown> {
  return async () => {
    const thread = await createCompactor({ store: memoryStore() }).thread('bench')
    await appendAll(thread, history)
    return (await thread.compact({ window: tokens })).request
  }
}

/** The same with the history taken over before its time starts. */
export async function unreadCompaction(history: readonly ChatMessage[], tokens: number): Promise<() => Promise<unknown>> {
  const thread = await createCompactor({ store: memoryStore() }).thread('bench')
  await appendAll(thread, history)
  return async () => (await thread.compact({ window: tokens })).request
}

/** A history that was left in a database, opened and compacted. */
export async function reopened(history: readonly ChatMessage[], tokens: number): Promise<() => Promise<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const clear = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  const path = join(folder, 'history.db')
  const written = await openSqliteStore(path)
  await appendAll(await createCompactor({ store: written }).thread('bench'), history)
  await written.close()
  return async () => {
    const store = await openSqliteStore(path)
    const thread = await createCompactor({ store }).thread('bench')
    const { request } = await thread.compact({ window: tokens })
    await store.close()
    clear()
    process.off('exit', clear)
    return request
  }
}

interface Appending {
  append(messages: readonly Json[]): Promise<unknown>
}

async function appendAll(thread: Appending, history: readonly ChatMessage[]): Promise<void> {
  for (let from = 0; from < history.length; from += AT_ONCE) {
    await thread.append(history.slice(from, from + AT_ONCE) as unknown as readonly Json[])
  }
}
