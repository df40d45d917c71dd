import { posix } from 'node:path'
import type { Deed } from './log.ts'
import type { Outcome } from './outcomes.ts'
import { shellCommands } from './shell.ts'
import { saysUndone } from './undone.ts'

/** What was done to a file. `written` if it may have been there before, `restored` if a change was taken back. */
export type FileDeed = 'created' | 'written' | 'modified' | 'deleted' | 'moved away' | 'moved here' | 'restored' | 'read'

export interface FileEvent {
  readonly path: string
  readonly deed: FileDeed
  readonly seq: number
  /** Whether it was carried out; `undefined` if the log does not say. */
  readonly isDone: boolean | undefined
  /** What the log says of it. */
  readonly words: string
  /** For a move, the other name. */
  readonly other?: string
}

const READ = /^(?:read|read_file|readfile|view|view_image|open_file|open|notebookread|cat)$/i
const WRITE = /^(?:write|write_file|write_to_file|create|create_file)$/i
const EDIT =
  /^(?:edit|multiedit|multi_edit|edit_file|str_replace|str_replace_editor|str_replace_based_edit_tool|replace|replace_in_file|replace_string_in_file|insert|insert_edit_into_file|notebookedit|update_file|patch)$/i
const DELETE = /^(?:delete_file|remove_file|delete|rm)$/i
const MOVE = /^(?:move_file|rename_file|move|rename|mv)$/i

/** Everything that the calls of a log do to files, in order. */
export function fileEventsIn(deeds: readonly Deed[], outcomes: ReadonlyMap<number, Outcome>): readonly FileEvent[] {
  let folder: string | undefined
  return deeds.flatMap((deed) => {
    const outcome = outcomes.get(deed.seq)
    if (outcome === undefined) return []
    if (deed.command === undefined) return eventsOfTool(deed, outcome)
    const { events, folder: next } = eventsOfCommand(deed, outcome, deed.folder ?? folder)
    // A shell that keeps its folder stays where it went; one that is told its folder each time does not.
    folder = deed.folder === undefined && outcome.ending !== 'refused' ? next : folder
    return events
  })
}

type Bare = Pick<FileEvent, 'path' | 'deed' | 'other'>

function eventsOfTool(deed: Deed, outcome: Outcome): readonly FileEvent[] {
  const patched = patchedIn(deed.input, deed.folder)
  const isDone = wasDone(deed, outcome)
  return (patched.length > 0 ? patched : namedIn(deed)).map((event) => ({
    ...event,
    ...{ seq: deed.seq, isDone, words: outcome.words },
  }))
}

/** A tool of files has done its work if its result is no error; if there is no result, nobody knows. */
function wasDone({ result }: Deed, { ending }: Outcome): boolean | undefined {
  if (ending === 'refused' || ending === 'interrupted') return false
  if (result === undefined || ending === 'no result') return undefined
  if (result.isError || ending === 'failure') return false
  return saysUndone(result.text) === undefined
}

function namedIn({ tool, args, result }: Deed): readonly Bare[] {
  const path = pathIn(args, [
    'file_path',
    'path',
    'filePath',
    'filename',
    'file',
    'notebook_path',
    'target_file',
    'absolute_path',
  ])
  const to = pathIn(args, ['destination', 'new_path', 'to', 'target', 'new_name'])
  const from = pathIn(args, ['source', 'old_path', 'from']) ?? path
  if (MOVE.test(tool) && from !== undefined && to !== undefined) return moved(from, to)
  if (path === undefined) return []
  if (DELETE.test(tool)) return [{ path, deed: 'deleted' }]
  if (READ.test(tool) || args['command'] === 'view') return [{ path, deed: 'read' }]
  if (WRITE.test(tool) || args['command'] === 'create') return [{ path, deed: writtenAs(result?.text ?? '') }]
  return EDIT.test(tool) ? [{ path, deed: 'modified' }] : []
}

/** Some tools say whether the file was there before. */
function writtenAs(result: string): FileDeed {
  const head = result.slice(0, 300)
  if (/\bhas been updated\b|\boverwr[io]t/i.test(head)) return 'modified'
  return /\bcreated successfully\b|\bnew file\b|File created/i.test(head) ? 'created' : 'written'
}

function pathIn(args: Deed['args'], names: readonly string[]): string | undefined {
  const value = names.map((name) => args[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof value === 'string' ? posix.normalize(value) : undefined
}

function moved(from: string, to: string): readonly Bare[] {
  return [
    { path: from, deed: 'moved away', other: to },
    { path: to, deed: 'moved here', other: from },
  ]
}

/** What a patch in Codex's form does; its paths may be relative. */
function patchedIn(input: string, folder: string | undefined): readonly Bare[] {
  if (!input.includes('*** ')) return []
  const text = input.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\"`, '"')
  const bare: Bare[] = []
  for (const [, verb = '', name = ''] of text.matchAll(/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm)) {
    const path = resolved(name.trim(), folder) ?? name.trim()
    const before = bare.at(-1)
    if (verb === 'Add File') bare.push({ path, deed: 'created' })
    else if (verb === 'Delete File') bare.push({ path, deed: 'deleted' })
    else if (verb === 'Update File') bare.push({ path, deed: 'modified' })
    else if (before !== undefined) bare.push(...moved(before.path, path))
  }
  return bare
}

/** An absolute path if the folder is known; nothing if the shell would put something else in its place. */
function resolved(path: string, folder: string | undefined): string | undefined {
  if (/[$`*?{}[\]!]/.test(path) || path === '' || path.startsWith('/dev/') || /^\/\/|^-/.test(path)) return undefined
  if (path.startsWith('/') || path.startsWith('~')) return posix.normalize(path)
  return folder === undefined ? posix.normalize(path) : posix.join(folder, path)
}

interface Shelled {
  readonly events: readonly FileEvent[]
  readonly folder: string | undefined
}

/** What a shell command does, program by program, each in the folder that it was sent to before. */
function eventsOfCommand(deed: Deed, outcome: Outcome, start: string | undefined): Shelled {
  const command = deed.command ?? ''
  const patched = /\bapply_patch\b/.test(command) ? patchedIn(command, start) : []
  const bare: Bare[] = [...patched]
  let folder = start
  for (const { words, writes, appends } of shellCommands(command)) {
    const at = (path: string): readonly string[] => {
      const found = resolved(path, folder)
      return found === undefined ? [] : [found]
    }
    if (words[0] === 'cd') folder = folderAfter(folder, words[1])
    bare.push(...writes.flatMap(at).map((path): Bare => ({ path, deed: 'written' })))
    bare.push(...appends.flatMap(at).map((path): Bare => ({ path, deed: 'modified' })))
    bare.push(...byProgram(withoutPrefix(words), at))
  }
  // A patch that does not fit is not applied in any of its files.
  const isDone = patched.length > 0 && saysUndone(deed.result?.text ?? '') !== undefined ? false : ranThrough(outcome)
  return { events: bare.map((event) => ({ ...event, seq: deed.seq, isDone, words: command.slice(0, 200) })), folder }
}

function folderAfter(folder: string | undefined, to: string | undefined): string | undefined {
  return to === undefined || to === '-' ? undefined : resolved(to, folder)
}

/** What a command did before it failed is done, and what stood behind is not: nobody knows which. */
function ranThrough({ ending }: Outcome): boolean | undefined {
  if (ending === 'success' || ending === 'unclear') return true
  return ending === 'refused' ? false : undefined
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !/^(?:sudo|command|time|env|\w+=.*)$/.test(word))
  const rest = words.slice(Math.max(0, from))
  return rest[0] === 'git' && rest[1] === '-C' ? ['git', ...rest.slice(3)] : rest
}

function byProgram(words: readonly string[], at: (path: string) => readonly string[]): readonly Bare[] {
  const [program, second] = words
  const isGit = program === 'git'
  const verb = isGit ? second : program
  const rest = words.slice(isGit ? 2 : 1)
  const names = rest.filter((word) => !word.startsWith('-'))
  const all = (deed: FileDeed, paths: readonly string[]): readonly Bare[] => paths.flatMap(at).map((path) => ({ path, deed }))
  switch (verb) {
    case 'rm':
    case 'unlink':
      return rest.includes('--cached') ? [] : all('deleted', names)
    case 'mv':
      return movedTo(names, at)
    case 'touch':
      return isGit ? [] : all('written', names)
    case 'tee':
      return isGit ? [] : all(rest.includes('-a') ? 'modified' : 'written', names)
    case 'sed':
    case 'perl':
      return rest.some((word) => /^-\w*i/.test(word)) ? all('modified', names.slice(-1)) : []
    case 'cp':
      return isGit || names.length !== 2 ? [] : all('written', names.slice(1))
    case 'restore':
      return isGit && !rest.includes('--staged') ? all('restored', names) : []
    case 'checkout':
      return isGit && rest.includes('--') ? all('restored', rest.slice(rest.indexOf('--') + 1)) : []
    default:
      return []
  }
}

/** `mv a b folder/` puts each under the folder; `mv a b` gives a another name, if b has an ending like a file. */
function movedTo(names: readonly string[], at: (path: string) => readonly string[]): readonly Bare[] {
  const to = names.at(-1)
  if (to === undefined || names.length < 2) return []
  const isFolder = names.length > 2 || to.endsWith('/') || (posix.extname(to) === '' && posix.extname(names[0] ?? '') !== '')
  return names.slice(0, -1).flatMap((from) => {
    const [source] = at(from)
    const [target] = at(isFolder ? posix.join(to, posix.basename(from)) : to)
    return source === undefined || target === undefined ? [] : moved(source, target)
  })
}
