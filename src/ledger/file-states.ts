import type { Seq } from '../schema/ids.ts'
import type { FileFact, FileUse } from './file-facts.ts'
import { foldersAbove, joined, pathNames } from './paths.ts'
import { afterEdit } from './symbols.ts'
import { tellingPurpose } from './telling-purpose.ts'
import type { FileOperation } from './tool-knowledge.ts'

/** What became of files, use after use. */
export interface FileStates {
  use(use: FileUse): void
  /** What is known of a file; nothing if it has another name now. */
  now(path: string): FileFact | undefined
  /** All of them, the one that was used last at the end. */
  facts(): readonly FileFact[]
}

interface State {
  readonly files: Map<string, FileFact>
  /** Files that were changed since the last commit, with what was known of them at that time. */
  readonly dirty: Map<string, FileFact | undefined>
  readonly stashes: (readonly FileFact[])[]
  /** Folders that were deleted or moved. */
  readonly gone: Map<string, { readonly seq: Seq; readonly to?: string | undefined }>
}

export function fileStates(): FileStates {
  const names = pathNames()
  const state: State = { files: new Map(), dirty: new Map(), stashes: [], gone: new Map() }
  const nameOf = (path: string): string => names.nameOf(path, (before, now) => rename(state, before, now))
  const now = (path: string): FileFact | undefined => {
    const fact = state.files.get(path)
    return fact === undefined ? undefined : withoutFolder(state, fact)
  }
  return {
    use(use) {
      const { path, to } = use
      const full = path === '' ? '' : nameOf(path)
      // Where the old name is, there is the new one.
      const above = full.endsWith(path) && !/^[/~]/.test(path) ? full.slice(0, full.length - path.length) : ''
      apply(state, { ...use, path: full, ...(to === undefined ? {} : { to: nameOf(joined(above, to)) }) })
    },
    now: (path) => [now(nameOf(path))].find((fact) => fact?.path === nameOf(path)),
    facts: () => [...state.files.keys()].flatMap((path) => now(path) ?? []),
  }
}

function apply(state: State, use: FileUse): void {
  const { path, deed, seq, to } = use
  switch (deed) {
    case 'committed':
      for (const known of [...state.dirty.keys()]) if (isUnder(known, path)) state.dirty.delete(known)
      break
    case 'stashed':
      state.stashes.push(undo(state, seq, (fact) => fact.operation !== 'created' && isUnder(fact.path, path)))
      break
    case 'unstashed':
      for (const fact of state.stashes.pop() ?? []) set(state, fact)
      break
    case 'restored':
      undo(state, seq, (fact) => fact.path === path || (fact.operation !== 'created' && isUnder(fact.path, path)))
      break
    case 'moved':
      if (to !== undefined) move(state, { ...use, to })
      break
    case 'emptied':
      state.gone.set(path, { seq })
      break
    default:
      if (deed === 'deleted') state.gone.set(path, { seq })
      set(state, afterUse(state.files.get(path), { ...use, operation: deed }))
  }
}

/** Of more changed files than this, the latest are remembered as such: what is undone may be done again without end. */
const MOST_UNDONE = 512

/** Puts what is now known of a file at the end: a Map keeps the order of insertion, and the latest is to be last. */
function set(state: State, fact: FileFact): void {
  const before = state.files.get(fact.path)
  if (fact.operation !== 'read' && fact !== before && !state.dirty.has(fact.path)) state.dirty.set(fact.path, before)
  for (const oldest of state.dirty.keys()) {
    if (state.dirty.size <= MOST_UNDONE) break
    state.dirty.delete(oldest)
  }
  state.files.delete(fact.path)
  state.files.set(fact.path, fact)
}

/** The same file under another name. */
function rename({ files, dirty }: State, before: string, now: string): void {
  const fact = files.get(before)
  files.delete(before)
  if (fact !== undefined) files.set(now, { ...fact, path: now })
  const base = dirty.get(before)
  if (dirty.delete(before)) dirty.set(now, base)
}

/** Takes back what was changed since the last commit; gives what was known of those files. */
function undo({ files, dirty }: State, seq: Seq, isMeant: (fact: FileFact) => boolean): readonly FileFact[] {
  const undone: FileFact[] = []
  for (const [path, base] of [...dirty]) {
    const fact = files.get(path)
    if (fact === undefined || !isMeant(fact)) continue
    undone.push(fact)
    dirty.delete(path)
    const isChanged = base !== undefined && base.operation !== 'read' && base.operation !== 'restored'
    files.set(path, isChanged ? base : { path, operation: 'restored', seq, times: fact.times })
  }
  return undone
}

/** Everything is in a folder of no name; where a relative path is, nobody knows. */
function isUnder(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`) || (folder.startsWith('/') && !path.startsWith('/'))
}

/** What has no ending and was never seen is a folder, as far as anyone knows. */
function move(state: State, use: FileUse & { readonly to: string }): void {
  const { path, to, seq, purpose } = use
  const { files, dirty, gone } = state
  const before = files.get(path)
  gone.set(path, { seq, to })
  if (before === undefined && !/[^/]\.\w{1,8}$/.test(path)) return
  files.delete(path)
  dirty.delete(path)
  const why = tellingPurpose(before?.purpose, purpose, seq)
  const times = before === undefined || before.operation === 'read' ? 1 : before.times + 1
  const from = before?.from ?? path
  const symbols = afterEdit(before?.symbols, use.symbols)
  set(state, { path: to, operation: 'moved', seq, times, from, ...(symbols && { symbols }), ...(why && { purpose: why }) })
}

/** A file whose folder was deleted or moved since. */
function withoutFolder({ gone }: State, fact: FileFact): FileFact {
  if (gone.size === 0) return fact
  for (const folder of foldersAbove(fact.path)) {
    const left = gone.get(folder)
    if (left === undefined || left.seq <= fact.seq) continue
    const { seq, to } = left
    if (to === undefined) return { path: fact.path, operation: 'deleted', seq, times: fact.times }
    const { path } = fact
    return { ...fact, operation: 'moved', seq, path: `${to}${path.slice(folder.length)}`, from: fact.from ?? path }
  }
  return fact
}

/** A changed file that is read stays changed. */
function afterUse(before: FileFact | undefined, use: FileUse & { readonly operation: FileOperation }): FileFact {
  const { path, operation, seq, purpose } = use
  if (operation === 'read' && before !== undefined && before.operation !== 'read') return before
  const wasOnlyRead = before?.operation === 'read' && operation !== 'read'
  const times = before === undefined || wasOnlyRead ? 1 : before.times + 1
  const why = operation === 'read' ? undefined : tellingPurpose(before?.purpose, purpose, seq)
  const fact = { path, operation: standing(before?.operation, operation), seq, times }
  const isGone = operation === 'deleted'
  const from = isGone ? undefined : before?.from
  const symbols = isGone ? undefined : afterEdit(before?.symbols, use.symbols)
  return { ...fact, ...(from && { from }), ...(symbols && { symbols }), ...(why && { purpose: why }) }
}

/**
 * What a file is after another operation: it is new as long as it was not there before; writing a file that was there does not make it new.
 */
function standing(before: FileOperation | undefined, now: FileOperation): FileOperation {
  if (before === undefined || before === 'deleted' || now === 'deleted') return now
  return before === 'created' ? 'created' : now === 'created' ? 'modified' : now
}
