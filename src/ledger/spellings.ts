/** Code, quotations, Chinese letters, words, and what separates clauses. */
const WORD =
  /`[^`]{0,400}`|"[^"]{0,400}"|“[^”]{0,400}”|«[^»]{0,400}»|„[^“”]{0,400}[“”]|[\u2e80-\u9fff]|[^\s,;:?!¿¡()"“”«»„…，。；：！？、（）—–\u2e80-\u9fff]+|[,;:()，；：、（）—–]/g
const BEYOND_ASCII = /[^\0-\x7f]/
const LONGEST_QUOTATION = 400
const BACKTICK = 0x60
const QUOTE = 0x22
const APOSTROPHE = 0x27

/** What a character of ASCII is: part of a word, a word by itself, or between words. */
const BETWEEN = 1
const ALONE = 2
const KINDS = new Uint8Array(128)
for (const sign of '\t\n\v\f\r ?!"') KINDS[sign.charCodeAt(0)] = BETWEEN
for (const sign of ',;:()') KINDS[sign.charCodeAt(0)] = ALONE

/** The words of a text as they are written, `’` for every apostrophe. Those of ASCII alone are read character by character. */
export function spellingsIn(text: string): readonly string[] {
  if (BEYOND_ASCII.test(text)) return (text.includes("'") ? text.replaceAll("'", '’') : text).match(WORD) ?? []
  const words: string[] = []
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const end = code === BACKTICK || code === QUOTE ? quotationEnd(text, at, code) : -1
    if (end !== -1) {
      words.push(curly(text.slice(at, end)))
      at = end
    } else if (KINDS[code] !== 0) {
      if (KINDS[code] === ALONE) words.push(text.charAt(at))
      at += 1
    } else at = addWord(words, text, at)
  }
  return words
}

/** Where a quotation ends that begins at `from`; -1 if none does. */
function quotationEnd(text: string, from: number, sign: number): number {
  const most = Math.min(text.length, from + LONGEST_QUOTATION + 2)
  for (let at = from + 1; at < most; at += 1) if (text.charCodeAt(at) === sign) return at + 1
  return -1
}

function addWord(words: string[], text: string, from: number): number {
  let at = from
  let hasApostrophe = false
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (KINDS[code] !== 0) break
    hasApostrophe ||= code === APOSTROPHE
    at += 1
  }
  const word = text.slice(from, at)
  words.push(hasApostrophe ? curly(word) : word)
  return at
}

function curly(text: string): string {
  return text.includes("'") ? text.replaceAll("'", '’') : text
}
