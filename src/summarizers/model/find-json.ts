import type { Json } from '../../schema/json.ts'
import { changeAroundStrings } from '../../schema/json-strings.ts'

/**
 * The JSON values in a text that was written by a model: in code blocks, with words around them, one a line, inside one another if the
 * outer one is not `isWanted`. Common mistakes inside of them are corrected: spare commas, comments, line breaks in texts. Finds nothing if
 * a value has no end: what is cut off is not read.
 *
 *     Sure [as you asked]: {"a":[1,],} {"b":2} Bye :-}   →   [as you asked] is no JSON · {"a":[1]} · {"b":2}
 */
export function findJson(text: string, isWanted: (value: Json) => boolean): readonly Json[] {
  const found: Json[] = []
  let misses = 0
  for (let at = 0; at < text.length && misses < MOST_MISSES; at += 1) {
    if (!opensJson(text, at)) continue
    const end = endOf(text, at)
    if (end === undefined) return []
    const value = parsed(text.slice(at, end)) ?? parsed(tidied(text.slice(at, end)))
    if (value !== undefined && isWanted(value)) {
      found.push(value)
      at = end - 1
    } else misses += 1
  }
  return found
}

/** After so many brackets that could have begun a wanted value and did not, the search ends. */
const MOST_MISSES = 32

/** A bracket with what can stand behind it in JSON; others are brackets of prose. */
function opensJson(text: string, at: number): boolean {
  const sign = text[at]
  if (sign !== '{' && sign !== '[') return false
  let next = at + 1
  while (next < text.length && /\s/.test(text.charAt(next))) next += 1
  return next >= text.length || (sign === '{' ? '"}' : '"{[]').includes(text.charAt(next))
}

/** No answer is nested so deep. */
const DEEPEST = 64

/** Just behind the bracket that closes the one at `from`; brackets in texts do not count. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0
  let isText = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (isText && sign === '\\') at += 1
    else if (sign === '"') isText = !isText
    else if (!isText && (sign === '{' || sign === '[')) {
      depth += 1
      if (depth > DEEPEST) return undefined
    } else if (!isText && (sign === '}' || sign === ']')) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The next way of reading it may do.
  }
}

/** Without commas before a closing bracket and comments at the end of a line; line breaks and tabs in texts as JSON writes them. */
function tidied(text: string): string {
  return changeAroundStrings(changeAroundStrings(text, { between: withoutComments }), {
    between: (piece) => piece.replaceAll(/,(?=\s*[}\]])/g, ''),
    inside: (quoted) => quoted.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t'),
  })
}

/** A comment ends with its line: what has no end is not looked at. */
function withoutComments(piece: string): string {
  const end = piece.lastIndexOf('\n')
  return end === -1 ? piece : piece.slice(0, end).split('\n').map(withoutComment).join('\n') + piece.slice(end)
}

function withoutComment(line: string): string {
  const at = line.indexOf('//')
  return at === -1 ? line : line.slice(0, at)
}
