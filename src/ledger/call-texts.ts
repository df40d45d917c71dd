import { isJsonObject, type Json } from '../schema/json.ts'

/** What stands in the arguments of a call, as texts. */
export interface CallTexts {
  /** All of them, one below the other. */
  readonly all: string
  /** Without what the call replaces or removes: that is no longer said anywhere. */
  readonly fresh: string
}

/** What a call takes out of a file. */
const REPLACED = /^old_?(?:string|str|text)$/i

/** So many characters are looked at: what is written into a file is in the file. */
const MOST = 8_000

/** The texts and numbers in a call's arguments. Arguments that are no JSON are one text. */
export function callTexts(input: string, args: Json | undefined): CallTexts {
  const texts = args === undefined ? [{ text: input.slice(0, MOST), isFresh: true }] : textsIn(args)
  const join = (some: typeof texts): string => some.map(({ text }) => text).join('\n')
  return { all: join(texts), fresh: added(join(texts.filter(({ isFresh }) => isFresh))) }
}

interface Text {
  readonly text: string
  readonly isFresh: boolean
}

/** Without recursion: arguments may be nested as deeply as somebody likes. */
function textsIn(args: Json): readonly Text[] {
  const texts: Text[] = []
  const open: { readonly value: Json; readonly isFresh: boolean }[] = [{ value: args, isFresh: true }]
  for (let left = MOST; left > 0; ) {
    const next = open.pop()
    if (next === undefined) break
    const { value, isFresh } = next
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).slice(0, left)
      texts.push({ text, isFresh })
      left -= text.length + 1
    } else if (Array.isArray(value)) {
      for (const item of value.toReversed()) open.push({ value: item, isFresh })
    } else if (isJsonObject(value)) {
      const members = Object.entries(value).reverse()
      for (const [key, member] of members) open.push({ value: member, isFresh: isFresh && !REPLACED.test(key) })
    }
  }
  return texts
}

/** Of a patch, the lines that it adds. */
function added(text: string): string {
  if (!text.includes('*** Begin Patch')) return text
  const lines = text.split(/\n|\\n/)
  return lines.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])).join('\n')
}
