import type { Claim } from './claims.ts'
import type { False, Truth } from './judge.ts'
import { plain } from './judge-commands.ts'
import { eventsOf } from './judge-files.ts'
import type { Deed } from './log.ts'

/** The last edit: its lines stand in its arguments, it was applied or not as is said, and no later one was. */
export function judgeEdit(
  { seq, fate, lines }: Extract<Claim, { kind: 'edit' }>,
  { deeds, files }: Truth,
): Omit<False, 'claim'> | undefined {
  const wrong = (at: number, words: string): Omit<False, 'claim'> => ({
    fault: 'edit told otherwise',
    evidence: { seq: at, words },
  })
  const input = inputOf(deeds.get(seq))
  /** Lines may be cut at either end, and what looks like a handle is made unlike one. */
  const bare = (line: string): string => plain(line.replaceAll(/^…|…$/g, '')).replaceAll(/\be_(?=\d)/g, 'e')
  const missing = lines.find((line) => !input.includes(bare(line)))
  if (missing !== undefined) return wrong(seq, `not there: ${missing}`)
  const own = files.filter((event) => event.seq === seq && event.deed === 'modified')
  if (fate === '' && own.some(({ isDone }) => isDone === false)) return wrong(seq, 'it was not applied')
  if (fate === ', not applied' && own.some(({ isDone }) => isDone === true)) return wrong(seq, 'it was applied')
  const tools = files.find((event) => event.seq > seq && event.deed === 'modified' && deeds.get(event.seq)?.command === undefined)
  return tools === undefined ? undefined : wrong(tools.seq, `${tools.path} was modified later`)
}

/** Lines that were put into a file: they stand in the call's arguments, and nothing that came later took them out or may have done so. */
export function judgePut(
  { seq, paths, lines }: Extract<Claim, { kind: 'put' }>,
  { deeds, files }: Truth,
): Omit<False, 'claim'> | undefined {
  const wrong = (at: number, words: string): Omit<False, 'claim'> => ({
    fault: 'edit told otherwise',
    evidence: { seq: at, words },
  })
  const input = inputOf(deeds.get(seq))
  const bare = lines.map((line) => plain(line).replaceAll(/\be_(?=\d)/g, 'e'))
  const missing = bare.find((line) => !input.includes(line))
  if (missing !== undefined) return wrong(seq, `not there: ${missing}`)
  for (const event of eventsOf(paths, files)) {
    if (event.seq === seq && event.isDone === false) return wrong(seq, 'it was not applied')
    if (event.seq <= seq || event.isDone === false) continue
    if (event.deed === 'deleted') return wrong(event.seq, `${event.path} was deleted later`)
    const gone = event.deed === 'read' ? undefined : bare.find((line) => takesOut(deeds.get(event.seq), line))
    if (gone !== undefined) return wrong(event.seq, `taken out: ${gone}`)
  }
  return undefined
}

/** An edit that has a line in what it replaces and not in what it puts there; a patch that says so; another text of the whole file. */
function takesOut(deed: Deed | undefined, line: string): boolean {
  const { input = '', args = {} } = deed ?? {}
  const [old, now] = [
    args['old_string'] ?? args['oldText'] ?? args['old_str'],
    args['new_string'] ?? args['newText'] ?? args['new_str'],
  ]
  if (typeof old === 'string') return plain(old).includes(line) && !(typeof now === 'string' && plain(now).includes(line))
  // A file that is written as a whole.
  if (typeof args['content'] === 'string') return !plain(args['content']).includes(line)
  const signed = (sign: string): boolean =>
    input.split('\n').some((one) => one.startsWith(sign) && plain(one.slice(1)).trim() === line)
  return signed('-') && !signed('+')
}

/** What a call was given, as it is quoted. */
function inputOf(deed: Deed | undefined): string {
  return plain([deed?.input ?? '', ...textsIn(deed?.args ?? {})].join('\n')).replaceAll(/[“”]/g, '"')
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
