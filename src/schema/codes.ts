/** Below this, a loop is faster than a call. */
const SHORT = 48
/** So many zeros stand behind the text: whoever looks a little further need not ask where it ends. */
const BEHIND = 4
/** Room for a longer text is not kept. */
const LONGEST = 2 ** 20

let room = new Uint16Array(2 ** 14)

/**
 * The codes of a text's characters, until the next call: looked at there, a character takes a third of the time that it takes in the text, which
 * may be a part of another one or be put together of several.
 */
export function codesOf(text: string): Uint16Array {
  const { length } = text
  const codes = roomFor(length)
  if (length < SHORT) for (let at = 0; at < length; at += 1) codes[at] = text.charCodeAt(at)
  else write(text, codes)
  codes.fill(0, length, length + BEHIND)
  return codes
}

/** Node copies a text at once. */
const write: (text: string, codes: Uint16Array) => void =
  typeof Buffer === 'undefined' || new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1 ? writeEach : writeAtOnce

function writeAtOnce(text: string, codes: Uint16Array): void {
  Buffer.from(codes.buffer, 0, 2 * text.length).write(text, 'utf16le')
}

function writeEach(text: string, codes: Uint16Array): void {
  for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at)
}

function roomFor(length: number): Uint16Array {
  if (length + BEHIND <= room.length) return room
  const larger = new Uint16Array(2 * length + BEHIND)
  if (length <= LONGEST) room = larger
  return larger
}
