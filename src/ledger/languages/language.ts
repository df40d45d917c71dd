import type { Heading } from '../../schema/print-profile.ts'
import type { Ending, Signs } from './signs.ts'

/** Languages in which a summary has headings. What it quotes stays as it was written. */
export type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'ja' | 'zh' | 'ko' | 'ru' | 'ar'

/** Those that are known by their letters. */
export type OtherCode = 'ja' | 'zh' | 'ko' | 'ru' | 'ar'

/** Everything that the ledger knows of one language. */
export interface Language {
  readonly code: LanguageCode
  readonly headings: Readonly<Record<Heading, string>>
  readonly phrases: Phrases
  /** Words by what they show of a sentence. A language without them knows rules by a cue. */
  readonly signs?: Signs
  readonly endings?: readonly Ending[]
  readonly cues: Cues
}

/** What a summary says of itself, and of lines that it has no room for. */
interface Phrases {
  /** The heading of a task that is not quoted whole. */
  readonly taskInPart: string
  readonly opening: string
  /** The same if a model has its part in it. */
  readonly toldOpening: string
  readonly more: string
  readonly since: string
  readonly below: string
  /** The same of messages that are cut there. */
  readonly belowInPart: string
  /** How often people only said that the agent should go on. */
  readonly goOns: string
  /** Stands before what held when an entry was the last one. */
  readonly asOf: string
}

/**
 * Words by which a sentence shows what it is. Those of all languages are tried together, in small letters or capitals. A sentence that
 * none of them knows is a request or a fact, which is never wrong.
 */
export interface Cues {
  /** A person sets a rule, in a language without signs. */
  readonly rule?: RegExp
  /** Said as a rule so clearly that it is one even in a text that was pasted. */
  readonly strictRule?: RegExp
  /** What a thing never or always does. */
  readonly habit?: RegExp
  /** A person would like something. */
  readonly wish?: RegExp
  /** A person does not want something. */
  readonly refusal?: RegExp
  /** A person takes back or rejects what the agent just said or did. */
  readonly undoing?: RegExp
  readonly decision?: RegExp
  readonly trouble?: RegExp
  /** Something is left to do. */
  readonly unfinished?: RegExp
  /** What a sentence speaks of has not come about, or not yet. */
  readonly pending?: RegExp
  /** Begins a sentence that says what comes next. */
  readonly intention?: RegExp
  /** Begins a sentence that thinks aloud, or says only that something goes on: it finds nothing. */
  readonly wandering?: RegExp
  /** Is said out of politeness, or only leads up to what stands below it: without a name it tells nothing. */
  readonly courtesy?: RegExp
  /** May stand before that. */
  readonly interjection?: RegExp
  /** Where what is said of a thing begins. */
  readonly predicate?: RegExp
  /** Something said before is no longer so. */
  readonly change?: RegExp
  /** From now on it is as is said here. */
  readonly fromNow?: RegExp
  /** What is said here is instead of something that was said before. */
  readonly opposition?: RegExp
  /** What is said here holds besides what was said before. */
  readonly addition?: RegExp
  /** Something is allowed. */
  readonly permission?: RegExp
  /** What comes next is to be forgotten. */
  readonly forgetting?: RegExp
  /** A message that says nothing but that the agent should go on. */
  readonly goOn?: RegExp
  /** The same at the beginning of a sentence, with the sign behind it. */
  readonly changeOpening?: RegExp
  /** Begins a sentence that is an order. */
  readonly imperative?: RegExp
  /** A rule is changed or lifted. */
  readonly lift?: RegExp
  /** A file was changed, not only named. */
  readonly edit?: RegExp
  /** Nothing was changed, or is to be changed. */
  readonly untouched?: RegExp
  readonly negation?: RegExp
  readonly condition?: RegExp
  /** What is said is not certain. */
  readonly hedge?: RegExp
  /** Stands between two clauses, behind a comma. */
  readonly conjunction?: RegExp
  /** Tells what a person said or wants. */
  readonly claim?: RegExp
  /** Begins the answer of a model that declines. */
  readonly apology?: RegExp
}
