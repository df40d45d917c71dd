import { searchable } from '../../src/recall/terms.ts'
import type { Entry } from '../../src/schema/entry.ts'

/** A question about a session, and the entries that answer it. */
export interface Question {
  readonly session: string
  readonly text: string
  readonly answers: ReadonlySet<number>
  /** Of the entry that it was made from, or of the first that answers it. */
  readonly kind: Entry['kind']
  readonly half?: string
}

/** Words that are put in the place of others: the same said otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = {
  error: 'failure', errors: 'failures', remove: 'delete', removed: 'deleted', check: 'verify', file: 'document', files: 'documents',
  function: 'method', directory: 'folder', add: 'insert', added: 'inserted', fix: 'repair', fixed: 'repaired', create: 'make',
  created: 'made', use: 'utilise', using: 'with', show: 'display', find: 'locate', found: 'located', update: 'change',
  updated: 'changed', run: 'execute', running: 'executing', test: 'trial', need: 'require', start: 'begin', default: 'usual',
} // biome-ignore format: a table

/** A generator of numbers that always gives the same ones. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Made from a line of an entry: a third of its words dropped, some said otherwise or in another form, in another order. */
export function mechanicalQuestion(
  session: string,
  entries: readonly Entry[],
  roll: () => number,
  kind: Entry['kind'],
): Question | undefined {
  for (let tries = 0; tries < 200; tries += 1) {
    const entry = entries[Math.floor(roll() * entries.length)]
    if (entry === undefined || entry.kind !== kind || entry.role === 'system') continue
    const lines = searchable(entry)
      .split(/\n|\\n/)
      .map((line) => line.trim())
    const line = lines[Math.floor(roll() * lines.length)] ?? ''
    const words = [...new Set((line.slice(0, 300).match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length > 2))]
    if (words.length < 6) continue
    const kept = words.filter(() => roll() > 0.34).slice(0, 14)
    if (kept.length < 4) continue
    const said = kept.map((word) => changed(word, roll))
    const text = said
      .map((word) => ({ word, place: roll() }))
      .sort((a, b) => a.place - b.place)
      .map(({ word }) => word)
      .join(' ')
    const answers = new Set(entries.flatMap((other) => (searchable(other).includes(line) ? [other.seq as number] : [])))
    return { session, text, answers, kind }
  }
  return undefined
}

function changed(word: string, roll: () => number): string {
  if (roll() > 0.3) return word
  const other = OTHERWISE[word.toLowerCase()]
  if (other !== undefined) return other
  if (!/^[a-z]{4,}$/.test(word)) return word
  if (word.endsWith('ing')) return `${word.slice(0, -3)}ed`
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`
}
