/** One program of a shell command with its words, and the files that its output goes to. */
export interface ShellCommand {
  readonly words: readonly string[]
  readonly writes: readonly string[]
  readonly appends: readonly string[]
}

interface GrowingCommand extends ShellCommand {
  readonly words: string[]
  readonly writes: string[]
  readonly appends: string[]
}

function emptyCommand(): GrowingCommand {
  return { words: [], writes: [], appends: [] }
}

/** So much of a command is looked at. */
const LOOKED_AT = 8_000

/**
 * A piece of a command: space, the end of a line, a sign between programs, a redirection, the mark of a here-document, or a word. Every way begins
 * with a character of its own, so that nothing is tried twice.
 */
const PIECE =
  /[^\S\n]+|(\n)|(&>>?|[;&|()]+)|(\d?>>?)(?:&[\d-])?|<<<|<<-?[^\S\n]*\\?['"]?(\w+)['"]?|((?:[^\s;&|()<>'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)/y

/** Takes a shell command apart, as far as can be without running it: quotations, redirections, here-documents, lists and pipes. */
export function shellCommands(command: string): readonly ShellCommand[] {
  const text = command.slice(0, LOOKED_AT)
  const commands: ShellCommand[] = []
  const marks: string[] = []
  let now = emptyCommand()
  let next: 'words' | 'writes' | 'appends' | 'nowhere' = 'words'
  const end = (): void => {
    if (now.words.length + now.writes.length + now.appends.length > 0) commands.push(now)
    now = emptyCommand()
    next = 'words'
  }
  for (let at = 0; at < text.length; ) {
    PIECE.lastIndex = at
    const found = PIECE.exec(text)
    const [whole = '', line, sign, redirection, mark, word] = found ?? []
    at += Math.max(1, whole.length)
    if (line !== undefined || sign !== undefined) end()
    if (line !== undefined) at = behindDocuments(text, at, marks)
    if (mark !== undefined) marks.push(mark)
    if (redirection !== undefined && !/&[\d-]$/.test(whole))
      next = redirection.startsWith('2') ? 'nowhere' : redirection.endsWith('>>') ? 'appends' : 'writes'
    if (word === undefined) continue
    if (next !== 'nowhere') now[next].push(unquoted(word))
    next = 'words'
  }
  end()
  return commands
}

/** What a here-document says is handed to a program, not run. */
function behindDocuments(text: string, from: number, marks: string[]): number {
  let at = from
  for (const mark of marks.splice(0)) {
    const end = text.indexOf(`\n${mark}`, at - 1)
    at = end === -1 ? text.length : end + mark.length + 1
  }
  return at
}

function unquoted(word: string): string {
  return word.replaceAll(
    /\\([\s\S])|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"/g,
    (_, escaped: string, single: string, double: string) =>
      escaped !== undefined ? (escaped === '\n' ? '' : escaped) : (single ?? double),
  )
}
