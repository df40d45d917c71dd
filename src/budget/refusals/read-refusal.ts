import type { Refusal, RefusedRequest } from '../../schema/refusal.ts'
import { byteLimitIn } from './byte-limit.ts'
import { WHOLE } from './english.ts'
import { type Evidence, evidenceIn, isName, saysNothing } from './evidence.ts'
import { saidAbroad } from './foreign.ts'
import { isOverflowName, namesIn, saidIn, withoutBelongings } from './in-words.ts'
import { ANY_LANGUAGE } from './languages.ts'
import { BYTES, CHARACTERS, LOOK_ALIKES, PAYLOAD, STATUS_KINDS, TOKEN_COUNT } from './look-alikes.ts'
import { statedNumbers } from './numbers.ts'
import { shapeOf } from './shapes.ts'
import { silentOverflow } from './silent.ts'
import { weighed, weightWhere } from './weigh.ts'
import { NO_ROOM, OVERFLOW_CODE, WORDINGS } from './wordings.ts'

/**
 * What a provider said to a request: whether it was too large, and for what. Takes whatever was thrown or came back. Refusals that look
 * alike are told apart before anything else is believed: a conversation must not be compacted because somebody sent too many requests.
 */
export function readRefusal(thrown: unknown, refused?: RefusedRequest): Refusal {
  const evidence = evidenceIn(thrown)
  return (
    readEvidence(evidence, refused) ??
    readAsides(evidence, refused) ??
    readSilence(evidence, refused) ?? { kind: 'other', by: 'nothing that is known' }
  )
}

/** Where no field that we know says anything, others are believed: who writes "fehler" means an error. */
function readAsides(evidence: Evidence, refused: RefusedRequest | undefined): Refusal | undefined {
  const { asides, texts, codes } = evidence
  if (asides.length === 0 || !texts.every((text) => isName(text) || saysNothing(text))) return undefined
  return readEvidence({ ...evidence, texts: asides, codes: [...codes, ...asides.filter(isName)] }, refused)
}

function readEvidence(evidence: Evidence, refused: RefusedRequest | undefined): Refusal | undefined {
  const said = evidence.texts.join('\n')
  if (BOUND_REASONING.test(said)) return { kind: 'reasoning', by: 'the words of Anthropic' }
  const byCode = evidence.codes.find((code) => OVERFLOW_CODE.test(code.replace(/[.:-]/g, '_'))) ?? OVERFLOW_CODE.exec(said)?.[0]
  if (byCode !== undefined) return overflow(`the code ${byCode}`, evidence, refused)
  if (NO_ROOM.test(said)) return { kind: 'overflow', by: 'no room for an answer' }
  const other = lookAlike(evidence)
  if (other !== undefined) return other.kind === 'other' && evidence.status === 413 ? payload(evidence) : other
  const named = WORDINGS.find(({ says }) => says.test(said))
  if (named !== undefined) return overflow(`the words of ${named.provider}`, evidence, refused)
  if (isPayload(evidence)) return payload(evidence)
  const spoken = [...evidence.texts, ...saidOfParameter(evidence)]
  const language = firstIn(spoken, saidIn)
  const shape = shapeOf(evidence, refused)
  const { weight, hasExcess } = weighed(evidence)
  const says = (part: string): boolean =>
    saidIn(part) !== undefined || shapeOf({ ...evidence, texts: [part] }, refused) !== undefined
  const best = (language ?? shape) === undefined ? weight : Math.max(weight, ...spoken.map((text) => weightWhere(text, says)))
  const mayBe = isSaidPlainly(evidence, language, shape) || best > (isVague(evidence, language) ? 0 : UNLIKELY)
  if (language !== undefined && mayBe) return overflow(`words of ${language}`, evidence, refused)
  const readCode = [...evidence.codes, ...evidence.texts.filter(isTerse), ...evidence.texts.flatMap(namesIn)].find((code) =>
    isOverflowName(code),
  )
  if (readCode !== undefined) return overflow(`the code ${readCode}`, evidence, refused)
  const silent = firstIn(evidence.results, (result) => silentOverflow(result, refused))
  if (silent !== undefined) return silent
  const { limit, actual } = evidence.named
  if (limit !== undefined && actual !== undefined && actual > limit && evidence.hasTokenNames)
    return overflow('named numbers', evidence, refused)
  if (shape !== undefined && mayBe) return overflow(shape, evidence, refused)
  if (weight > (hasExcess ? LIKELY : SURE) && isAboutRequest(evidence))
    return overflow('the weight of its words', evidence, refused)
  return undefined
}

/** What only its status tells. */
function readSilence(evidence: Evidence, refused: RefusedRequest | undefined): Refusal | undefined {
  if (refused !== undefined && isMuteRefusal(evidence, refused)) return { kind: 'overflow', by: 'a refusal without words' }
  return evidence.status === 413 ? payload(evidence) : undefined
}

/** Below this, words that say it say it of something else; above that, they say it in a way that no list has, with a sign of excess or without. */
const UNLIKELY = -2
const LIKELY = 1.5
const SURE = 3

/** What no weight speaks against: the model is named as what it is too much for, or words and sizes say the same. */
function isSaidPlainly({ texts }: Evidence, language: string | undefined, shape: string | undefined): boolean {
  return (language !== undefined && shape !== undefined) || texts.some((text) => WHOLE.test(text))
}

/** A maximum in words of any language, and a status that says something else, are little. */
function isVague(evidence: Evidence, language: string | undefined): boolean {
  return language === ANY_LANGUAGE.language || !isAboutRequest(evidence)
}

/** Statuses with which a request is refused for what it is. */
function isAboutRequest({ status }: Evidence): boolean {
  return status === undefined || [400, 413, 422, 424, 500].includes(status)
}

/** "Too long", and of which field: `{ message: 'Too long', param: 'messages' }`. */
function saidOfParameter({ texts, codes }: Evidence): readonly string[] {
  const name = codes.find((code) => PARAMETERS.test(code))
  return name === undefined ? [] : texts.filter((text) => text.length < 80).map((text) => `${name}: ${text}`)
}

const PARAMETERS = /^(?:body\.)?(?:messages|inputs?|prompt|contents?|context|conversation|history|text)$/i

/** "token limit": as short as a code. */
function isTerse(text: string): boolean {
  return /^[a-z]+(?: [a-z]+){1,2}$/i.test(text) && text.length < 40
}

function firstIn<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation." */
const BOUND_REASONING =
  /invalid `?signature`? in `?thinking`? block|bound to a different conversation|prefix_(?:binding_)?mismatch/i

function overflow(by: string, { texts, named }: Evidence, refused: RefusedRequest | undefined): Refusal {
  if (named.limit !== undefined && named.actual !== undefined) return { kind: 'overflow', by, ...named }
  // An SDK puts the status before the words: where they stand alone, they are read without it.
  const bare = texts.filter((text) => !texts.some((other) => other !== text && text.endsWith(other)))
  const stated = bare.map((text) => statedNumbers(text, refused?.tokens)).find((found) => Object.keys(found).length > 0)
  const limit = named.limit ?? stated?.limit
  const actual = named.actual ?? stated?.actual
  const isPossible = limit === undefined || actual === undefined || actual > limit || named.actual === undefined
  return {
    ...{ kind: 'overflow', by, ...stated },
    ...(limit === undefined ? {} : { limit }),
    ...(actual === undefined || !isPossible ? {} : { actual }),
  }
}

function payload({ texts }: Evidence): Refusal {
  const limit = firstIn(texts, byteLimitIn)
  return { kind: 'payload', by: 'a limit in bytes', ...(limit === undefined ? {} : { limit }) }
}

const NAMES_WINDOW = /\d ?[km]?(?: tokens?)?(?: of)? context\b|context (?:window|length|limit|size)/i

function lookAlike({ texts, codes, status }: Evidence): Refusal | undefined {
  const said = [...codes, ...texts].join('\n')
  const words = texts.filter((text) => !isName(text)).join('\n')
  const found = LOOK_ALIKES.find(({ says, unless }) => says.test(said) && unless?.test(words) !== true)
  if (found !== undefined) return { kind: found.kind, by: 'its words' }
  const abroad = saidAbroad(said)
  if (abroad !== undefined && abroad.says !== 'overflow') return { kind: abroad.says, by: `words of ${abroad.language}` }
  // Some servers answer 401 to a request that is larger than what its key may send.
  const kind = status === undefined || (status === 401 && NAMES_WINDOW.test(words)) ? undefined : STATUS_KINDS[status]
  return kind === undefined ? undefined : { kind, by: `status ${status}` }
}

/** A limit on bytes or characters; one that names a number of tokens is none. */
function isPayload({ texts, codes }: Evidence): boolean {
  const said = [...codes, ...texts].join('\n')
  if (TOKEN_COUNT.test(said)) return false
  return (
    PAYLOAD.test(said) ||
    CHARACTERS.test(withoutBelongings(said)) ||
    (BYTES.test(said) && texts.some((text) => saidIn(text) !== undefined))
  )
}

/** `output_too_big` says what it is about, `invalid_request_error` does not. */
const SAYS_SOMETHING = /[a-z]_[a-z]|[a-z][A-Z]/
const SAYS_LITTLE = /error|exception|invalid|request|argument/i

/** Some servers refuse without a word. It is an overflow if the request was large. */
function isMuteRefusal({ texts, codes, status }: Evidence, { tokens, window }: RefusedRequest): boolean {
  if (codes.some((code) => SAYS_SOMETHING.test(code) && !SAYS_LITTLE.test(code))) return false
  if (status !== 413 && (status !== 400 || tokens < window / 2)) return false
  return texts.every((text) => /^(?:\d{3}\s*)?(?:status code\s*)?(?:\(no body\)|bad request|)$/i.test(text.trim()))
}
