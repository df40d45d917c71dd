import type { CutPoint } from './session.ts'
import { plainTextOf, textOf } from './session.ts'
import { around, identifiersIn, lineAt, occurrences, plainWordCount, proseWords, sharedWords } from './words.ts'

/** An identifier that the agent needed after the cut and could only know from before it. */
export interface Target {
  readonly name: string
  /** Prose words around it before the cut, anywhere. */
  readonly original: ReadonlySet<string>
  /** Prose words around the agent's own first use after the cut. */
  readonly later: ReadonlySet<string>
}

export interface Score {
  readonly targets: number
  readonly present: number
  readonly grounded: number
  readonly useful: number
  /** How many different identifiers the prompt spends its tokens on. */
  readonly spent: number
}

const REACH = { original: 120, later: 150, grounded: 120 } as const
const LONGEST_LINE = 400
const LEAST_WORDS = 5
const LEAST_SHARED = 2

/** Where an identifier must be written to count: in the agent's own sentences, or also in the arguments of its calls. */
export type Writing = 'words' | 'words and calls'

/** What the agent itself writes after the cut, had seen before, and no tool or person repeated before it did. */
export function targetsOf(point: Pick<CutPoint, 'before' | 'after'>, writing: Writing): readonly Target[] {
  const seen = point.before.map(plainTextOf).join('\n')
  const known = new Set(identifiersIn(seen).map(({ name }) => name))
  const told = new Set<string>()
  const targets = new Map<string, Target>()
  for (const entry of point.after) {
    const text = plainTextOf(entry)
    const isCall = entry.kind === 'tool-call'
    const isAgents = entry.author === 'agent' && entry.kind !== 'tool-result' && !(isCall && writing === 'words')
    for (const { name, at } of identifiersIn(text)) {
      if (!known.has(name) || told.has(name)) continue
      if (!isCall || isAgents) told.add(name)
      if (!isAgents) continue
      const later = proseWords(around(text, at, name.length, REACH.later))
      targets.set(name, { name, original: wordsAround(seen, name), later })
    }
  }
  return [...targets.values()]
}

function wordsAround(text: string, name: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const at of occurrences(text, name)) {
    for (const word of proseWords(around(text, at, name.length, REACH.original))) words.add(word)
  }
  return words
}

/** Asks of a compacted prompt how much of what was needed it holds. */
export function scorePrompt(targets: readonly Target[], prompt: string): Score {
  let [present, grounded, useful] = [0, 0, 0]
  for (const target of targets) {
    const places = [...occurrences(prompt, target.name)]
    if (places.length > 0) present += 1
    if (places.some((at) => isGrounded(prompt, at, target))) grounded += 1
    if (places.some((at) => isUseful(prompt, at, target))) useful += 1
  }
  const spent = new Set(identifiersIn(prompt).map(({ name }) => name)).size
  return { targets: targets.length, present, grounded, useful, spent }
}

function isGrounded(prompt: string, at: number, { name, original }: Target): boolean {
  return sharedWords(proseWords(around(prompt, at, name.length, REACH.grounded)), original) >= LEAST_SHARED
}

function isUseful(prompt: string, at: number, { later }: Target): boolean {
  const line = lineAt(prompt, at)
  if (line.length > LONGEST_LINE || plainWordCount(line) < LEAST_WORDS) return false
  return sharedWords(proseWords(line), later) >= LEAST_SHARED
}

/** Everything before the cut, as text: what nothing can beat. */
export function wholeHistory(point: CutPoint): string {
  return point.before.map(textOf).join('\n')
}
