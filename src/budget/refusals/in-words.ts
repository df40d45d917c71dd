import { LANGUAGES } from './languages.ts'
import { isSaidOfInput } from './subject.ts'

/** What names and codes that mean an overflow speak of, how, and what they must not speak of: they are sentences without spaces. */
const NAMES: Readonly<Record<'what' | 'excess' | 'unless', RegExp>> = {
  what: /context|prompt|\binput|tokens?\b|window|sequence|conversation|history|content length/i,
  excess:
    /exceed|too (?:long|large|big|many)|overflow|oversize|(?:context|token|tokens|prompt|input|window) (?:length |size |window |budget )?limit|(?:prompt|input|context) (?:length|size)$|over (?:limit|max)/i,
  unless:
    /rate|quota|minute|day|tpm|output|completion|max (?:new )?tokens|expired|auth|security|access|retr(?:y|ies)|files?\b|image|tool|schema|name\b|index|short|empty|missing|concurren|deadline|cancel/i,
}

/** `model_max_prompt_tokens_exceeded`, `InvalidParameter.OversizedPrompt`, `CONTEXT_LIMIT`. */
export function isOverflowName(name: string): boolean {
  const words = plainWords(name).replace(/[.:/-]+/g, ' ')
  return (
    !/\s\S+\s\S+\s\S+\s\S+\s\S+\s/.test(words) && NAMES.what.test(words) && NAMES.excess.test(words) && !NAMES.unless.test(words)
  )
}

/** What belongs to a conversation and is not what it says: `conversation id`, `chat title`, `prompt template`. */
const BELONGINGS =
  /\b(?:conversation|chat|prompt|message|thread|session|history|input|context)[ _-](?:(?<!(?:input|prompt)[ _])ids?|names?|titles?|keys?|labels?|participants?|members?|templates?|versions?|types?|roles?|owners?|tags?|retention|descriptions?|headers?|urls?)\b/gi

export function withoutBelongings(text: string): string {
  return text.replace(BELONGINGS, ' ')
}

/** The language in which a text says that a request is too large for a model; `undefined` if it does not. */
export function saidIn(text: string): string | undefined {
  if (areSmall(text)) return undefined
  const said = withoutBelongings(text)
  const words = withoutAsides(plainWords(said))
  return LANGUAGES.find((language, nth) => says(language, said) || (nth === 0 && says(language, words)))?.language
}

/** Below this, no model has a window, and what is compared is something else. */
const SMALL = 200
/** "attempt 1 of 3" compares nothing. */
const COMPARED = /(?:[>=]|\bthan|exceeds?|most|max(?:imum)?(?: of)?|limit(?: of)?) ?[a-z_]{0,20}=?\d/i

function areSmall(text: string): boolean {
  const numbers = (text.match(/(?<![\w.,#/-])\d+(?![\w%]|[.,]\d|-\w| ?[kKmM]\b)/g) ?? []).map(Number)
  const counts = numbers.filter((number) => number < 400 || number > 599)
  return counts.length > 1 && counts.every((number) => number < SMALL) && COMPARED.test(text)
}

function says({ what, excess, whole }: (typeof LANGUAGES)[number], text: string): boolean {
  return (what.test(text) && excess.some((way) => isSaidOfInput(text, way))) || whole?.test(text) === true
}

/** Numbers that are put between words: "is longer (18001) than". */
function withoutAsides(text: string): string {
  return text.replace(/ ?\([^()\n]{0,60}\)/g, '')
}

/** Whether a text speaks of what goes into a model, in any language. */
export function isAboutInput(text: string): boolean {
  const words = withoutBelongings(plainWords(text))
  return LANGUAGES.some(({ what }) => what.test(words))
}

/** Names of fields as words, and no addresses: `inputTokenLimit`, `max_seq_len`, `https://…#context-window`. */
export function plainWords(text: string): string {
  return text
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replace(/_+/g, ' ')
}
