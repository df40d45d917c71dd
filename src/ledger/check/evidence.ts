import { isQuestion } from '../last-sign.ts'
import { sentencesOf } from '../sentences.ts'
import { type Clause, clauseOf, clausesIn } from './clauses.ts'
import { isHedged } from './polarity.ts'

/** How much of a clause's words the clauses of its sources share that say it in one way or the other, at the most. */
interface Leaning {
  readonly denied: number
  /** Of those that speak of what is denied, if something is. */
  readonly affirmed: number
  /** Of what people and the agent said: as a guess, and as something certain. */
  readonly guessed: number
  readonly sure: number
}

type SourceClause = Clause & Pick<SourcePart, 'seq' | 'isProse' | 'isPersons' | 'isCall'>

/** The clauses of sources, to be found by their words. */
export interface Evidence {
  has(word: string): boolean
  lean(words: ReadonlySet<string>): Leaning
  /** The most that one clause shares of the words, of those that a test lets through. */
  best(words: ReadonlySet<string>, test: (clause: SourceClause) => boolean): number
}

/** A part of the sources; what is said in it may be a guess if it is prose. */
export interface SourcePart {
  readonly seq: number
  readonly text: string
  readonly isProse: boolean
  /** What people write says what is wanted, not what was done. */
  readonly isPersons: boolean
  /** What the agent did, as it did it. */
  readonly isCall: boolean
}

/** Reads sources clause by clause. */
export function evidenceIn(parts: readonly SourcePart[]): Evidence {
  const clauses: SourceClause[] = []
  const places = new Map<string, number[]>()
  for (const { seq, text, isProse, isPersons, isCall } of parts) {
    for (const sentence of sentencesOf(text)) {
      const own = sentence.length > LONGEST ? [clauseOf(sentence.slice(0, LONGEST))] : clausesIn(sentence)
      // What is asked was not said; what a sentence begins with holds for all of it.
      const isWholeGuess = isProse && (isQuestion(sentence) || isHedged(sentence.slice(0, OPENING)))
      // What is said in two clauses of a sentence may be retold in one.
      for (const clause of own.length > 1 && sentence.length < WHOLE ? [...own, clauseOf(sentence)] : own) {
        for (const word of clause.words) {
          const known = places.get(word)
          if (known === undefined) places.set(word, [clauses.length])
          else known.push(clauses.length)
        }
        const isGuess = isWholeGuess || (isProse && clause.isGuess)
        clauses.push({ ...clause, seq, isGuess, isProse, isPersons, isCall })
      }
    }
  }
  const counted = (words: ReadonlySet<string>): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const word of words) for (const at of places.get(word) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1)
    return counts
  }
  return {
    has: (word) => places.has(word),
    lean(words) {
      const most = { affirmed: 0, denied: 0, guessed: 0, sure: 0 }
      const counts = counted(words)
      const told = [...counts].flatMap(([at, count]) => {
        const clause = clauses[at]
        return clause === undefined ? [] : [{ clause, share: count / words.size, denied: deniedOf(clause, words) }]
      })
      const focus = new Set(told.flatMap(({ denied }) => denied))
      for (const { clause, share, denied } of told) {
        // What a sentence denies may be something else than what is retold of it; then it says nothing against that.
        if (denied.length > 0) most.denied = isTelling(clause) ? Math.max(most.denied, share) : most.denied
        else if (focus.size === 0 || [...focus].some((word) => clause.words.has(word)))
          most.affirmed = Math.max(most.affirmed, share)
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

/** A "not" in code or in a long output says nothing of what stands beside it. */
function isTelling({ isProse, text }: SourceClause): boolean {
  return isProse || text.length < SHORT
}

const SHORT = 160

/** True if a clause denies one of these words. */
export function deniesAny(clause: Clause, words: ReadonlySet<string>): boolean {
  return deniedOf(clause, words).length > 0
}

function deniedOf({ isDenied, denied }: Clause, words: ReadonlySet<string>): readonly string[] {
  return isDenied ? [...denied].filter((word) => words.has(word)) : []
}

const LONGEST = 2_000
const WHOLE = 300
const OPENING = 30
