import { type ShellCommand, shellCommands } from './shell-words.ts'

/** One program of a command line that is git: `commit` with `--amend`, `-m`, … */
export interface GitCall {
  readonly verb: string
  readonly options: readonly string[]
  /** Its words that are no options; values of options may be among them. */
  readonly named: readonly string[]
  /** Where it is told to do it. */
  readonly folder?: string
}

/** The programs of a command line, those of `bash -c` included, without what stands before them. */
export function programsIn(command: string): readonly ShellCommand[] {
  return shellCommands(command).flatMap((one) => {
    const words = withoutPrefix(one.words)
    const isShell = SHELLS.has(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '')
    const script = isShell ? words[2] : undefined
    if (script === undefined) return [{ ...one, words }]
    return script.includes(' ') ? shellCommands(script).map(bare) : [{ ...one, words: words.slice(2) }]
  })
}

export const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh'])

function bare(one: ShellCommand): ShellCommand {
  return { ...one, words: withoutPrefix(one.words) }
}

/** Without what stands before a program: variables, `sudo`, programs that shorten what it prints. */
export function withoutPrefix(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !/^(?:sudo|command|time|nice|nohup|env|rtk|then|do|else|\w+=.*)$/.test(word))
  return from === -1 ? [] : words.slice(from)
}

/** Options before the verb that have a word of their own behind them. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree'])

/** What git is asked to do, if a program is git. */
export function gitCall({ words }: ShellCommand): GitCall | undefined {
  if (words[0] !== 'git') return undefined
  let at = 1
  while (words[at]?.startsWith('-') === true) at += WITH_VALUE.has(words[at] ?? '') ? 2 : 1
  const [verb, ...rest] = words.slice(at)
  if (verb === undefined) return undefined
  const folder = words[1] === '-C' ? words[2] : undefined
  return {
    ...{ verb, options: rest.filter((word) => word.startsWith('-')), named: rest.filter((word) => !word.startsWith('-')) },
    ...(folder === undefined ? {} : { folder }),
  }
}

/** Whose repository a command works on: the project's, one that was made to try something out, or nobody knows. */
export type Place = 'project' | 'scratch' | 'unsure'

const SCRATCH = /^(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\//

/** Where one is after going to a folder. */
export function placeAfter(before: Place, folder: string): Place {
  if (SCRATCH.test(`${folder}/`)) return 'scratch'
  if (/[$`]/.test(folder)) return 'unsure'
  return /^[/~]/.test(folder) ? 'project' : before
}
