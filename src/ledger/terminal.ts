const ESCAPE = '\u001b'
/** Colours and movements of the cursor; titles of windows. */
const CODES = new RegExp(
  String.raw`${ESCAPE}(?:\[[0-9;?]{0,20}[ -/]{0,4}[@-~]|\][^${'\u0007'}\n]{0,200}${'\u0007'}|[()][0-9A-B])`,
  'g',
)
/** Wheels that turn while something is worked on, and returns to the beginning of a line. */
const WHEELS = /[\u2800-\u28ff]|(?<!\r)\r+(?=\n|$)/g

/** What a program printed, as people see it: without what only a terminal reads. */
export function withoutTerminalCodes(text: string): string {
  const plain = text.includes(ESCAPE) ? text.replaceAll(CODES, '') : text
  return /[\r\u2800-\u28ff]/.test(plain) ? plain.replaceAll(WHEELS, '') : plain
}
