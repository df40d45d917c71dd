/** What kind of text lines stand in: what came of a program that ended well, or did not; a file; a document; new code; a record. */
export type TextKind = 'log' | 'failed' | 'file' | 'document' | 'code' | 'record'

const WRONG =
  /(?:\b|[a-z])(?:error|exception)s?\b|\b(?:fail|failed|failure|failing|fatal|panic|traceback|denied|cannot|unexpected|undefined|unresolved|missing|not found|no such|ignored by|rejected|conflicts?|refused|not (?:allowed|permitted|processed|applied)|(?:exit status|exit code|exited with) [1-9])\b|\b(?:FAIL|ERR!)|[✗✘×✖❌]|^\s{0,12}(?:expected|received|actual|got|want)\b[^=(\n]{0,20}:/i
/** A place in a file, as compilers and linters name it. */
const PLACE = /\.[a-z]\w{0,7}(?::\d{1,6}|\(\d{1,6},\d{1,6}\))|\bFile "[^"\n]{1,200}", line \d/i
/** How a line of a stack trace ends: what stands behind it is of something else. */
const FRAME_END = /:\d{1,6}:\d{1,6}\)?\s{0,4}$/
/** Code of others that an error went through. */
const FOREIGN = /node_modules|node:internal|site-packages|\/usr\/lib/
/** What programs print of everything that went well: tests that passed, files that a build wrote with their sizes. */
const ROUTINE =
  /^\s{0,8}(?:✓|✔|√|PASS\b|ok\b|--- PASS|=== (?:RUN|CONT|PAUSE)|\(pass\)|Compiling |Downloading |Fetching )|\b\d{1,6}(?:\.\d{1,3})? ?(?:[kKM]i?B|B)\b(?:.{0,30}gzip.{0,30})?$/
/** Of them, the tests and checks that passed. */
const PASSED = /^\s{0,8}(?:✓|✔|√|PASS\b|ok\b|--- PASS|\(pass\))/
/** What every file begins with. */
const IMPORT = /^\s{0,8}(?:import\b|from \S{1,80} import\b|#include\b|use \S{1,80};|"[\w./-]{1,80}"$|\w{1,20} "[\w./-]{1,80}"$)/
/** How a line begins that gives a name to something that others use. */
const DECLARES =
  /^\s{0,12}(?:export |pub |public |private |protected |static |async |abstract |default ){0,4}(?:function|class|interface|enum|struct|trait|def|fn|func|fun|type|const [A-Z_]{4}|#{1,4} |(?:private|public|protected|async) [\w$]{2,60}\()/
const DECLARED = 0.3
/** A line of a file that is spoken of less than this is not what the file was read for; nor are names of a log that went well. */
const LEAST_WORTH = 0.2
/** Something that goes wrong is said in one line, or under a heading, with the place before or behind. */
const [SAYS_WRONG, SAYS_PLACE, BEHIND] = [2, 1.5, 1.5] as const
/** Beside what went wrong, what is only spoken of counts less. */
const BESIDE = 0.4
/** So many filled lines behind a heading or a place belong to it. */
const BELONGING = 2
const LONGEST = 240
/** Lines that begin alike for so long say the same of something else: so many of them are enough. */
const ALIKE = 24
const ENOUGH = 3

/** Whether a line tells no more than that something routine went well. */
export function isRoutine(line: string): boolean {
  return ROUTINE.test(line.slice(0, LONGEST))
}

/** How programs mark a test or a check that did not pass: at the beginning of a line. */
const NOT_PASSED =
  /(?:^|\n)[ \t]{0,8}(?:--- FAIL|FAIL\b|FAILED\b|✗|✘|✖|×|❌|not ok \d|\(fail\)|\d{1,6} (?:failed|failing)\b|Tests?:? {1,12}(?:\d{1,6} passed, )?[1-9]\d{0,5} failed)/

/** Whether an output tells of checks that did not pass: behind a pipe, a program ends well all the same. */
export function tellsFailure(text: string): boolean {
  return NOT_PASSED.test(text)
}

/** Whether a line tells of a test or a check that passed. */
export function isPassed(line: string): boolean {
  return PASSED.test(line.slice(0, LONGEST))
}

/** What each line is worth to somebody who must go on, given how much later words come back to it. */
export function lineValues(lines: readonly string[], worth: readonly number[], kind: TextKind | undefined): readonly number[] {
  const least = kind === 'file' || kind === 'document' || kind === 'log' || kind === 'failed' ? LEAST_WORTH : 0
  const trouble = kind === 'failed' ? troubleIn(lines) : undefined
  return lines.map((whole, at) => {
    const line = whole.slice(0, LONGEST)
    if (isOfFile(kind) && IMPORT.test(line)) return 0
    if ((kind === 'log' || kind === 'failed') && isRoutine(line)) return 0
    const isDeclared = (kind === 'code' || kind === 'document') && DECLARES.test(line)
    const spoken = (worth[at] ?? 0) * (trouble === undefined ? 1 : BESIDE)
    const value = spoken + (isDeclared ? DECLARED : 0) + (trouble?.[at] ?? 0)
    return value > least ? value : 0
  })
}

function isOfFile(kind: TextKind | undefined): boolean {
  return kind === 'file' || kind === 'document'
}

/**
 * How much each line says of what went wrong. The same words once more say less: of forty tests that fail alike, three are enough.
 *
 *     ERRORS: · E999 bad indent · … · a.ts:3:1 lint/unused · × x is unused · … · Found 2 errors.
 */
function troubleIn(lines: readonly string[]): readonly number[] {
  const seen = new Map<string, number>()
  let belonging = 0
  return lines.map((whole) => {
    const line = whole.slice(0, LONGEST)
    if (line.trim() === '') return 0
    const isPlace = PLACE.test(line) && !FOREIGN.test(line)
    const isWrong = WRONG.test(line)
    const behind = belonging > 0 ? BEHIND : 0
    belonging =
      (isPlace && !FRAME_END.test(line)) || (isWrong && line.trimEnd().endsWith(':')) ? BELONGING : Math.max(0, belonging - 1)
    const value = Math.max(isWrong ? SAYS_WRONG : 0, isPlace ? SAYS_PLACE : 0, behind)
    if (value === 0) return 0
    const shape = line.replaceAll(/[\d\s]+/g, ' ').trim()
    const times = timesSeen(seen, isPlace ? shape : shape.slice(0, ALIKE))
    return times < ENOUGH ? value : value / 2 ** (times - ENOUGH + 1)
  })
}

function timesSeen(seen: Map<string, number>, shape: string): number {
  const times = seen.get(shape) ?? 0
  seen.set(shape, times + 1)
  return times
}
