import type { Redactor } from '../redact/redact.ts'
import { clearedText } from '../render/placeholders.ts'
import type { ToolResultEntry } from '../schema/entry.ts'
import { artifactId } from '../schema/ids.ts'
import type { Hash } from '../schema/ports.ts'
import type { Pointer } from '../schema/strategy.ts'

/** How much of the beginning of what was put away is shown, in characters. */
const SHOWN = 160
/** And how much of it is read for that. */
const READ = 4 * SHOWN

/** What stands for a result that was put away: its artifact's id, which follows from the content, and what the model should know of it. */
export function pointerOf(entry: ToolResultEntry, hash: Hash, redact: Redactor): Pointer {
  const { tool, keyFields } = entry.envelope
  const named = Object.values(keyFields).filter((value) => typeof value === 'string')
  return {
    artifact: artifactId(hash(entry.text)),
    summary: `${clearedText(entry)}\n${entry.text.length} characters, beginning: ${opening(entry.text, redact)}`,
    rehydrateHint: [tool, ...named].join(' ').toWellFormed(),
    tokens: 0,
  }
}

/** Secrets go before it is cut, so that none is cut in two. */
function opening(text: string, redact: Redactor): string {
  return redact.text(text.slice(0, READ)).replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN).toWellFormed()
}
