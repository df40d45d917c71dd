/** The first place where a text stops being JSON. */
interface JsonFault {
  readonly line: number
  readonly column: number
  /** Where that is in the value: `messages[3].content`; empty at the top. */
  readonly path: string
  readonly expected: string
  readonly found: string
}

/** An object or array that is not closed yet: the key or the number of what is being read. */
interface Open {
  readonly kind: 'object' | 'array'
  at: string | number
}

type Expects = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing'

const WORDS: Readonly<Record<Expects, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a key in quotes',
  'key or }': 'a key in quotes or }',
  colon: 'a colon',
  'comma or end': 'a comma or the closing bracket',
  nothing: 'the end of the file',
}

const STRING_END = /["\\]|[^\P{Cc}\u007f-\u009f]/gu
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
const SPACE = /[\t\n\r ]*/y

/**
 * Finds what `JSON.parse` only complains about: its errors have no position for most faults and never a path. Reads without
 * recursion, so that a million brackets are as good as two. `undefined` for a text that is JSON.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: Open[] = []
  let expects: Expects = 'value'
  let offset = 0
  for (;;) {
    offset = endOf(SPACE, text, offset) ?? offset
    const sign = text[offset]
    if (sign === undefined && expects === 'nothing') return undefined
    const read = readToken(text, offset, expects, open)
    if ('fault' in read) return faultAt({ text, offset: read.at, path: pathOf(open), expected: read.fault })
    offset = read.end
    expects = read.expects
  }
}

type Read = { readonly end: number; readonly expects: Expects } | { readonly fault: string; readonly at: number }

function readToken(text: string, offset: number, expects: Expects, open: Open[]): Read {
  const sign = text[offset]
  const refused: Read = { fault: WORDS[expects], at: offset }
  const top = open.at(-1)
  switch (expects) {
    case 'nothing':
      return refused
    case 'colon':
      return sign === ':' ? { end: offset + 1, expects: 'value' } : refused
    case 'key':
    case 'key or }': {
      if (sign === '}' && expects === 'key or }') return close(offset, open)
      if (sign !== '"') return refused
      const end = stringEnd(text, offset)
      if (typeof end !== 'number') return end
      if (top !== undefined) top.at = text.slice(offset + 1, end - 1)
      return { end, expects: 'colon' }
    }
    case 'comma or end': {
      if (sign === (top?.kind === 'object' ? '}' : ']')) return close(offset, open)
      if (sign !== ',') return refused
      if (top !== undefined) top.at = typeof top.at === 'number' ? top.at + 1 : ''
      return { end: offset + 1, expects: top?.kind === 'object' ? 'key' : 'value' }
    }
    case 'value':
    case 'value or ]':
      return sign === ']' && expects === 'value or ]' ? close(offset, open) : readValue(text, offset, open, refused)
  }
}

function readValue(text: string, offset: number, open: Open[], refused: Read): Read {
  switch (text[offset]) {
    case '{':
      open.push({ kind: 'object', at: '' })
      return { end: offset + 1, expects: 'key or }' }
    case '[':
      open.push({ kind: 'array', at: 0 })
      return { end: offset + 1, expects: 'value or ]' }
    case '"': {
      const end = stringEnd(text, offset)
      return typeof end === 'number' ? { end, expects: afterValue(open) } : end
    }
    default: {
      const end = endOf(SCALAR, text, offset)
      return end === undefined ? refused : { end, expects: afterValue(open) }
    }
  }
}

function close(offset: number, open: Open[]): Read {
  open.pop()
  return { end: offset + 1, expects: afterValue(open) }
}

function afterValue(open: readonly Open[]): Expects {
  return open.length === 0 ? 'nothing' : 'comma or end'
}

function stringEnd(text: string, start: number): number | Extract<Read, { fault: string }> {
  let offset = start + 1
  for (;;) {
    STRING_END.lastIndex = offset
    const stop = STRING_END.exec(text)
    if (stop === null) return { fault: 'a closing quote', at: text.length }
    if (stop[0] === '"') return stop.index + 1
    const escaped = stop[0] === '\\' ? endOf(ESCAPE, text, stop.index) : undefined
    if (escaped === undefined) {
      return {
        fault: stop[0] === '\\' ? 'an escape that JSON knows' : 'a control character written as an escape',
        at: stop.index,
      }
    }
    offset = escaped
  }
}

function endOf(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** `[{ messages }, [3], { content }]` reads `messages[3].content`. */
function pathOf(open: readonly Open[]): string {
  return open
    .map(({ at }) => (typeof at === 'number' ? `[${at}]` : at === '' ? '' : `.${at}`))
    .join('')
    .replace(/^\./, '')
}

function faultAt(options: {
  readonly text: string
  readonly offset: number
  readonly path: string
  readonly expected: string
}): JsonFault {
  const { text, offset, path, expected } = options
  const before = text.slice(0, offset)
  const sign = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
    path,
    expected,
    found: offset >= text.length ? 'the end of the file' : JSON.stringify(sign),
  }
}
