import { isQuestion } from '../cues.ts'
import { sentencesOf } from '../sentences.ts'
import { type Clause, clauseOf, clausesIn, topicWords } from './clauses.ts'
import { shareIn } from './content-words.ts'
import { isHedged } from './polarity.ts'

/** How much of a clause's words the clauses of its sources share that say it in one way or the other, at the most. */
interface Leaning {
  readonly affirmed: number
  readonly denied: number
  /** Of what people and the agent said: as a guess, and as something certain. */
  readonly guessed: number
  readonly sure: number
}

export type SourceClause = Clause & Pick<SourcePart, 'isProse' | 'isPersons' | 'isCall'>

/** The clauses of sources, to be found by their words. */
export interface Evidence {
  has(word: string): boolean
  lean(words: ReadonlySet<string>): Leaning
  /** The most that one call which changed something shares of the words. */
  changed(words: ReadonlySet<string>): number
  /** The most that one clause shares of the words, of those that a test lets through. */
  best(words: ReadonlySet<string>, test: (clause: SourceClause) => boolean): number
}

/** A part of the sources; what is said in it may be a guess if it is prose. */
export interface SourcePart {
  readonly text: string
  readonly isProse: boolean
  /** What people write says what is wanted, not what was done. */
  readonly isPersons: boolean
  /** What the agent did, as it did it. */
  readonly isCall: boolean
  /** What changed a file. */
  readonly isChange: boolean
}

/** Reads sources clause by clause. */
export function evidenceIn(parts: readonly SourcePart[]): Evidence {
  const clauses: SourceClause[] = []
  const places = new Map<string, number[]>()
  for (const { text, isProse, isPersons, isCall } of parts) {
    for (const sentence of sentencesOf(text)) {
      const own = sentence.length > LONGEST ? [clauseOf(sentence.slice(0, LONGEST))] : clausesIn(sentence)
      // What is asked was not said.
      const isGuess = isProse && (isHedged(sentence) || isQuestion(sentence))
      // What is said in two clauses of a sentence may be retold in one.
      for (const clause of own.length > 1 && sentence.length < WHOLE ? [...own, clauseOf(sentence)] : own) {
        for (const word of clause.words) {
          const known = places.get(word)
          if (known === undefined) places.set(word, [clauses.length])
          else known.push(clauses.length)
        }
        clauses.push({ ...clause, isGuess, isProse, isPersons, isCall })
      }
    }
  }
  let known: readonly ReadonlySet<string>[] | undefined
  const changes = (): readonly ReadonlySet<string>[] => {
    known ??= parts.filter(({ isChange }) => isChange).map(({ text }) => topicWords(text.slice(0, LONGEST_CHANGE)))
    return known
  }
  const counted = (words: ReadonlySet<string>): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const word of words) for (const at of places.get(word) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1)
    return counts
  }
  return {
    has: (word) => places.has(word),
    changed: (words) => Math.max(0, ...changes().map((own) => shareIn(words, own))),
    lean(words) {
      const most = { affirmed: 0, denied: 0, guessed: 0, sure: 0 }
      for (const [at, count] of counted(words)) {
        const clause = clauses[at]
        if (clause === undefined) continue
        const share = count / words.size
        const way = clause.isDenied ? 'denied' : 'affirmed'
        most[way] = Math.max(most[way], share)
        if (!clause.isProse) continue
        const mood = clause.isGuess ? 'guessed' : 'sure'
        most[mood] = Math.max(most[mood], share)
      }
      return most
    },
    best(words, test) {
      let most = 0
      for (const [at, count] of counted(words)) {
        const clause = clauses[at]
        if (clause !== undefined && count / words.size > most && test(clause)) most = count / words.size
      }
      return most
    },
  }
}

const LONGEST = 2_000
const LONGEST_CHANGE = 20_000
const WHOLE = 300
