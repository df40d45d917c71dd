import { isCompactionError } from '../../schema/failures.ts'
import { isCut, unconfirmed } from './translate.ts'

/** Carries out a write, and again if its acknowledgement never came; it is told whether this is not the first time. */
export type Settle = <Result>(write: (isAgain: boolean) => Promise<Result>) => Promise<Result>

const SHORTEST_PAUSE = 10
const LONGEST_PAUSE = 500

/**
 * A connection that broke does not say whether what was sent over it has been done, or is yet to be done. Our writes compare and swap, so
 * that the same write can be carried out once more: either it is done now, and the first one will find that it is too late; or it finds that
 * the thread has moved on, and can look whether it was moved by the first one. What is still not known after `patience` milliseconds, since
 * nobody answers, is said to be unknown.
 */
export function settling(patience: number): Settle {
  return async (write) => {
    const started = performance.now()
    let cut: unknown
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      try {
        return await write(cut !== undefined)
      } catch (error) {
        if (isCompactionError(error) || (cut === undefined && !isCut(error))) throw error
        cut ??= error
      }
      if (performance.now() - started >= patience) throw unconfirmed(cut)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** For a connection that nobody can make again: what it was cut off from is not known. */
export const onlyOnce: Settle = (write) => write(false)
