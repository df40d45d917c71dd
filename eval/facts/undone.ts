/** Words in which editors say that they changed nothing; some print what they tried first, and say so at the end. */
const UNDONE = [
  '<tool_use_error>',
  'verification failed: ',
  'failed to find expected lines',
  'failed to find context',
  'changes have not been applied',
  'edit was not applied',
  'introduced new syntax error',
  'no replacement was performed',
  'no edits made',
  'no changes made',
  'no changes to ',
  'no changes were made',
  'oldstring not found',
  'could not find oldstring',
  'multiple matches for oldstring',
  'string to replace not found',
  'matches of the string to replace',
  'could not find the exact text',
  'file has not been read yet',
  'modified since',
  'does not match anything in the file',
  'failed to match!',
  'was not executed',
  'reverted to its original state',
] as const
/** Behind these stands what the tool quotes of the file, or of what it was asked. */
const OPENING = 200
const CLOSING = 300

/** The words in which the result of an edit says that nothing was changed, if it does: near either end, not in what it shows of a file. */
export function saysUndone(text: string): string | undefined {
  const begins = text.trimStart().slice(0, OPENING)
  if (/^(?:error\b|failed to edit)/i.test(begins)) return begins.split('\n', 1)[0]
  const ends = [begins, text.slice(-CLOSING)].map((part) => part.toLowerCase())
  return UNDONE.find((words) => ends.some((part) => part.includes(words)))
}
