import type { Compactor } from '../engine/create-compactor.ts'
import type { Thread } from '../engine/thread.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { threadId } from '../schema/ids.ts'

/** What clients of a server may see: one tenant, and of it all threads or only some. */
export interface McpScope {
  readonly compactor: Compactor
  readonly tenant?: string | undefined
  /** Only these threads; all of the tenant by default. */
  readonly threads?: readonly string[] | undefined
  /** Most tokens of an answer; 2,000 by default. */
  readonly tokens?: number | undefined
  /** Whether a client may compact; it may by default: nothing is lost by it. */
  readonly compact?: boolean | undefined
}

/** A scope at work: threads stay open, so that a call need not read them anew. */
export interface OpenScope {
  /** Names of the threads that can be seen. */
  names(): Promise<readonly string[]>
  /** Works on a thread. One that is out of scope is not there, whoever has it. */
  on<Result>(name: string | undefined, work: (thread: Thread, name: string) => Promise<Result>): Promise<Result>
}

const MOST_OPEN = 8

export function openScope({ compactor, tenant, threads }: McpScope): OpenScope {
  const of = tenant === undefined ? {} : { tenant }
  const open = new Map<string, Promise<Thread>>()
  const names = async (): Promise<readonly string[]> => {
    const all = await compactor.threads(of)
    return threads === undefined ? all : all.filter((name) => threads.includes(name))
  }
  const named = async (name: string | undefined): Promise<string> => {
    const known = await names()
    const [only] = known
    if (name === undefined && known.length === 1 && only !== undefined) return only
    if (name !== undefined && known.includes(name)) return name
    if (name !== undefined) throw unknown(name)
    const failure = { at: 'thread', expected: 'the name of a thread: list_threads gives them', found: 'nothing' }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
  }
  const opened = (name: string): Promise<Thread> => {
    const thread = open.get(name) ?? compactor.thread(name, of)
    open.delete(name)
    open.set(name, thread)
    const [oldest] = open.keys()
    if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
    return thread
  }
  return {
    names,
    async on(given, work) {
      const name = await named(given)
      try {
        return await work(await opened(name), name)
      } catch (error) {
        open.delete(name)
        // Something of it was erased since it was opened: what this process remembers may not be shown any more.
        if (!isFailure(error, 'thread-erased')) throw error
        return work(await opened(name), name)
      }
    },
  }
}

function unknown(name: string): CompactionError<'thread-unknown'> {
  return new CompactionError<'thread-unknown'>({ code: 'thread-unknown', thread: threadId(name.slice(0, 200)) })
}
