import { withoutTerminalCodes } from '../../../ledger/terminal.ts'
import { FRAME_LINE } from '../../../ledger/tool-knowledge.ts'

/** What agents' programs put behind or between what a tool said: it is addressed to an agent that is gone. */
const REMINDER = 'system-reminder'
/** The numbers that editors put in front of lines. */
const NUMBERED = /^ {0,8}\d{1,6}(?:→|\t| \| )/
/** So many of the first lines say whether lines have numbers. */
const LOOKED_AT = 6

/** The heading that Codex puts over what a command printed. */
const HEADING = /^Output:$/
/** The name of a field in JSON. */
const FIELD = /"([\w.-]{1,60})":\s{0,4}/g

/**
 * The output of a tool without reminders, without what only a terminal reads, without the lines that programs put around it, and without
 * the numbers of lines.
 */
export function tidyOutput(text: string): string {
  const lines = withoutAttempt(withoutReminders(withoutTerminalCodes(text))).split('\n')
  const told = lines.filter((line) => !FRAME_LINE.test(line.slice(0, 300)) && !HEADING.test(line))
  const first = told.filter((line) => line.trim() !== '').slice(0, LOOKED_AT)
  const isNumbered = first.filter((line) => NUMBERED.test(line.slice(0, 20))).length >= Math.min(3, first.length)
  return (isNumbered ? told.map((line) => line.replace(NUMBERED, '')) : told)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** How SWE-agent begins what it shows of an edit that it did not make, and how it goes on behind. */
const [ATTEMPT, NOT_MADE] = ['This is how your edit would have looked', 'Your changes have NOT been applied']

/** What an editor says of an edit that it did not make, without the file as it would have been: the edit stands in the call. */
export function withoutAttempt(text: string): string {
  const from = text.indexOf(ATTEMPT)
  const end = from === -1 ? -1 : text.indexOf(NOT_MADE, from)
  return end === -1 ? text : `${text.slice(0, from)}${text.slice(end)}`
}

/** JSON as people would write it down: as clear without the quotation marks around the names of its fields. */
export function plainRecord(json: string): string {
  return json.replaceAll(FIELD, '$1: ')
}

function withoutReminders(text: string): string {
  let rest = text
  let told = ''
  for (;;) {
    const from = rest.indexOf(`<${REMINDER}>`)
    const end = from === -1 ? -1 : rest.indexOf(`</${REMINDER}>`, from)
    if (end === -1) return told + rest
    told += rest.slice(0, from)
    rest = rest.slice(end + REMINDER.length + 3)
  }
}
