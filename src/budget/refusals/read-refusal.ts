import type { Refusal, RefusedRequest } from '../../schema/refusal.ts'
import { type Evidence, evidenceIn } from './evidence.ts'
import { saidIn } from './in-words.ts'
import { BYTES, LOOK_ALIKES, PAYLOAD, STATUS_KINDS } from './look-alikes.ts'
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
  if (byCode !== undefined) return overflow(`the code ${byCode}`, evidence)
  const other = lookAlike(evidence)
  if (other !== undefined) return other
  const named = WORDINGS.find(({ says }) => says.test(said))
  if (named !== undefined) return overflow(`the words of ${named.provider}`, evidence)
  if (isPayload(evidence)) return { kind: 'payload', by: 'a limit in bytes' }
  const language = saidIn(said)
  if (language !== undefined) return overflow(`words of ${language}`, evidence)
  const silent = evidence.results.map((result) => silentOverflow(result, refused)).find((found) => found !== undefined)
  if (silent !== undefined) return silent
  if (speaksOfTokens(evidence)) return overflow('tokens and two numbers', evidence)
  if (refused !== undefined && isInShape(evidence, refused)) return overflow('two numbers', evidence)
  if (refused !== undefined && isMuteRefusal(evidence, refused)) return { kind: 'overflow', by: 'a refusal without words' }
  return { kind: 'other', by: 'nothing that is known' }
}

/** "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation." */
const BOUND_REASONING =
  /invalid `?signature`? in `?thinking`? block|bound to a different conversation|prefix_(?:binding_)?mismatch/i

function overflow(by: string, { texts, numbers }: Evidence): Refusal {
  const { n_prompt_tokens: actual, n_ctx: limit } = numbers
  if (limit !== undefined) return { kind: 'overflow', by, actual, limit }
  const stated = texts.map(statedNumbers).find((found) => Object.keys(found).length > 0)
  return { kind: 'overflow', by, ...stated }
}

function lookAlike({ texts, codes, status }: Evidence): Refusal | undefined {
  const said = [...codes, ...texts].join('\n')
  const found = LOOK_ALIKES.find(({ says, unless }) => says.test(said) && unless?.test(texts.join('\n')) !== true)
  if (found !== undefined) return { kind: found.kind, by: 'its words' }
  const kind = status === undefined ? undefined : STATUS_KINDS[status]
  return kind === undefined ? undefined : { kind, by: `status ${status}` }
}

function isPayload({ texts, codes }: Evidence): boolean {
  const said = [...codes, ...texts].join('\n')
  return PAYLOAD.test(said) || (BYTES.test(said) && saidIn(said) !== undefined)
}

/** What the provider counts may be this much off ours, and still be our request. */
const NEAR = { least: 0.75, most: 1.5 }
/** What else is counted. */
const OTHER_UNITS =
  /\b(?:items?|elements?|seconds?|milliseconds|ms|characters?|chars|bytes|pixels|pages|requests|properties|bits)\b/i

/** Nobody has seen these words, but two numbers stand in them, and the larger is about what was sent. */
function isInShape({ texts, status }: Evidence, { tokens, reserve }: RefusedRequest): boolean {
  if (!isAboutRequest(status)) return false
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
  if (!isAboutRequest(status)) return false
  return texts.some((text) => {
    const [larger = 0, smaller = 0] = [...new Set(countsIn(text))].sort((a, b) => b - a)
    return TOKENS.test(text) && !OTHER_UNITS.test(text) && smaller > 0 && larger <= smaller * MOST_TIMES
  })
}

const TOKENS = /token|トークン|토큰|токен|令牌|jeton|टोकन|belirteç|رمز/i
const MOST_TIMES = 100

function isAboutRequest(status: number | undefined): boolean {
  return status === undefined || status === 400 || status === 413 || status === 422
}

/** Some servers refuse without a word. It is an overflow if the request was large. */
function isMuteRefusal({ texts, status }: Evidence, { tokens, window }: RefusedRequest): boolean {
  if (status !== 413 && (status !== 400 || tokens < window / 2)) return false
  return texts.every((text) => /^(?:\d{3}\s*)?(?:status code\s*)?(?:\(no body\)|bad request|)$/i.test(text.trim()))
}
