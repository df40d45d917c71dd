import type { Target } from './score.ts'
import { around, identifiersIn, lineAt, plainWordCount, proseWords, sharedWords } from './words.ts'

/** What a compacted prompt holds of what was needed, asked more strictly than `scorePrompt` asks. */
export interface StrictScore {
  readonly present: number
  readonly grounded: number
  readonly useful: number
}

/** A line as a reader takes it in, and what it must share with the agent's next use. */
const LINE = { longest: 400, plainWords: 5, shared: 2 } as const
/** The neighbours of a name, and how many must be its original ones. */
const NEIGHBOURS = { reach: 60, shared: 2 } as const

/**
 * Asks of a prompt how much of what was needed it holds. A name counts only if it is a whole token: `zone.ts` in `src/zone.ts` is another
 * name, and whoever reads it must guess. It is grounded only by words right beside it.
 */
export function scoreStrictly(targets: readonly Target[], prompt: string): StrictScore {
  const places = Map.groupBy(identifiersIn(prompt), ({ name }) => name)
  let [present, grounded, useful] = [0, 0, 0]
  for (const target of targets) {
    const own = places.get(target.name) ?? []
    if (own.length > 0) present += 1
    if (own.some(({ at }) => isGrounded(prompt, at, target))) grounded += 1
    if (own.some(({ at }) => isUseful(prompt, at, target))) useful += 1
  }
  return { present, grounded, useful }
}

function isGrounded(prompt: string, at: number, { name, original }: Target): boolean {
  return sharedWords(proseWords(around(prompt, at, name.length, NEIGHBOURS.reach)), original) >= NEIGHBOURS.shared
}

function isUseful(prompt: string, at: number, { later }: Target): boolean {
  const line = lineAt(prompt, at)
  if (line.length > LINE.longest || plainWordCount(line) < LINE.plainWords) return false
  return sharedWords(proseWords(line), later) >= LINE.shared
}
