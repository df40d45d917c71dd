import { isJsonObject, type Json } from '../schema/json.ts'
import { COMMAND_ARGUMENTS } from './tool-knowledge.ts'

/** What stands in the arguments of a call, as texts. */
export interface CallTexts {
  /** All but what the call takes out of a file, one below the other. */
  used(): string
  /** What the call adds: without what it replaces or removes, what it leaves as it was, and what it only runs. */
  fresh(): string
}

/** What a call takes out of a file. */
const REPLACED = /^old_?(?:string|str|text)$/i

/** So many characters are looked at: what is written into a file is in the file. */
const MOST = 8_000

/** The texts and numbers in a call's arguments. Arguments that are not JSON are one text. */
export function callTexts(input: string, args: Json | undefined): CallTexts {
  const texts: readonly Text[] = args === undefined ? [{ text: input.slice(0, MOST), role: 'fresh' }] : textsIn(args)
  const join = (...roles: readonly Text['role'][]): string =>
    texts
      .filter(({ role }) => roles.includes(role))
      .map(({ text }) => text)
      .join('\n')
  return {
    used: () => join('fresh', 'run'),
    fresh: () => added(withoutLines(join('fresh'), join('replaced'))),
  }
}

interface Text {
  readonly text: string
  readonly role: 'fresh' | 'replaced' | 'run'
}

/** Without recursion: arguments may be nested to any depth. */
function textsIn(args: Json): readonly Text[] {
  const texts: Text[] = []
  const open: { readonly value: Json; readonly role: Text['role'] }[] = [{ value: args, role: 'fresh' }]
  for (let left = MOST; left > 0; ) {
    const next = open.pop()
    if (next === undefined) break
    const { value, role } = next
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).slice(0, left)
      // A command of several lines writes something, or says why.
      texts.push({ text, role: role === 'run' && text.includes('\n') ? 'fresh' : role })
      left -= text.length + 1
    } else if (Array.isArray(value)) {
      for (const item of value.toReversed()) open.push({ value: item, role })
    } else if (isJsonObject(value)) {
      const members = Object.entries(value).reverse()
      for (const [key, member] of members) open.push({ value: member, role: roleOf(key) ?? role })
    }
  }
  return texts
}

function roleOf(key: string): Text['role'] | undefined {
  if (REPLACED.test(key)) return 'replaced'
  return COMMAND_ARGUMENTS.includes(key) ? 'run' : undefined
}

/** What stands in both is what was there before: it is repeated to say where. */
function withoutLines(text: string, replaced: string): string {
  if (replaced === '') return text
  const before = new Set(replaced.split('\n').map((line) => line.trim()))
  return text
    .split('\n')
    .filter((line) => !before.has(line.trim()))
    .join('\n')
}

/** Of a patch, the lines that it adds. */
function added(text: string): string {
  if (!text.includes('*** Begin Patch')) return text
  const lines = text.split(/\n|\\n/)
  return lines.flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])).join('\n')
}
