/** A handle as we print it. */
const HANDLE = /\be(?=\d{1,9}\b)/g

/** A text of anyone but a person with every handle in it made unlike one: only we say which entry something comes from. */
export function defused(text: string): string {
  return text.replaceAll(HANDLE, 'e_')
}

/** Text out of arguments on the line of something else: between quotation marks that it cannot close. */
export function inQuotes(text: string): string {
  return `“${defused(text).replaceAll(/[“”]/g, '"').replaceAll(/~{3,}/g, '~~')}”`
}

/** A name of a file or a tool, as it is if nobody could take it for words. */
export function shownName(name: string): string {
  return /^[\x21-\x7e]+$/.test(name) && !name.includes('~~~') ? defused(name) : inQuotes(name)
}

/** Words between two pairs of stars. A pattern for paths has stars of its own. */
const BOLD = /(?<![\w/!`*])\*\*(?=[^\s*/])([^*\n]{1,200})(?<=[^\s*/!])\*\*(?![\w/*])/g

/** Of a sentence that was bold together with others, only one pair is left. */
const HALF_BOLD = /^\*\*(?=\p{L})|(?<=[\p{L}.:!?])\*\*$/gu

/** A text without the signs of bold print. */
export function withoutBold(text: string): string {
  return text.includes('**') ? text.replaceAll(BOLD, '$1').replaceAll(HALF_BOLD, '') : text
}
