import { FORMAT_NAMES } from '../../formats/names.ts'

/** What a file of no known format looks like, in a sentence, and what is known; `undefined` if it looks like JSON that is broken. */
export function looksLike(text: string): string | undefined {
  const start = text.trimStart()
  if (/^[[{]/.test(start)) {
    const keys = /^\{/.test(start) ? keysOfFirstLine(text) : ''
    return keys === '' ? undefined : `${keys} ${KNOWN}`
  }
  if (/^#|^\*\*|^> /m.test(start.slice(0, 2_000))) return `It looks like Markdown. ${KNOWN}`
  if (/^<(?:!doctype|html|\?xml)/i.test(start)) return `It looks like a web page. ${KNOWN}`
  return `It looks like plain text. ${KNOWN}`
}

const KNOWN = `Known are requests of providers in JSON, and ${FORMAT_NAMES.join(', ')}.`

/** Lines of objects that nobody knows are told by what the first of them has. */
function keysOfFirstLine(text: string): string {
  const [first = '', second = ''] = text.split('\n', 2)
  try {
    const value: unknown = JSON.parse(first)
    if (typeof value !== 'object' || value === null || !second.trimStart().startsWith('{')) return ''
    const keys = Object.keys(value).slice(0, MOST_KEYS)
    return `It looks like lines of objects with ${keys.length === 0 ? 'no keys' : keys.join(', ')}.`
  } catch {
    return '' // Its first line is not JSON: the error says where.
  }
}

const MOST_KEYS = 6
