/** What a word or phrase shows of the sentence that it stands in. */
export type Sign =
  /** May stand before an order: please, and, also. */
  | 'opener'
  /** How long or how widely something holds: from now on, in this repo, no exceptions. */
  | 'standing'
  /** always, never, whenever, Fridays */
  | 'always'
  /** all, every, nothing, whoever, per */
  | 'all'
  | 'only'
  /** at most, below, budget */
  | 'limit'
  /** Said of what is forbidden, or always has to be: off limits, mandatory, must never. */
  | 'barred'
  | 'must'
  /** should, and what things do by custom: goes, stays, gets. */
  | 'should'
  /** A permission: you may. */
  | 'may'
  /** A need, often of the moment: we need, I have to. */
  | 'need'
  /** An order not to do something: don't, avoid, stop. */
  | 'dont'
  /** no, not, without, instead of */
  | 'forbid'
  /** An order that mostly lasts: keep, use, prefer, treat. */
  | 'hold'
  /** How an agent speaks, writes and files things: answer, name, format, commit. */
  | 'talk'
  /** ask me, my approval */
  | 'ask'
  /** before, unless, if, when */
  | 'condition'
  /** I'd rather, I hate, I'm allergic */
  | 'wish'
  | 'we'
  | 'you'
  | 'i'
  /** Points at one thing: it, this, the last, line. */
  | 'it'
  /** A definite article. */
  | 'the'
  /** A definite article of many. */
  | 'ones'
  | 'a'
  | 'be'
  /** Tells what was: was, yesterday, forgot. */
  | 'past'
  /** Tells what others say: says, according to. */
  | 'cited'
  /** What a thing does: returns, crashes, works. */
  | 'shows'
  | 'trouble'
  /** maybe, I think, would */
  | 'guess'
  /** thanks, looks good, never mind */
  | 'react'
  | 'now'
  /** This once: for now, this time, today. */
  | 'once'
  /** why, can you, is it */
  | 'query'
  /** An order that mostly is done once: fix, add, look at. */
  | 'deed'
  /** What conventions are about: commit messages, dates, invoices. */
  | 'matter'
  /** How things may be done: English, UTC, short, sorted. */
  | 'manner'
  /** Small words that only tell which language it is. */
  | 'small'

/**
 * Words and phrases of a language by what they show, with `|` between them. The longest phrase counts, and what is in two lists counts in the
 * first. `*` stands for up to four letters more.
 */
export type Signs = Readonly<Partial<Record<Sign, string>>>

/** What the ending of an unknown word shows, behind some words or all. */
export interface Ending {
  readonly sign: Sign
  readonly pattern: RegExp
  readonly behind?: RegExp
}
