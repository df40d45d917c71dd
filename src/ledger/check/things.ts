import { type Clause, topicWords } from './clauses.ts'
import type { Evidence } from './evidence.ts'

const THING = String.raw`((?:(?!(?:from|with|for|of|in|on|to|that|which|at|and|or|as|by)\b)[\p{L}\p{N}_.-]+ ?){1,3})`
const HAVING =
  'has|have|had|got|gets?|gives?|gave|shows?|showed|is|are|was|were|there is|there was|names?|covers?|with|and|but|to'
const NOTHING = new RegExp(String.raw`\b(?:no|without) ${THING}`, 'iu')
const SOMETHING = new RegExp(String.raw`\b(?:${HAVING}) an? ${THING}`, 'iu')
/** So much of a thing must be there for it to be there, and so much for it not to be missing. */
const THERE = 0.5
const NOT_MISSING = 0.99

/** Whether a thing is there that a clause says is there or is not; nothing if it speaks of none. */
export function isThingThere(clause: Clause, evidence: Evidence): boolean | undefined {
  const thing = (clause.isDenied ? NOTHING : SOMETHING).exec(clause.text)?.[1]
  if (thing === undefined) return undefined
  const object = topicWords(thing)
  if (object.size === 0) return true
  const rest = [...clause.words].filter((word) => !object.has(word))
  return (
    evidence.best(object, (said) => !said.isDenied && (rest.length === 0 || rest.some((word) => said.words.has(word)))) >=
    (clause.isDenied ? NOT_MISSING : THERE)
  )
}
