import { codeReader } from '../schema/codes.ts'

/** How a line begins that only a program would write: a declaration, a call, an assignment, half a statement. */
const CODE =
  /return\b.*[({]|import\b.*\bfrom\b|from\s+[\w.]{1,80}\s+import\b|[\w$.]+\(|(?:return|throw|await|yield|const|let|var|func|fn|def|class|pub|export|package|public|private|protected|static|struct|enum|interface|type)\s+[\w$.*&<>[\]]+\s*(?:[=({:;<]|$)|[\w$.,\s*&[\]]{1,60}(?::=|=)\s*\S*[([{]/y

const MOST_SIGNS = 3

/** Whether a line has few enough signs to be of words, by its codes: most lines of code have not, and this shows it without cutting them out. */
export function mayBeProse(codes: Uint16Array, from: number, to: number): boolean {
  let signs = 0
  for (let at = from; at < to; at += 1) if (CODE_SIGNS[codes[at] ?? 0] === 1) signs += 1
  return signs <= MOST_SIGNS
}

const codesOf = codeReader()

/** Whether a line is of words, not of code. */
export function isProse(line: string): boolean {
  const codes = codesOf(line)
  const { length } = line
  let signs = 0
  for (let at = 0; at < length; at += 1) {
    const kind = CODE_SIGNS[codes[at] ?? 0] ?? 0
    if (kind === 1) signs += 1
    else if (kind === QUOTE && codes[at + 1] === COLON) return false
  }
  if (signs > MOST_SIGNS) return false
  if (signs > 0 && (CODE_ENDS.includes(line.charAt(length - 1)) || line.includes('=>'))) return false
  // Without such signs, only what begins with a small letter can begin like code.
  const first = codes[0] ?? 0
  return !((signs > 0 || (first >= SMALL_A && first <= SMALL_Z)) && beginsLikeCode(line)) && !isCondition(line)
}

function beginsLikeCode(line: string): boolean {
  CODE.lastIndex = 0
  return CODE.test(line)
}

/** How Python asks: "if not read_only and size > 1:". */
function isCondition(line: string): boolean {
  return line.endsWith(':') && /^(?:if|elif|while)\s/.test(line) && /[=!<>(]|\sin\s/.test(line)
}

/** Signs that a line of a program ends with, and no sentence does. */
const CODE_ENDS = ';{('
const CODE_SIGNS = new Uint8Array(0x10000)
for (const sign of '{}();=<>|&$[]\\') CODE_SIGNS[sign.charCodeAt(0)] = 1
/** With a colon behind it. */
const QUOTE = 2
CODE_SIGNS[0x22] = QUOTE
const COLON = 0x3a
const [SMALL_A, SMALL_Z] = [0x61, 0x7a]
