import { type Compactor, createCompactor, type Thread } from '../../index.ts'
import { type StoreFlags, withThread } from './open-store.ts'
import { shelved } from './shelved.ts'

/** Works on a stored thread with everything that is known of it. */
export function onStored<Result>(
  thread: string,
  flags: StoreFlags,
  work: (thread: Thread, compactor: Compactor) => Promise<Result>,
): Promise<Result> {
  return withThread(flags, thread, async (store, key) => {
    const compactor = createCompactor({ store, ...shelved(store) })
    return work(await compactor.thread(key.thread, { tenant: key.tenant }), compactor)
  })
}
