import { identifiersIn, occursIn } from './identifiers.ts'
import type { Source } from './sources.ts'
import { startOf } from './told-runs.ts'

const FILE = String.raw`\x60?[\w@~.+/-]{2,160}\.[a-z]{1,8}\x60?`
/** At most six, with something between them: names that ran into one another could be cut in more ways than anybody has time for. */
const FILES = `(${FILE}(?:(?:, (?:and )?| and | or )${FILE}){0,5})`
const CHANGED = '(?:changed|edited|updated|modified|touched|written again)'
/** That files were changed or not, with the time that it speaks of. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:and |but )?(?:the (?:file|files) )?${FILES} (?:was|were|has been|have been)( not| never)? ${CHANGED}( (?:after|since|yet|so far)\b.{0,120})?$`,
    'i',
  ),
  new RegExp(
    String.raw`^(No) (?:edit|change|update) (?:of|to|in) ${FILES} (?:was seen|was made|followed)( (?:after|since|yet|so far)\b.{0,120})?$`,
    'i',
  ),
]

/**
 * Whether files were changed as a statement says, by the calls of the log that name them; `undefined` if it says nothing of that.
 *
 *     edit src/a.ts      "src/a.ts was not changed."   →   false      "src/b.ts was not changed."   →   true
 */
export function isChangedAsTold(statement: string, source: Source, knows: (name: string) => boolean): boolean | undefined {
  const told = readForm(statement.replace(/\.$/, ''))
  const from = told === undefined ? undefined : startOf(told.time, source.acts)
  if (told === undefined || from === undefined || told.files.length === 0) return undefined
  if (!told.files.every((file) => knows(file) || knows(baseOf(file)))) return undefined
  const changes = source.acts.since(from - 1).filter(({ ways }) => ways.includes('change') && !ways.includes('make'))
  const isChanged = (file: string): boolean => changes.some(({ text }) => occursIn(text, file) || occursIn(text, baseOf(file)))
  // Of several files, all were changed, or none was.
  return told.isDenied ? !told.files.some(isChanged) : told.files.every(isChanged)
}

interface ToldChange {
  readonly files: readonly string[]
  readonly isDenied: boolean
  readonly time: string
}

function readForm(statement: string): ToldChange | undefined {
  const [plain, seen] = FORMS.map((form) => form.exec(statement))
  if (plain) return { files: identifiersIn(plain[1] ?? ''), isDenied: plain[2] !== undefined, time: plain[3] ?? '' }
  return seen ? { files: identifiersIn(seen[2] ?? ''), isDenied: true, time: seen[3] ?? '' } : undefined
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
