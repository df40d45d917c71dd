import { INPUT, TOO_MUCH, WHOLE } from './english.ts'
import { isAboutInputAbroad, saidAbroad } from './foreign.ts'
import { isCountOfElse, isSaidOfInput } from './subject.ts'

/** What names and codes that mean an overflow speak of, how, and what they must not speak of: they are sentences without spaces. */
const NAMES: Readonly<Record<'what' | 'excess' | 'unless', RegExp>> = {
  what: /context|prompt|\binput|tokens?\b|window|sequence|conversation|history|content length|\bmessages?\b|\bchat\b|dialog|transcript/i,
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

/** Names that stand between words: "rejected with CONTENT_LENGTH_EXCEEDS_THRESHOLD". */
const NAMES_BETWEEN = /(?<![\w/.-])(?:[A-Za-z]{2,30}(?:_[A-Za-z]{2,30}){1,8}|[A-Z][a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,8})(?![\w/])/g

export function namesIn(text: string): readonly string[] {
  return text.match(NAMES_BETWEEN) ?? []
}

/** What belongs to a conversation and is not what it says: `conversation id`, `chat title`, `prompt template`. */
const BELONGINGS =
  /\b(?:conversation|chat|prompt|message|thread|session|history|input|context)[ _-](?:cache[ _-])?(?:(?<!(?:input|prompt)[ _])ids?|names?|titles?|keys?|labels?|participants?|members?|templates?|versions?|types?|roles?|owners?|tags?|branch(?:es)?|lists?|settings?|exports?|search(?:es)?|stores?|variables?|arguments?|params?|parameters?|placeholders?|retention|descriptions?|headers?|urls?)\b/gi

export function withoutBelongings(text: string): string {
  return text.replace(BELONGINGS, ' ')
}

/** The language in which a text says that a request is too large for a model; `undefined` if it does not. */
export function saidIn(text: string): string | undefined {
  if (areSmall(text)) return undefined
  const said = withoutBelongings(text)
  const words = plainWords(said)
  if (saysInEnglish(said) || saysInEnglish(isCountOfElse(words) ? words : withoutAsides(words))) return 'English'
  const { language, says } = saidAbroad(said) ?? {}
  return says === 'overflow' ? language : undefined
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

function saysInEnglish(text: string): boolean {
  return (INPUT.test(text) && TOO_MUCH.some((way) => isSaidOfInput(text, way))) || WHOLE.test(text)
}

/** Numbers that are put between words: "is longer (18001) than". */
function withoutAsides(text: string): string {
  return text.replace(/ ?\([^()\n]{0,60}\)/g, '')
}

/** Whether a text speaks of what goes into a model, in any language. */
export function isAboutInput(text: string): boolean {
  const words = withoutBelongings(plainWords(text))
  return INPUT.test(words) || isAboutInputAbroad(words)
}

/**
 * What programs call a window: `max_seq_len`, `n_ctx_slot`, `maxPositionEmbeddings`. Names of the answer's length (`max_new_tokens`) and of
 * other limits (`max_num_seqs`) are none.
 */
const WINDOW_NAMES =
  /(?<![a-z])-{0,2}(?:(?:model|engine|tokenizer)[_-]?max[_-]?length|max[_-]?(?:model|seq|seqlen|sequence|input|prompt|context|total|position|session|ctx|encoder|decoder|source|num[_-]batched|num|length[_-]of[_-]prompt)(?:[_-]?(?:len(?:gth)?|tokens?|size|token[_-]num|input[_-]tokens|embeddings?|seq[_-]len(?:gth)?)){1,2}|max[_-]?(?:seqlen|ctx)|(?:n|num)[_-]?ctx(?:[_-](?:slot|train|seq))?|ctx[_-](?:size|len(?:gth)?|window)|context[_-](?:size|len(?:gth)?|window)|n[_-]positions|session[_-]len(?:gth)?|cache[_-](?:size|len(?:gth)?)|block[_-]size)(?![a-z_])/gi

/** Names of fields as words, and no addresses: `inputTokenLimit`, `max_seq_len`, `https://…#context-window`. */
export function plainWords(text: string): string {
  return text
    .replace(/\bhttps?:\/\/\S+/g, ' ')
    .replace(WINDOW_NAMES, ' context window ')
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replace(/_+/g, ' ')
}
