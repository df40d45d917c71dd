import { SHELLS, withoutPrefix } from './git-words.ts'
import { oneLine } from './one-line.ts'
import { joined } from './paths.ts'
import { type ShellCommand, shellCommands } from './shell-words.ts'
import type { FileDeed } from './tool-knowledge.ts'

/*
 * Agents that have no tools for files use the shell: Codex reads with sed, others write with cat. Only what stands there plainly is
 * known; a pipe of programs is a command like any other.
 */

/** What is done to a file: for a move, with its new name; the state of a whole repository has no path. */
export type FileChange = readonly [path: string, deed: FileDeed] | readonly [path: string, deed: FileDeed, to: string]

/** A path: with a folder or an ending, and nothing that the shell would expand. */
const PATH = /^(?:[\w.~@+-]*\/)?[\w.~@+-]*[\w~+-]\.\w{1,8}$|^[\w.~@+-]*\/[\w./~@+-]*[\w~+-]$/
/** The name of a folder, as it may stand behind a program that takes away or moves. */
const NAME = /^(?:[\w.~@+-]*\/)*[\w.~@+-]*$/

/** Most commands are none of these. */
const PROGRAM = /\b(?:cat|tee|sed|perl|rm|unlink|mv|git|nl|head|tail|less|bat|echo|printf)\s/

/** So many files of one command. */
const MOST = 32

/** The files that a command reads, writes, moves or removes, if that is plain to see, in the folder that it goes to. */
export function filesInCommand(command: string, start = ''): readonly FileChange[] {
  if (!PROGRAM.test(command)) return []
  let folder = start
  const changes: FileChange[] = []
  for (const one of shellCommands(command)) {
    const words = withoutPrefix(one.words)
    const script = SHELLS.has(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '') ? words[2] : undefined
    if (words[0] === 'cd') folder = joined(folder, words[1] ?? '')
    else if (script?.includes(' ')) changes.push(...filesInCommand(script, folder))
    else changes.push(...ofProgram({ ...one, words: script === undefined ? words : words.slice(2) }, folder))
    if (changes.length > MOST) break
  }
  return changes.slice(0, MOST)
}

/** Programs whose output is written as it stands there; other programs' output is of no interest. */
const WRITERS = new Set(['cat', 'echo', 'printf'])
const READERS = new Set(['cat', 'nl', 'head', 'tail', 'less', 'bat'])

function ofProgram({ words, writes, appends }: ShellCommand, folder: string): readonly FileChange[] {
  const [program = '', ...rest] = words
  if (program === 'git') return ofGit(rest, folder)
  const named = rest.filter((word) => !word.startsWith('-'))
  const all = (deed: FileDeed, names: readonly string[], form = PATH): readonly FileChange[] =>
    names.filter((name) => isPath(name, form)).map((name) => [placed(folder, name), deed])
  const has = (option: RegExp): boolean => rest.some((word) => option.test(word))
  if (WRITERS.has(program) && writes.length + appends.length > 0) return [...all('created', writes), ...all('modified', appends)]
  if (READERS.has(program)) return all('read', named)
  switch (program) {
    case 'tee':
      return all(has(/^-a$/) ? 'modified' : 'created', named)
    case 'sed':
    case 'perl':
      if (has(/^-\w*i/)) return all('modified', named.slice(-1))
      return program === 'sed' && has(/^-n/) ? all('read', named.slice(-1)) : []
    case 'rm':
    case 'unlink':
      return removed(rest, named, folder)
    case 'mv':
      return moved(named, folder)
    default:
      return []
  }
}

/** A folder without a path is worth a word only if something of it is known. */
function removed(rest: readonly string[], named: readonly string[], folder: string): readonly FileChange[] {
  const isDeep = rest.some((word) => /^-\w*r|^--recursive$/i.test(word))
  return named.flatMap((name): readonly FileChange[] => {
    if (isDeep && !hasEnding(name)) return isPath(name, NAME) ? [[placed(folder, name), 'emptied']] : []
    return isPath(name, PATH) ? [[placed(folder, name), 'deleted']] : []
  })
}

function moved(named: readonly string[], folder: string): readonly FileChange[] {
  const to = named.at(-1)
  if (to === undefined || named.length < 2 || !named.every((name) => isPath(name, NAME))) return []
  const isInto = named.length > 2 || to.endsWith('/') || (!hasEnding(to) && hasEnding(named[0] ?? ''))
  return named.slice(0, -1).map((from) => [placed(folder, from), 'moved', placed(folder, isInto ? joined(to, lastOf(from)) : to)])
}

function ofGit(words: readonly string[], start: string): readonly FileChange[] {
  const isElsewhere = words[0] === '-C'
  const folder = isElsewhere ? joined(start, words[1] ?? '') : start
  // Which part of a repository a folder is does not matter to what concerns all of it, but which repository it is in.
  const whole = folder.startsWith('/') ? folder : ''
  const [verb = '', ...rest] = isElsewhere ? words.slice(2) : words
  const named = rest.filter((word) => !word.startsWith('-'))
  const split = rest.indexOf('--')
  const behind = split === -1 ? [] : rest.slice(split + 1)
  switch (verb) {
    case 'rm':
      return rest.includes('--cached') ? [] : removed(rest, named, folder)
    case 'mv':
      return moved(named, folder)
    case 'commit':
      return [[whole, 'committed']]
    case 'checkout':
      return restored(named.length === 1 && named[0] === '.' ? ['.'] : behind, folder)
    case 'restore':
      return rest.includes('--staged') || rest.includes('-S') ? [] : restored(split === -1 ? named : behind, folder)
    case 'reset':
      return rest.includes('--hard') && named.every((name) => name === 'HEAD') ? [[whole, 'restored']] : []
    case 'stash':
      return stashed(named, behind.length > 0 ? restored(behind, folder) : [[whole, 'stashed']])
    default:
      return []
  }
}

function restored(names: readonly string[], folder: string): readonly FileChange[] {
  return names.filter((name) => isPath(name, NAME)).map((name) => [name === '.' ? folder : placed(folder, name), 'restored'])
}

function stashed([verb = 'push']: readonly string[], changes: readonly FileChange[]): readonly FileChange[] {
  if (verb === 'pop' || verb === 'apply') return [['', 'unstashed']]
  return verb === 'push' || verb === 'save' ? changes : []
}

const LONGEST_PATH = 200

function placed(folder: string, name: string): string {
  return oneLine(joined(folder, name), LONGEST_PATH)
}

function isPath(name: string, form: RegExp): boolean {
  return name.length <= LONGEST_PATH && name !== '' && form.test(name) && !name.startsWith('/dev/')
}

function hasEnding(path: string): boolean {
  return /[^/]\.\w{1,8}$/.test(path)
}

function lastOf(path: string): string {
  return path.replace(/\/$/, '').split('/').at(-1) ?? ''
}
