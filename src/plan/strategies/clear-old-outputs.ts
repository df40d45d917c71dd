import type { ClearOldOptions } from '../../schema/rung.ts'
import type { Strategy } from '../../schema/strategy.ts'
import { clearableResults, clearUntilFits, isBeforeLastTurns } from '../clear-oldest.ts'

/**
 * Clears tool outputs by age: those of turns before the last few, oldest first, as many as needed.
 *
 *     keep 1 turn, 300 too many:   u1 · r 200 · r 400 · u2 · r 500
 *     r 200 and r 400 are old enough; both go (down to their placeholders), r 500 stays.
 */
export function clearOldOutputs(options: ClearOldOptions): Strategy {
  return {
    name: 'clear-old-outputs',
    propose(scene) {
      const old = clearableResults(scene, options).filter((entry) => isBeforeLastTurns(scene, entry, options.keepTurns))
      return clearUntilFits(
        scene,
        old.map((entry) => ({ entry })),
        `clearing outputs older than ${options.keepTurns} turns`,
      )
    },
  }
}
