/** Quotes text between marks that the text itself does not contain, so that it cannot close its own quotation. */
export function fence(text: string): string {
  const longest = [...text.matchAll(/~{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const mark = '~'.repeat(longest + 1)
  return `${mark}\n${text}\n${mark}`
}
