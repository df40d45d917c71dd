import { identifiersIn, occursIn } from './identifiers.ts'
import { FAILURE_QUOTED } from './outcomes.ts'

/** Words in which programs say that something failed. The "no" in them denies nothing that a model says. */
const ERROR_WORDS =
  /\b(?:no such (?:file or directory|file|container|module|process)|no matches found|no tests? (?:files? )?found|no replacement was performed|not a git repository|command not found|permission denied|cannot find (?:module|name))\b/gi
/** How far from them stands what they are said of. */
const REACH = 120

interface Said {
  readonly text: string
  /** Such words that the sources have, but not of what the text says them of. */
  readonly misplaced: string | undefined
}

/** A text without such words, where its sources have them in a line that names the same thing. */
export function withoutErrorWords(text: string, source: string): Said {
  let misplaced: string | undefined
  const rest = text.replaceAll(ERROR_WORDS, (words: string, at: number) => {
    const said = words.toLowerCase()
    const lines = source.split('\n').filter((line) => line.toLowerCase().includes(said))
    const before = text.slice(Math.max(0, at - REACH), at)
    const names = namesIn(before.slice(before.lastIndexOf(';') + 1))
    if (lines.some((line) => names.some((name) => occursIn(line, name)))) return FAILURE_QUOTED
    const isOfOthers = lines.length > 0 && lines.every((line) => namesIn(line).length > 0)
    if (names.length > 0 && isOfOthers) misplaced ??= words
    return words
  })
  return { text: rest, misplaced }
}

function namesIn(text: string): readonly string[] {
  return identifiersIn(text).filter((name) => /[\p{L}_]/u.test(name))
}
