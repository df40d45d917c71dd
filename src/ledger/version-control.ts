import type { Seq } from '../schema/ids.ts'
import type { CommandFact } from './command-facts.ts'
import { type Conflict, conflictAfter } from './git-conflicts.ts'
import { type GitStatus, readStatus } from './git-status.ts'
import { type GitCall, gitCall, type Place, placeAfter, programsIn } from './git-words.ts'
import type { ShellCommand } from './shell-words.ts'

/** A commit that git printed when it was made. */
export interface Commit {
  /** As short as git printed it. */
  readonly hash: string
  readonly branch: string
  readonly subject: string
  readonly seq: Seq
  readonly isAmended: boolean
}

/** A commit that a command showed to be the newest of its branch. */
interface Head {
  readonly hash: string
  readonly seq: Seq
}

/** What commands say of the repository, as far as it was not overtaken by a later one. */
export interface VersionControl {
  readonly commit?: Commit
  /** The commit that was made before. */
  readonly before?: Commit
  /** What the newest commit was when the last one amended it. */
  readonly amended?: Head
  /** After the last commit. */
  readonly pushed?: Seq
  /** Before the last commit, if there was none after it. */
  readonly pushedBefore?: Seq
  /** What has moved the branch, or to another one, after the last commit. */
  readonly moved?: { readonly seq: Seq; readonly words: string }
  /** What has stopped because of conflicts, and was not seen to end. */
  readonly conflict?: Conflict
  /** Later than all of these. */
  readonly status?: GitStatus
  /** The last that was asked for in another folder than most calls of git, if it is later. */
  readonly elsewhere?: GitStatus & { readonly folder: string }
}

/** Reads what git said of commits, pushes, branches and changed files. What failed, or has not ended, says nothing. */
export function versionControl(commands: readonly CommandFact[]): VersionControl {
  let now: Known = {}
  let place: Place = 'project'
  let conflict: Conflict | undefined
  const home = usualFolder(commands)
  for (const fact of commands) {
    const { command, result } = fact
    if (!/\bgit\b|\bcd\b/.test(command)) continue
    const programs = programsIn(command)
    const [places, last] = placesOf(programs, place)
    // Some shells stay where they went, others do not.
    place = last === 'project' || RESET.test(result?.text.slice(-LOOKED_AT) ?? '') ? 'project' : 'unsure'
    const calls = programs.flatMap((program) => gitCall(program) ?? [])
    if (calls.length === 0 || places.every((one) => one === 'scratch')) continue
    const isSure = places.every((one) => one === 'project')
    const run = isSure && result !== undefined ? { fact, programs, calls, text: result.text } : undefined
    const folder = folderOf(fact)
    if (run !== undefined && folder !== '' && folder !== home && calls.every(({ verb }) => verb === 'status')) {
      const status = fact.outcome === 'success' ? readStatus(run.text, fact.seq, isWhole(run)) : undefined
      if (status !== undefined) now = { ...now, elsewhere: { ...status, folder } }
    } else if (run !== undefined && fact.outcome === 'success') now = afterCommand(now, run)
    else if (run !== undefined && fact.outcome === 'failure') now = afterFailure(now, run)
    else if (calls.some(changesHistory)) now = {}
    if (run !== undefined)
      conflict = conflictAfter(conflict, { seq: fact.seq, calls, text: run.text, isSuccess: fact.outcome === 'success' })
  }
  const { head: _, ...known } = now
  return { ...known, ...(conflict === undefined ? {} : { conflict }) }
}

/** The folder that git works in, if the command or its call says so from the root; empty otherwise. */
function folderOf({ command, folder = '' }: CommandFact): string {
  const named = /(?:^|\s)(?:git -C|cd) ["']?(\/[^\s"';&|]{1,200})/.exec(command)?.[1] ?? folder
  if (!named.startsWith('/')) return ''
  return named.endsWith('/') ? named.slice(0, -1) : named
}

function usualFolder(commands: readonly CommandFact[]): string {
  const times = new Map<string, number>()
  for (const fact of commands) {
    const folder = /\bgit\b/.test(fact.command) ? folderOf(fact) : ''
    if (folder !== '') times.set(folder, (times.get(folder) ?? 0) + 1)
  }
  return [...times].toSorted(([, some], [, more]) => more - some)[0]?.[0] ?? ''
}

const RESET = /^Shell cwd was reset to /m

/** Where each call of git works, and where the shell is at the end. */
function placesOf(programs: readonly ShellCommand[], start: Place): readonly [places: readonly Place[], last: Place] {
  let place = start
  const places: Place[] = []
  for (const program of programs) {
    if (program.words[0] === 'cd') place = placeAfter(place, program.words[1] ?? '~')
    const call = gitCall(program)
    if (call !== undefined) places.push(call.folder === undefined ? place : placeAfter(place, call.folder))
  }
  return [places, place]
}

/** If nobody knows whether it did, nothing is known of what stood before. */
function changesHistory(call: GitCall): boolean {
  return COMMITTING.has(call.verb) || isMove(call)
}

interface Run {
  readonly fact: CommandFact
  readonly programs: readonly ShellCommand[]
  readonly calls: readonly GitCall[]
  readonly text: string
}

/** What a command did before something in it failed is done; of a commit, git has told it. */
function afterFailure(before: Known, run: Run): Known {
  const commit = commitIn(run)
  if (commit !== undefined) return withCommit(before, commit)
  const isAlone = run.programs.filter(({ words }) => words[0] !== 'cd').length === 1
  return !isAlone && run.calls.some((call) => isMove(call) || makesQuietly(call)) ? {} : before
}

type Known = VersionControl & { readonly head?: Head }

/** One command line may do all of it, one behind the other; then its last words count. */
function afterCommand(before: Known, run: Run): Known {
  const { fact, calls, text } = run
  const commit = commitIn(run)
  const moves = calls.findLast(isMove)
  let now: Known = before
  if (commit !== undefined) {
    now = withCommit(before, commit)
  } else if (moves !== undefined && !isAlready(text)) {
    const { head: _, status: __, ...rest } = before
    now = { ...rest, moved: { seq: fact.seq, words: wordsOf(moves) } }
  } else if (calls.some(makesQuietly)) {
    // There is a newer commit, of which nothing is known.
    now = {}
  }
  if (calls.some(({ verb }) => verb === 'push') && isPushed(run)) now = withoutUpstream({ ...now, pushed: fact.seq })
  const head = headIn(run)
  if (head !== undefined) now = { ...now, head }
  const status = calls.some(({ verb }) => verb === 'status') ? readStatus(text, fact.seq, isWhole(run)) : undefined
  return status === undefined ? now : { ...now, status }
}

function withCommit(before: Known, commit: Commit): Known {
  const { head } = before
  const pushedBefore = before.pushed ?? before.pushedBefore
  return {
    ...{ commit, head: { hash: commit.hash, seq: commit.seq } },
    ...(before.commit === undefined ? {} : { before: before.commit }),
    ...(pushedBefore === undefined ? {} : { pushedBefore }),
    // As short as the new one.
    ...(commit.isAmended && head !== undefined ? { amended: { ...head, hash: head.hash.slice(0, commit.hash.length) } } : {}),
  }
}

const COMMIT = /^\[([^\]\n]{1,160}?) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.{1,300})$/gm
const COMMITTING: ReadonlySet<string> = new Set(['commit', 'cherry-pick', 'revert'])
/** So much of head and tail of an output is looked at. */
const LOOKED_AT = 4_000

function commitIn({ fact, calls, text }: Run): Commit | undefined {
  const made = calls.filter(({ verb }) => COMMITTING.has(verb))
  if (made.length === 0) return undefined
  const looked = text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`
  const found = [...looked.matchAll(COMMIT)].at(-1)
  if (found === undefined) return undefined
  const [, branch = '', hash = '', subject = ''] = found
  return { hash, branch, subject: subject.trim(), seq: fact.seq, isAmended: made.at(-1)?.options.includes('--amend') === true }
}

/** A commit that is made without a word of it. */
function makesQuietly({ verb, options }: GitCall): boolean {
  return verb === 'commit' && options.some((option) => /^(?:-q|--quiet|-\w*q\w*)$/.test(option)) && !options.includes('--dry-run')
}

const MOVING: ReadonlySet<string> = new Set(['rebase', 'merge', 'pull', 'cherry-pick', 'revert', 'am', 'switch'])

/** Whether it moves the branch, or goes to another. */
function isMove({ verb, options, named }: GitCall): boolean {
  if (verb === 'checkout')
    return options.some((one) => /^-[bB]$|^--detach$/.test(one)) || (named.length === 1 && !isFile(named[0]))
  if (verb === 'reset')
    return options.some((one) => /^--(?:hard|soft|mixed|keep)$/.test(one)) || /^(?:HEAD[~^]|origin\/)/.test(named[0] ?? '')
  return MOVING.has(verb) && !options.includes('--abort')
}

/** `git checkout a.ts` takes back what was changed in a file. */
function isFile(name = ''): boolean {
  return name === '.' || /\.\w{1,8}$/.test(name)
}

function isAlready(text: string): boolean {
  return /^Already (?:up to date|up-to-date|on ')/m.test(text.slice(0, LOOKED_AT))
}

const LONGEST_MOVE = 80

function wordsOf({ verb, options, named }: GitCall): string {
  return `git ${[verb, ...options, ...named].join(' ')}`.slice(0, LONGEST_MOVE)
}

/** What a pipe hides is read off the output. */
function isPushed({ calls, text, fact }: Run): boolean {
  const looked = text.slice(-LOOKED_AT)
  if (/! \[(?:remote )?rejected\]|^error: |^fatal: /m.test(looked)) return false
  if (
    calls.some(({ verb, options }) => verb === 'push' && options.some((one) => /^(?:-n|--dry-run|-d|--delete|--tags)$/.test(one)))
  )
    return false
  return /\S -> \S/.test(looked) || !/[|;\n]/.test(fact.command)
}

function withoutUpstream(now: Known): Known {
  return now.status === undefined ? now : { ...now, status: { ...now.status, upstream: '' } }
}

/** How a log is asked for that begins with the newest commit. */
const PLAIN_OPTIONS =
  /^(?:-\d{1,4}|-n\d*|--oneline|--decorate|--no-decorate|--stat|--name-only|--no-pager|--short|--format=full|--no-patch|-s|--max-count=\d+)$/
const HEAD = /^(?:commit )?([0-9a-f]{7,40})\b/m
const MOVED_TO = /^HEAD is now at ([0-9a-f]{7,40})\b/m

/** The newest commit, if a command that prints nothing else says which it is. */
function headIn({ fact, programs, calls, text }: Run): Head | undefined {
  const head = text.slice(0, LOOKED_AT)
  const moved = MOVED_TO.exec(head)?.[1]
  if (moved !== undefined) return { hash: moved, seq: fact.seq }
  const [asked, ...others] = calls.filter(({ verb }) => verb !== 'add' && verb !== 'commit' && verb !== 'fetch')
  if (asked === undefined || others.length > 0 || programs.some(({ words }) => words[0] !== 'git' && words[0] !== 'cd'))
    return undefined
  const { verb, options, named } = asked
  const isPlain = options.every((option) => PLAIN_OPTIONS.test(option)) && named.every((name) => /^(?:HEAD|\d{1,4})$/.test(name))
  const isOfHead = verb === 'log' || verb === 'show' || (verb === 'rev-parse' && named[0] === 'HEAD')
  const hash = isPlain && isOfHead ? HEAD.exec(head)?.[1] : undefined
  return hash === undefined ? undefined : { hash, seq: fact.seq }
}

/** Whether an output is a status to its end, and no other program has printed lines that look alike. */
function isWhole({ fact, programs, text }: Run): boolean {
  if (/\bstatus\b[^;&\n|]{0,200}\|(?!\|)/.test(fact.command) || /truncated|omitted/i.test(text)) return false
  return programs.every((program) => {
    const call = gitCall(program)
    if (call === undefined) return QUIET.has(program.words[0] ?? '')
    if (call.verb === 'status') return call.named.length === 0
    return call.verb !== 'diff' || call.options.some((option) => /^--(?:stat|shortstat|name-only|check)/.test(option))
  })
}

const QUIET: ReadonlySet<string> = new Set(['cd', 'echo', 'pwd'])
