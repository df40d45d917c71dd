import type { Remark } from './read-entry.ts'
import { distanceOf, readSaying, type Saying, takesPlaceOf } from './sayings.ts'

/** Of what people said, what was replaced and by what. */
export interface SayingIndex {
  /** Each with what was said in its place. */
  readonly replaced: ReadonlyMap<Remark, Remark>
  /** What was said in the place of a rule, and so is one. */
  readonly inPlaceOfRules: ReadonlySet<Remark>
}

interface Said {
  readonly remark: Remark
  readonly saying: Saying
  /** The number of the last comparison that it was in. */
  comparison: number
}

export interface GrowingSayings extends SayingIndex {
  readonly replaced: Map<Remark, Remark>
  readonly inPlaceOfRules: Set<Remark>
  /** What speaks of a word or chooses from a group, latest last. */
  readonly about: Map<string, Said[]>
  comparisons: number
}

export function newSayings(): GrowingSayings {
  return { replaced: new Map(), inPlaceOfRules: new Set(), about: new Map(), comparisons: 0 }
}

/** A longer sentence says several things at once. */
const LONGEST = 240
/** So many sentences about a word are compared with a new one: what is older was said of something else. */
const MOST_COMPARED = 24

/** Adds a person's sentence, and notes what it takes the place of. */
export function addSaying(index: GrowingSayings, remark: Remark): void {
  if (remark.text.length > LONGEST) return
  const saying = readSaying(remark.text)
  if (mayReplace(remark, saying)) {
    const meant = nearest(saying, takenOverBy(index, saying))
    for (const { remark: old } of meant) {
      index.replaced.set(old, remark)
      if (old.isRule === true || index.inPlaceOfRules.has(old)) index.inPlaceOfRules.add(remark)
    }
  }
  const said: Said = { remark, saying, comparison: 0 }
  for (const word of saying.words) note(index, word, said)
  for (const choice of saying.choices.keys()) note(index, choice, said)
}

function note({ about }: GrowingSayings, key: string, said: Said): void {
  const known = about.get(key)
  if (known === undefined) about.set(key, [said])
  else if (known.push(said) > MOST_COMPARED) known.shift()
}

/** A correction of the billing timeout is none of the spare one's. Of what is equally near, "No, spaces please" means what was said last. */
function nearest(saying: Saying, found: readonly Said[]): readonly Said[] {
  if (found.length === 0) return found
  const least = Math.min(...found.map((said) => distanceOf(saying, said.saying)))
  const near = found.filter((said) => distanceOf(saying, said.saying) === least)
  return saying.words.length === 0 ? near.slice(-1) : near
}

/** Most sentences take nothing back, and need not be compared. */
function mayReplace({ kind, stands }: Remark, { change, permits, forgotten, isNegated, choices }: Saying): boolean {
  if (change !== 'none' || permits || forgotten.length > 0) return true
  // A wish or a rule holds beyond the moment, a refusal if it stands.
  return kind !== 'request' && (isNegated || choices.size > 0) && (kind !== 'rejected' || stands === true)
}

/** What shares a word with a sentence, still stands, and is replaced by it: in the order in which it was said, word by word. */
function takenOverBy(index: GrowingSayings, saying: Saying): readonly Said[] {
  const found: Said[] = []
  index.comparisons += 1
  const compare = (key: string): void => {
    for (const said of index.about.get(key) ?? []) {
      if (said.comparison === index.comparisons) continue
      said.comparison = index.comparisons
      if (takesPlaceOf(saying, said.saying) && !index.replaced.has(said.remark)) found.push(said)
    }
  }
  for (const word of saying.words) compare(word)
  for (const choice of saying.choices.keys()) compare(choice)
  for (const word of saying.forgotten) compare(word)
  return found
}
