/** Below this, a loop is faster than a call. */
const SHORT = 48
/** So many zeros stand behind the text: whoever looks a little further need not ask where it ends. */
const BEHIND = 4
const FIRST_ROOM = 2 ** 14
/** Room for a longer text is not kept. */
const LONGEST = 2 ** 20

/** Where the codes of one text at a time are written. */
interface Room {
  readonly codes: Uint16Array
  write(text: string): void
}

/**
 * Gives the codes of a text's characters, until its next call: looked at there, a character takes a third of the time that it takes in the text,
 * which may be a part of another one or be put together of several. Everybody who looks has a reader of their own, so that nobody writes over
 * what another still reads.
 */
export function codeReader(): (text: string) => Uint16Array {
  let room = roomOf(FIRST_ROOM)
  return (text) => {
    const { length } = text
    const own = length + BEHIND <= room.codes.length ? room : roomOf(2 * length + BEHIND)
    if (length <= LONGEST) room = own
    const { codes } = own
    if (length < SHORT) for (let at = 0; at < length; at += 1) codes[at] = text.charCodeAt(at)
    else own.write(text)
    codes.fill(0, length, length + BEHIND)
    return codes
  }
}

/** Node copies a text at once. */
const roomOf: (length: number) => Room =
  typeof Buffer === 'undefined' || new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1 ? plainRoom : nodeRoom

function nodeRoom(length: number): Room {
  const codes = new Uint16Array(length)
  const bytes = Buffer.from(codes.buffer)
  return { codes, write: (text) => void bytes.write(text, 'utf16le') }
}

function plainRoom(length: number): Room {
  const codes = new Uint16Array(length)
  return {
    codes,
    write(text) {
      for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at)
    },
  }
}
