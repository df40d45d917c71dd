import { type CompactionError, isFailure } from '../schema/failures.ts'
import type { Store, ThreadKey } from '../schema/ports.ts'

/** How many entries of a thread can be read, and why not more. Only for those who say so: everybody else asks the store for its head. */
export async function readableLength(
  store: Store,
  key: ThreadKey,
): Promise<{ readonly length: number; readonly damage: CompactionError<'log-damaged'> | null }> {
  try {
    return { length: (await store.head(key)).length, damage: null }
  } catch (error) {
    if (!isFailure(error, 'log-damaged')) throw error
    return { length: await readableUpTo(store, key), damage: error }
  }
}

/** How many entries there are before the first that cannot be read. */
export async function readableUpTo(store: Store, key: ThreadKey): Promise<number> {
  let length = 0
  let step = AT_ONCE
  for (;;) {
    try {
      const { length: found } = await store.read(key, length, length + step)
      if (found === 0) return length
      length += found
    } catch (error) {
      if (!isFailure(error, 'log-damaged')) throw error
      if (step === 1) return length
      step = 1
    }
  }
}

/** How many entries are read at once; if that fails, they are read one by one. */
const AT_ONCE = 500
