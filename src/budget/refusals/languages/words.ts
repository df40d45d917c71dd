/**
 * How a language says that what goes into a model is too much for it: what it is about, and that it is too much; and what a refusal speaks of
 * that only looks alike. Written as stems, in small letters; Latin and Greek ones without accents, because texts are read without them, too.
 */
export interface Words {
  readonly language: string
  /** What goes in. Tokens, and the words that most languages have borrowed, need not be named. */
  readonly what: RegExp
  /** That something is too much. */
  readonly excess: readonly RegExp[]
  /** Says it alone: words that are about a model only together, like a text that is too long. */
  readonly whole?: RegExp
  /** Too often, or too much in a time. */
  readonly rate?: RegExp
  /** Too little money. */
  readonly quota?: RegExp
  /** What else may be too large: an answer, an image, a file. */
  readonly thing?: RegExp
}
