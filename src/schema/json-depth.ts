/** Deeper JSON is not taken apart: programs that read it run out of stack, ours and the providers'. */
export const MOST_LEVELS = 1_000

/** True if a text that looks like JSON has more levels than anybody can read. Brackets in its strings do not count. */
export function isTooDeep(text: string): boolean {
  if (text.length < 2 * MOST_LEVELS) return false
  let level = 0
  let isInside = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isInside = !isInside
    else if (isInside) at += sign === '\\' ? 1 : 0
    else if (sign === '{' || sign === '[') level += 1
    else if (sign === '}' || sign === ']') level -= 1
    if (level > MOST_LEVELS) return true
  }
  return false
}
