import type { ClearAllButLastOptions } from '../../schema/rung.ts'
import type { Strategy } from '../../schema/strategy.ts'
import { clearableResults, clearUntilFits, looksAt } from '../clear-oldest.ts'

/**
 * Clears tool outputs by number: all but the last few, oldest first, as many as needed. Tools that the filter leaves out are not
 * counted either.
 *
 *     keep the last 2, 500 too many:   r 300 · r 300 · r 300 · r 300   →   the first two go
 */
export function clearAllButLast(options: ClearAllButLastOptions): Strategy {
  return {
    name: 'clear-all-but-last',
    propose(scene) {
      const outputs = scene.log.entries.filter((entry) => entry.kind === 'tool-result' && looksAt(options, entry.envelope.tool))
      const firstKept = outputs.at(-options.keepLast)?.seq ?? 0
      const border = options.keepLast === 0 ? scene.log.entries.length : firstKept
      const old = clearableResults(scene, options).filter((entry) => entry.seq < border)
      return clearUntilFits(
        scene,
        old.map((entry) => ({ entry })),
        `clearing all but the last ${options.keepLast} outputs`,
      )
    },
  }
}
