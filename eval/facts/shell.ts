/** One program of a shell command with its words, and the files that its output goes to. */
export interface ShellCommand {
  readonly words: readonly string[]
  readonly writes: readonly string[]
  readonly appends: readonly string[]
}

interface Parsing {
  readonly text: string
  at: number
  word: string | undefined
  words: string[]
  writes: string[]
  appends: string[]
  /** What the next word is for. */
  next: 'word' | 'write' | 'append' | 'skip'
  readonly heredocs: string[]
  readonly done: ShellCommand[]
}

/** Takes a shell command apart, as far as can be without running it: quotes, redirections, here-documents, lists and pipes. */
export function shellCommands(text: string): readonly ShellCommand[] {
  const state: Parsing = {
    ...{ text, at: 0, word: undefined, words: [], writes: [], appends: [], next: 'word', heredocs: [], done: [] },
  }
  while (state.at < text.length) step(state)
  endCommand(state)
  return state.done
}

function step(state: Parsing): void {
  const { text, at } = state
  const rest = text.slice(at, at + 80)
  const char = text.charAt(at)
  const heredoc = rest.startsWith('<<<') ? null : /^<<-?\s*['"]?(\w+)['"]?/.exec(rest)
  const redirect = /^\d/.test(rest) && state.word !== undefined ? null : /^(?:\d|&)?>>?(?:&\d|&-)?/.exec(rest)
  if (char === '\\') take(state, 2, text.charAt(at + 1) === '\n' ? '' : text.charAt(at + 1))
  else if (char === "'" || char === '"') quoted(state, char)
  else if (rest.startsWith('$(') || char === '`') substituted(state, char)
  else if (char === '#' && state.word === undefined) skipTo(state, '\n')
  else if (heredoc !== null) awaitText(state, heredoc)
  else if (redirect !== null) redirected(state, redirect[0])
  else if (char === '\n') newLine(state)
  else if (/[;&|()]/.test(char)) endCommand(state, 1)
  else if (/\s/.test(char)) endWord(state, 1)
  else take(state, 1, char)
}

/** What is handed to a program begins on the next line. */
function awaitText(state: Parsing, [operator, mark = '']: RegExpExecArray): void {
  state.heredocs.push(mark)
  take(state, operator.length)
}

function take(state: Parsing, length: number, added?: string): void {
  state.at += length
  if (added !== undefined) state.word = (state.word ?? '') + added
}

function skipTo(state: Parsing, end: string): void {
  const found = state.text.indexOf(end, state.at)
  state.at = found === -1 ? state.text.length : found
}

function quoted(state: Parsing, quote: string): void {
  let end = state.at + 1
  while (end < state.text.length && state.text.charAt(end) !== quote)
    end += quote === '"' && state.text.charAt(end) === '\\' ? 2 : 1
  take(state, end + 1 - state.at, state.text.slice(state.at + 1, end))
}

/** What another command prints is not known: it stays in the word with its dollar sign. */
function substituted(state: Parsing, char: string): void {
  const end = char === '`' ? state.text.indexOf('`', state.at + 1) : closing(state.text, state.at + 1)
  take(state, (end === -1 ? state.text.length : end + 1) - state.at, '$')
}

/** Where the bracket closes that opens at a place. */
function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1
    if (text.charAt(at) === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

function redirected(state: Parsing, operator: string): void {
  const isOfErrors = operator.startsWith('2')
  endWord(state)
  take(state, operator.length)
  if (/&[\d-]$/.test(operator)) return
  state.next = isOfErrors ? 'skip' : operator.includes('>>') ? 'append' : 'write'
}

function newLine(state: Parsing): void {
  endCommand(state)
  take(state, 1)
  for (const mark of state.heredocs.splice(0)) {
    const end = new RegExp(`^\\s*${mark}\\s*$`, 'm').exec(state.text.slice(state.at))
    state.at = end === null ? state.text.length : state.at + end.index + end[0].length
  }
}

function endWord(state: Parsing, length = 0): void {
  const { word, next } = state
  state.at += length
  if (word === undefined) return
  if (next === 'word') state.words.push(word)
  if (next === 'write') state.writes.push(word)
  if (next === 'append') state.appends.push(word)
  state.word = undefined
  state.next = 'word'
}

function endCommand(state: Parsing, length = 0): void {
  endWord(state, length)
  const { words, writes, appends } = state
  if (words.length + writes.length + appends.length > 0) state.done.push({ words, writes, appends })
  Object.assign(state, { words: [], writes: [], appends: [], next: 'word' })
}
