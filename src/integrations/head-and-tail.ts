/** What messages keep of a long result: its beginning and its end. */
const HEAD = 1_200
const TAIL = 400

/** The beginning and the end of a text that the log has whole. */
export function headAndTail(text: string): string {
  const left = `[${text.length - HEAD - TAIL} characters are in the log: \`recall\` and \`expand\` show them]`
  return `${text.slice(0, HEAD)}\n… ${left} …\n${text.slice(-TAIL)}`.toWellFormed()
}

/** Whether a text is longer than what would be left of it. */
export function isWorthCutting(text: string): boolean {
  return text.length > headAndTail(text).length
}
