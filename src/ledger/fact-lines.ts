import type { FileEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import { type CommandFact, foundNothing, shortCommand, wordsOfOutput } from './command-facts.ts'
import { defused, inQuotes, shownName } from './defuse.ts'
import type { StepFact } from './extract.ts'
import type { FileFact } from './file-facts.ts'
import { stateOf } from './file-words.ts'
import { oneLine } from './one-line.ts'
import { withPlainArguments } from './plain-arguments.ts'
import type { Remark } from './read-entry.ts'
import { symbolWords } from './symbols.ts'
import { isLongAgo } from './telling-purpose.ts'

/** Shorter beginnings are not worth a note, nor are those of fewer files. */
const LEAST_ROOT = 16
const FEWEST_FILES = 3

/**
 * The folder that paths are printed without, if naming it once saves much; empty otherwise: the one that the agent writes them from, so
 * that they read as it writes them, or else the one that all of them share.
 */
export function rootOf(files: readonly FileFact[], isName: (name: string) => boolean): string {
  const paths = files.filter(({ path }) => path.startsWith('/')).map(({ path }) => path)
  if (paths.length < FEWEST_FILES) return ''
  const root = usualRoot(paths, isName) ?? sharedRoot(paths)
  return root.length >= LEAST_ROOT ? root : ''
}

function usualRoot(paths: readonly string[], isName: (name: string) => boolean): string | undefined {
  const votes = new Map<string, number>()
  for (const path of paths) {
    for (let at = path.indexOf('/', 1); at !== -1 && at < path.lastIndexOf('/'); at = path.indexOf('/', at + 1)) {
      if (!isName(path.slice(at + 1))) continue
      const root = path.slice(0, at + 1)
      votes.set(root, (votes.get(root) ?? 0) + 1)
      break
    }
  }
  return [...votes].toSorted(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))[0]?.[0]
}

function sharedRoot(paths: readonly string[]): string {
  const [first = ''] = paths
  let length = first.lastIndexOf('/') + 1
  for (const path of paths) {
    while (length > 0 && !path.startsWith(first.slice(0, length))) length = first.lastIndexOf('/', length - 2) + 1
  }
  return first.slice(0, length)
}

const LONGEST_PURPOSE = 160

/** A file with what was done to it, and what for, if the agent said so. */
export function fileLine(file: FileFact, root: string, purpose?: Remark): string {
  const { path, state, handle } = partsOf(file, root)
  return `- ${path}: ${state} (${handle})${purpose === undefined ? '' : `: ${wordsOf(purpose)}${saidAt(file)}`}`
}

/** Where the agent said what a file was changed for, if that was long before it changed it last. */
function saidAt({ purpose, seq }: FileFact): string {
  return purpose === undefined || !isLongAgo(purpose, seq) ? '' : ` (${handleOf(purpose.seq)})`
}

/** The same in cells: the file, what was done to it, and what for, with its entry. */
export function fileCells(file: FileFact, root: string, purpose?: Remark): readonly string[] {
  const { path, state, handle } = partsOf(file, root)
  return [path, state, `${purpose === undefined ? '' : `${wordsOf(purpose)}${saidAt(file)} `}(${handle})`]
}

function partsOf(file: FileFact, root: string): { readonly path: string; readonly state: string; readonly handle: string } {
  const { path, times, seq, from, symbols } = file
  const short = (name: string): string => shownName(root !== '' && name.startsWith(root) ? name.slice(root.length) : name)
  const state = stateOf(from === undefined ? file : { ...file, from: short(from) })
  const declared = symbols === undefined ? '' : defused(symbolWords(symbols))
  return { path: short(path), state: `${state}${declared}`, handle: `${times === 1 ? '' : `${times}×, `}${handleOf(seq)}` }
}

/** An announcement without its colon; a comment without its marks, quoted: it may be a copy of what anybody said. */
function wordsOf({ text, isWritten }: Remark): string {
  if (isWritten !== true) return defused(oneLine(text.replace(/:$/, ''), LONGEST_PURPOSE))
  const plain = text
    .replace(/(?:\*\/|-->)$/, '')
    .trimEnd()
    .replace(/^(?:\/[/*]+|#+|\*|--|<!--)\s*/, '')
  return inQuotes(oneLine(plain, LONGEST_PURPOSE))
}

const LONGEST_NAME = 160

/** A file that came with a message, by its name if it has one. */
export function attachmentLine({ description, media, seq }: FileEntry): string {
  const name = description === 'attached' ? '' : `${shownName(oneLine(description, LONGEST_NAME))}: `
  return `- ${name}${shownName(oneLine(media, LONGEST_NAME))}, attached (${handleOf(seq)})`
}

const LONGEST_COMMAND = 160
/** Of a call with arguments: the last of them may be what it differs by. */
const LONGEST_ACT = 280

const LONGEST_TROUBLE = 120

/** A command as it ended last, and the run before that failed. */
export interface CommandRun extends CommandFact {
  readonly failed?: Seq
  /** What went wrong then. */
  readonly cause?: string | undefined
  /** How often in a row it failed, if more than once. */
  readonly times?: number
}

/** Commands that were run several times by their last run, latest last: what failed and works now is said in one line. */
export function lastRuns(commands: readonly CommandFact[]): readonly CommandRun[] {
  const runs = new Map<string, CommandRun>()
  for (const fact of commands) {
    // Only as much as is shown: commands that differ only behind that read alike.
    const name = fact.isAct === true ? shownAct(fact) : shortCommand(fact.command).slice(0, LONGEST_COMMAND)
    const before = runs.get(name)
    const isAgain = before?.outcome === 'failure'
    // If it ran on, its end says what went wrong, not the run.
    const own = before?.end === undefined ? before?.trouble : undefined
    const [failed, cause] = isAgain ? [before.seq, own] : [before?.failed, before?.cause]
    const times = isAgain && fact.outcome === 'failure' ? { times: (before.times ?? 1) + 1 } : {}
    runs.delete(name) // Re-inserted at the end: a Map keeps the order of insertion.
    runs.set(name, failed === undefined || fact.outcome !== 'success' ? { ...fact, ...times } : { ...fact, failed, cause })
  }
  return [...runs.values()]
}

export function commandLine(run: CommandRun): string {
  const { seq, failed, end, cause, times } = run
  const later = end === undefined ? '' : `, ended at ${handleOf(end)}`
  const why = cause === undefined || /[“”~]/.test(cause) ? '' : ` with ${inQuotes(oneLine(cause, LONGEST_TROUBLE))}`
  const before = failed === undefined ? '' : `, after a failure at ${handleOf(failed)}${why}`
  return `- ${shownCommand(run)} → ${endOf(run)}${later}${before} (${handleOf(seq)}${times === undefined ? '' : `, ${times}×`})`
}

function shownCommand({ command, search, isAct }: CommandFact): string {
  if (search !== undefined) {
    const place = search.place === undefined ? '' : ` in ${shownName(oneLine(search.place, LONGEST_NAME))}`
    return `searched for ${inQuotes(oneLine(search.pattern, LONGEST_COMMAND))}${place}`
  }
  return isAct === true ? inQuotes(shownAct({ command })) : inQuotes(oneLine(shortCommand(command), LONGEST_COMMAND))
}

/** `book {"id":"A1","legs":[{"from":"LAX","day":"05-13"}]}` → `book id: A1, legs: [LAX 05-13]` */
function shownAct({ command }: Pick<CommandFact, 'command'>): string {
  const plain = withPlainArguments(command)
  // Arguments that could not be read are a long text.
  return oneLine(plain, plain === command && plain.length > LONGEST_ACT ? LONGEST_COMMAND / 2 : LONGEST_ACT)
}

/** How a command ended, with what its output says of it. The tool's words are data: they are quoted, and cannot close the quotation. */
function endOf(fact: CommandFact): string {
  const { outcome, exit } = fact
  if (foundNothing(fact)) return outcome === 'success' ? 'success: nothing found' : `${outcome}, exit 1: nothing found`
  const status = exit === undefined || exit === 0 ? outcome : `${outcome}, exit ${exit}`
  const words = wordsOfOutput(fact)
  return words === undefined ? status : `${status}: ${inQuotes(oneLine(words, LONGEST_TROUBLE))}`
}

const BOXES = { open: '[ ]', doing: '[~]', done: '[x]', dropped: '[-] dropped:' } as const

/** A step of the plan, with the number that the agent names it by. */
export function stepLine({ text, status, seq, id }: StepFact): string {
  const number = id !== undefined && /^\d{1,3}$/.test(id) ? `${id}. ` : ''
  return `- ${BOXES[status]} ${number}${inQuotes(text)} (${handleOf(seq)})`
}
