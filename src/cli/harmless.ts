import { stripVTControlCharacters } from 'node:util'

/** One line of text from outside (a file's name, a value found in it) that cannot steer the terminal it is shown on. */
export function harmless(line: string): string {
  return stripVTControlCharacters(line).replace(/\p{Cc}/gu, '?')
}
