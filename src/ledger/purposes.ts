import { hasMarker } from './check/markers.ts'
import type { FileFact } from './file-facts.ts'
import type { SummaryScene } from './queue.ts'
import type { Remark } from './read-entry.ts'
import { isTakenBack } from './remark-index.ts'

/**
 * What the agent said a change was for, of each file of which it may be said here. Words before changes of several files are said with one
 * of them: the file that they name, or the one that was changed first.
 */
export function purposesOf(files: readonly FileFact[], scene: SummaryScene): ReadonlyMap<FileFact, Remark> {
  const owners = new Map<Remark, FileFact>()
  for (const file of files) {
    const remark = purposeOf(file, scene)
    const owner = remark && owners.get(remark)
    if (remark !== undefined && (owner === undefined || isMeant(file, owner, remark))) owners.set(remark, file)
  }
  return new Map([...owners].map(([remark, file]) => [file, remark]))
}

function isMeant(file: FileFact, other: FileFact, remark: Remark): boolean {
  const [isNamed, isOtherNamed] = [file, other].map(({ path }) =>
    remark.names.some((name) => path === name || path.endsWith(`/${name}`)),
  )
  return isNamed === isOtherNamed ? file.seq < other.seq : isNamed === true
}

function purposeOf({ purpose }: FileFact, { log, shown, said }: SummaryScene): Remark | undefined {
  if (purpose === undefined || shown.has(purpose.seq) || said.has(purpose.remark.text)) return undefined
  const index = log.remarks()
  const isDoubtful = hasMarker(purpose.remark.text) || index.repeated.has(purpose.remark) || isTakenBack(index, purpose)
  return isDoubtful ? undefined : purpose.remark
}
