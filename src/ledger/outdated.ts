import type { FileFact } from './file-facts.ts'
import { cueOf, says } from './languages/cue.ts'
import type { Candidate } from './remark-index.ts'

const UNTOUCHED = cueOf('untouched')

/** Whether a remark says that a file was not changed, and it was changed since. */
export function isOutdated({ seq, remark }: Candidate, files: readonly FileFact[]): boolean {
  if (remark.authority !== 'assistant' || remark.names.length === 0 || !says(UNTOUCHED, remark.text)) return false
  const later = files.filter((file) => file.seq > seq && file.operation !== 'read' && file.operation !== 'restored')
  return later.some(({ path }) => remark.names.some((name) => path === name || path.endsWith(`/${name}`)))
}
