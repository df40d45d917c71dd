import type { Refusal, RefusedRequest } from '../../schema/refusal.ts'
import { byteLimitIn } from './byte-limit.ts'
import { type Evidence, evidenceIn, isName } from './evidence.ts'
import { isOverflowName, saidIn } from './in-words.ts'
import { BYTES, CHARACTERS, LOOK_ALIKES, PAYLOAD, STATUS_KINDS, TOKEN_COUNT } from './look-alikes.ts'
import { countsIn, statedNumbers } from './numbers.ts'
import { silentOverflow } from './silent.ts'
import { OVERFLOW_CODE, WORDINGS } from './wordings.ts'

/**
 * What a provider said to a request: whether it was too large, and for what. Takes whatever was thrown or came back. Refusals that look
 * alike are told apart before anything else is believed: a conversation must not be compacted because somebody sent too many requests.
 */
export function readRefusal(thrown: unknown, refused?: RefusedRequest): Refusal {
  const evidence = evidenceIn(thrown)
  const said = evidence.texts.join('\n')
  if (BOUND_REASONING.test(said)) return { kind: 'reasoning', by: 'the words of Anthropic' }
  const byCode = evidence.codes.find((code) => OVERFLOW_CODE.test(code)) ?? OVERFLOW_CODE.exec(said)?.[0]
  if (byCode !== undefined) return overflow(`the code ${byCode}`, evidence, refused)
  const other = lookAlike(evidence)
  if (other !== undefined) return other
  const named = WORDINGS.find(({ says }) => says.test(said))
  if (named !== undefined) return overflow(`the words of ${named.provider}`, evidence, refused)
  if (isPayload(evidence)) return payload(evidence)
  const language = firstIn(evidence.texts, saidIn)
  if (language !== undefined) return overflow(`words of ${language}`, evidence, refused)
  const readCode = evidence.codes.find((code) => isOverflowName(code))
  if (readCode !== undefined) return overflow(`the code ${readCode}`, evidence, refused)
  const silent = firstIn(evidence.results, (result) => silentOverflow(result, refused))
  if (silent !== undefined) return silent
  if (speaksOfTokens(evidence)) return overflow('tokens and two numbers', evidence, refused)
  if (refused !== undefined && isInShape(evidence, refused)) return overflow('two numbers', evidence, refused)
  if (refused !== undefined && isMuteRefusal(evidence, refused)) return { kind: 'overflow', by: 'a refusal without words' }
  if (evidence.status === 413) return payload(evidence)
  return { kind: 'other', by: 'nothing that is known' }
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
  if (named.limit !== undefined) return { kind: 'overflow', by, ...named }
  // An SDK puts the status before the words: where they stand alone, they are read without it.
  const bare = texts.filter((text) => !texts.some((other) => other !== text && text.endsWith(other)))
  const stated = bare.map((text) => statedNumbers(text, refused?.tokens)).find((found) => Object.keys(found).length > 0)
  return { kind: 'overflow', by, ...stated }
}

function payload({ texts }: Evidence): Refusal {
  const limit = firstIn(texts, byteLimitIn)
  return { kind: 'payload', by: 'a limit in bytes', ...(limit === undefined ? {} : { limit }) }
}

function lookAlike({ texts, codes, status }: Evidence): Refusal | undefined {
  const said = [...codes, ...texts].join('\n')
  const words = texts.filter((text) => !isName(text)).join('\n')
  const found = LOOK_ALIKES.find(({ says, unless }) => says.test(said) && unless?.test(words) !== true)
  if (found !== undefined) return { kind: found.kind, by: 'its words' }
  const kind = status === undefined ? undefined : STATUS_KINDS[status]
  return kind === undefined ? undefined : { kind, by: `status ${status}` }
}

/** A limit on bytes or characters; one that names a number of tokens is none. */
function isPayload({ texts, codes }: Evidence): boolean {
  const said = [...codes, ...texts].join('\n')
  if (TOKEN_COUNT.test(said)) return false
  return PAYLOAD.test(said) || CHARACTERS.test(said) || (BYTES.test(said) && texts.some((text) => saidIn(text) !== undefined))
}

/** What the provider counts may be this much off ours, and still be our request. */
const NEAR = { least: 0.75, most: 1.5 }
/** What else is counted. */
const OTHER_UNITS =
  /\b(?:items?|elements?|seconds?|milliseconds|ms|characters?|chars|bytes|pixels|pages|requests|properties|parameters|values|rows|lines|rules|records|bits)\b/i

/** Nobody has seen these words, but two numbers stand in them, and the larger is about what was sent. */
function isInShape({ texts, status }: Evidence, { tokens, reserve }: RefusedRequest): boolean {
  if (status === undefined || !isAboutRequest(status)) return false
  return texts.some((text) => {
    const counts = [...new Set(countsIn(text))].sort((a, b) => b - a)
    const [larger = 0] = counts
    return (
      counts.length >= 2 && !OTHER_UNITS.test(text) && larger >= tokens * NEAR.least && larger <= (tokens + reserve) * NEAR.most
    )
  })
}

/** A word for tokens, and two numbers that may be counts of the same thing: no look-alike has them, and others were told apart. */
function speaksOfTokens({ texts, status }: Evidence): boolean {
  if (!isAboutRequest(status) && status !== 500 && status !== 502) return false
  return texts.some((text) => {
    const [larger = 0, smaller = 0] = [...new Set(countsIn(text))].sort((a, b) => b - a)
    return TOKENS.test(text) && !OTHER_UNITS.test(text) && smaller > 0 && larger <= smaller * MOST_TIMES
  })
}

const TOKENS =
  /tokens\b|\d ?tokeni?|טוקנ|τόκεν|token (?:count|num|size|length|limit|window)|トークン|토큰|токен|令牌|jeton|टोकन|belirteç|رمز/i
const MOST_TIMES = 100

function isAboutRequest(status: number | undefined): boolean {
  return status === undefined || status === 400 || status === 413 || status === 422 || status === 424
}

/** Some servers refuse without a word. It is an overflow if the request was large. */
function isMuteRefusal({ texts, status }: Evidence, { tokens, window }: RefusedRequest): boolean {
  if (status !== 413 && (status !== 400 || tokens < window / 2)) return false
  return texts.every((text) => /^(?:\d{3}\s*)?(?:status code\s*)?(?:\(no body\)|bad request|)$/i.test(text.trim()))
}
