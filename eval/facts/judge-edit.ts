import type { Claim } from './claims.ts'
import type { False, Truth } from './judge.ts'
import { plain } from './judge-commands.ts'

/** The last edit: its lines stand in its arguments, it was applied or not as is said, and no later one was. */
export function judgeEdit(
  { seq, fate, lines }: Extract<Claim, { kind: 'edit' }>,
  { deeds, files }: Truth,
): Omit<False, 'claim'> | undefined {
  const deed = deeds.get(seq)
  const wrong = (at: number, words: string): Omit<False, 'claim'> => ({
    fault: 'edit told otherwise',
    evidence: { seq: at, words },
  })
  const input = plain([deed?.input ?? '', ...textsIn(deed?.args ?? {})].join('\n')).replaceAll(/[“”]/g, '"')
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

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
