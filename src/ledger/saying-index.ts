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
}

export interface GrowingSayings extends SayingIndex {
  readonly replaced: Map<Remark, Remark>
  readonly inPlaceOfRules: Set<Remark>
  /** What speaks of a word or chooses from a group, latest last. */
  readonly about: Map<string, Said[]>
}

export function newSayings(): GrowingSayings {
  return { replaced: new Map(), inPlaceOfRules: new Set(), about: new Map() }
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
    const meant = nearest(
      saying,
      earlierThan(index, saying).filter((said) => takesPlaceOf(saying, said.saying)),
    )
    for (const { remark: old } of meant) {
      index.replaced.set(old, remark)
      if (old.isRule === true || index.inPlaceOfRules.has(old)) index.inPlaceOfRules.add(remark)
    }
  }
  for (const key of keysOf(saying)) {
    const about = index.about.get(key) ?? []
    about.push({ remark, saying })
    if (about.length > MOST_COMPARED) about.shift()
    index.about.set(key, about)
  }
}

/** A correction of the billing timeout is none of the spare one's. Of what is equally near, "No, spaces please" means what was said last. */
function nearest(saying: Saying, found: readonly Said[]): readonly Said[] {
  const least = Math.min(...found.map((said) => distanceOf(saying, said.saying)))
  const near = found.filter((said) => distanceOf(saying, said.saying) === least)
  return saying.words.size === 0 ? near.slice(-1) : near
}

/** Most sentences take nothing back, and need not be compared. */
function mayReplace({ kind, stands }: Remark, { change, permits, forgotten, isNegated, choices }: Saying): boolean {
  if (change !== 'none' || permits || forgotten.size > 0) return true
  // A wish or a rule holds beyond the moment, a refusal if it stands.
  return kind !== 'request' && (isNegated || choices.size > 0) && (kind !== 'rejected' || stands === true)
}

/** What shares a word with a sentence and still stands, in the order in which it was said. */
function earlierThan(index: GrowingSayings, saying: Saying): readonly Said[] {
  const found = new Set<Said>()
  for (const key of [...keysOf(saying), ...saying.forgotten])
    for (const said of index.about.get(key) ?? []) if (!index.replaced.has(said.remark)) found.add(said)
  return [...found]
}

function keysOf({ words, choices }: Saying): readonly string[] {
  return [...words, ...choices.keys()]
}
