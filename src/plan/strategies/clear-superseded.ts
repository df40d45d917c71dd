import type { ToolResultEntry } from '../../schema/entry.ts'
import { handleOf, type Seq } from '../../schema/ids.ts'
import type { ToolFilter } from '../../schema/rung.ts'
import type { Scene, Strategy } from '../../schema/strategy.ts'
import { type Candidate, clearableResults, clearUntilFits } from '../clear-oldest.ts'

/** Shorter outputs that are alike say nothing about each other: "ok", "done". */
const LEAST_ALIKE = 200

/**
 * Clears what a later result says again: the same call made once more (a file read again, a command repeated), or the same output
 * word for word. The later one stays, and the earlier one names it.
 *
 *     c1 read a.ts · r2 · c3 read b.ts · r4 · c5 read a.ts · r6   →   r2 becomes "[read: success] said again in e6"
 */
export function clearSuperseded(options: ToolFilter = {}): Strategy {
  return {
    name: 'clear-superseded',
    propose: (scene) => clearUntilFits(scene, superseded(scene, options), 'clearing what was said again later'),
  }
}

function superseded(scene: Scene, options: ToolFilter): readonly Candidate[] {
  const lastCall = new Map<string, Seq>()
  const lastText = new Map<string, Seq>()
  for (const entry of scene.log.entries) {
    if (entry.kind !== 'tool-result' || entry.envelope.outcome !== 'success') continue
    const call = callKey(scene, entry)
    if (call !== undefined) lastCall.set(call, entry.seq)
    if (entry.text.length >= LEAST_ALIKE) lastText.set(entry.text, entry.seq)
  }
  return clearableResults(scene, options).flatMap((entry) => {
    const call = callKey(scene, entry)
    const again = Math.max(call === undefined ? -1 : (lastCall.get(call) ?? -1), lastText.get(entry.text) ?? -1)
    return again > entry.seq ? [{ entry, note: `said again in ${handleOf(again)}` }] : []
  })
}

/** Tool and arguments, as the model wrote them. Two calls without arguments are not the same thing asked twice. */
function callKey(scene: Scene, entry: ToolResultEntry): string | undefined {
  const call = entry.answers.kind === 'call' ? scene.log.entries[entry.answers.seq] : undefined
  if (call?.kind !== 'tool-call' || call.input.length <= '{}'.length) return undefined
  return JSON.stringify([call.tool, call.input])
}
