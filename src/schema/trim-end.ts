/** A text without these signs at its end. A pattern such as `/[.,]+$/` would look at a run of them anew from each of its places. */
export function trimEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
