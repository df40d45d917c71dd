import { canonicalArguments } from './canonical-json.ts'

const OPEN = '<system-reminder>'
const CLOSE = '</system-reminder>'

/**
 * A text without what clients change on their own: reminders that a harness puts into messages and takes out again, white space at the
 * end, and half characters, which do not survive a connection. A text that is nothing but reminders stays as it is.
 *
 *     "Run it.\n<system-reminder>The todo list is empty.</system-reminder>"  →  "Run it."
 */
export function plainText(text: string): string {
  const sound = text.trimEnd().toWellFormed()
  if (!sound.includes(OPEN)) return sound
  const plain = withoutReminders(sound)
  return plain === '' ? sound : plain
}

function withoutReminders(text: string): string {
  const pieces: string[] = []
  let from = 0
  for (;;) {
    const open = text.indexOf(OPEN, from)
    const close = open === -1 ? -1 : text.indexOf(CLOSE, open)
    const piece = text.slice(from, close === -1 ? text.length : open)
    const trimmed = from === 0 ? piece.trimEnd() : piece.trim()
    if (trimmed !== '') pieces.push(trimmed)
    if (close === -1) return pieces.join('\n')
    from = close + CLOSE.length
  }
}

/** Longer JSON is compared as it is written. */
const LONGEST_JSON = 256_000

/**
 * The same for a result. Lines without content go, too: a renderer leaves out parts that say nothing. JSON is in one spelling: on the way,
 * the keys of results that are objects may change their order.
 */
export function plainResult(text: string): string {
  const plain = plainText(text)
  if (plain.startsWith('{') && plain.endsWith('}') && plain.length <= LONGEST_JSON) return canonicalArguments(plain)
  if (!/(?:^|\n)\s*\n/.test(plain)) return plain
  return plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}
