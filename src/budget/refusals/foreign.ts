import { folded } from './fold.ts'
import { ANY_LANGUAGE, BORROWED, LANGUAGES, TOKENS } from './languages.ts'

/** What a text says in a language that is not English: that what goes in is too much, or what only looks alike. */
type Said = 'overflow' | 'rate-limit' | 'quota' | 'other'

interface Foreign {
  readonly language: string
  readonly says: Said
}

const SEGMENT = /[\n.:;!?"'{}()[\]|—–<>\\/]+/
/** "länger, als das Modell lesen kann" */
const COMMA = /[,،](?=\s)/g
/** Words that only English has. */
const ENGLISH =
  /\b(?:the|are|were|this|that|your|you|than|too|with|have|been|must|not|and|please|exceed(?:s|ed|ing)?|cannot|should|its|long|large|small|window|requires|tier|account|by|which|when|error|request|failed|enough|allowed|requested|only|could|would|from|there|does|left|used|need|try|more|less|number|length|size|search|of)\b/gi
/** A sentence is English if so many of its words are. */
const MOST_ENGLISH = 0.2

/** A text without its English sentences: what an SDK puts around what a provider said. */
export function foreignPart(text: string): string {
  const isForeign = (segment: string): boolean => {
    const words = segment.trim().split(/\s+/).length
    return (segment.match(ENGLISH)?.length ?? 0) < Math.max(1, words * MOST_ENGLISH)
  }
  return folded(text)
    .replace(COMMA, '')
    .split(SEGMENT)
    .filter((segment) => segment.trim() !== '' && isForeign(segment))
    .join('. ')
}

/** Stems of a language may be words of another: who says that something is too much in one must say what in the same. */
export function saidAbroad(text: string): Foreign | undefined {
  const said = foreignPart(text)
  if (said === '') return undefined
  const isBorrowed = BORROWED.test(said) || TOKENS.test(said)
  const found = LANGUAGES.flatMap((words): readonly Foreign[] => {
    const { language, rate, quota, thing, what, excess, whole } = words
    if (rate?.test(said) === true) return [{ language, says: 'rate-limit' }]
    if (quota?.test(said) === true) return [{ language, says: 'quota' }]
    const isTooMuch = excess.some((way) => way.test(said))
    if (isTooMuch && thing !== undefined && isFirst(said, thing, what)) return [{ language, says: 'other' }]
    const isOverflow = (isTooMuch && (what.test(said) || (words !== ANY_LANGUAGE && isBorrowed))) || whole?.test(said) === true
    return isOverflow ? [{ language, says: 'overflow' }] : []
  })
  return found.find(({ says }) => says !== 'overflow') ?? found[0]
}

/** Whatever is too much is named first, in nearly all languages; a context is never named beside something else. */
function isFirst(said: string, thing: RegExp, what: RegExp): boolean {
  const [at, input] = [said.search(thing), said.search(what)]
  return at >= 0 && (input < 0 || at < input) && !BORROWED.test(said)
}

/** Whether a text speaks of what goes into a model, in any language but English. */
export function isAboutInputAbroad(text: string): boolean {
  const said = foreignPart(text)
  return BORROWED.test(said) || LANGUAGES.some(({ what }) => what.test(said))
}
