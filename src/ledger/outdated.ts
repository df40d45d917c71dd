import type { Seq } from '../schema/ids.ts'
import type { FileFact } from './file-facts.ts'
import { cueOf, says } from './languages/cue.ts'
import type { ReadLog } from './read-log.ts'
import type { Candidate } from './remark-index.ts'

const UNTOUCHED = cueOf('untouched')

/** Why something was taken out stays worth knowing. */
const TAKEN_OUT = /\b(?:remov|delet|drop|renam|replac|unused|dead code|no longer|not needed|instead)/i

/** What became of files and of what is declared in them. */
interface Changes {
  readonly files: readonly FileFact[]
  readonly gone: ReadonlyMap<string, Seq>
}

/** Whether a remark says that a file was not changed, and it was changed since; or speaks of something that an edit took out since. */
export function isOutdated({ seq, remark }: Candidate, { files, gone }: Changes): boolean {
  if (remark.authority !== 'assistant' || remark.names.length === 0) return false
  const isGone = gone.size > 0 && remark.names.some((name) => seq < (gone.get(name) ?? 0))
  if (isGone && !TAKEN_OUT.test(remark.text)) return true
  if (!says(UNTOUCHED, remark.text)) return false
  const later = files.filter((file) => file.seq > seq && file.operation !== 'read' && file.operation !== 'restored')
  return later.some(({ path }) => remark.names.some((name) => path === name || path.endsWith(`/${name}`)))
}

/**
 * Functions and other named things that edits took out again, each with the call that did. What a later call names is still there, under
 * another roof perhaps; and once files were put back as they were, nothing is known to be gone.
 */
export function goneNames(log: ReadLog, from: Seq): ReadonlyMap<string, Seq> {
  const gone = new Map<string, Seq>()
  const index = log.remarks()
  for (const { deed, symbols, seq } of index.files.since(from)) {
    if (deed === 'restored' || deed === 'stashed' || deed === 'unstashed') gone.clear()
    for (const name of symbols?.removed ?? []) gone.set(name, seq)
    for (const name of symbols?.added.keys() ?? []) gone.delete(name)
  }
  const earliest = Math.min(...gone.values())
  const names = new Map([...gone].map(([name, seq]) => [index.numberOf(name), { name, seq }]))
  const [usedNames, usedBy] = [index.usedNames.values, index.usedBy.values]
  for (let use = index.usedBy.length - 1; use >= 0 && (usedBy[use] ?? 0) > earliest; use -= 1) {
    const known = names.get(usedNames[use])
    const by = usedBy[use] ?? 0
    const isLater = known !== undefined && by > known.seq && by >= index.horizon
    if (isLater && log.entries[by]?.kind === 'tool-call') gone.delete(known.name)
  }
  return gone
}
