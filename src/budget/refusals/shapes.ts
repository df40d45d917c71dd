import type { RefusedRequest } from '../../schema/refusal.ts'
import type { Evidence } from './evidence.ts'
import { foreignPart } from './foreign.ts'
import { isAboutInput, plainWords } from './in-words.ts'
import { TOKENS } from './languages.ts'
import { countsIn } from './numbers.ts'
import { areSizesOfElse, isSaidOfInput } from './subject.ts'

/** What the provider counts may be this much off ours, and still be our request. */
const NEAR = { least: 0.75, most: 1.5 }
/** Two counts of one thing do not lie further apart; beside a word for tokens they may. */
const MOST_TIMES = 4
const MOST_TIMES_OF_TOKENS = 100
/** What else is counted. */
const OTHER_UNITS =
  /\b(?:items?|elements?|entries|documents?|sources|frames?|seconds?|milliseconds|ms|characters?|chars|bytes|pixels|pages|requests|properties|parameters|values|rows|lines|rules|records|bits|dimensions|dimension(?! size)|levels|nodes|states|credits|calls|images|participants|members|users|people)\b/i

/**
 * How words that nobody has seen show that a request was too large: by two sizes, of which the larger is too much. `undefined` if they do not.
 */
export function shapeOf({ texts, status }: Evidence, refused: RefusedRequest | undefined): string | undefined {
  const isAbout = status === undefined || [400, 404, 413, 422, 424].includes(status)
  if (!isAbout && status !== 500 && status !== 502) return undefined
  if (texts.some(isTokensAndTwoSizes)) return 'tokens and two numbers'
  if (texts.some(isInputAndTwoSizes)) return 'what was sent and two numbers'
  if (texts.some(isLengthCompared)) return 'a length above another'
  if (!isAbout) return undefined
  if (refused !== undefined && texts.some((text) => isNearSent(text, refused))) return 'two numbers'
  return texts.some(isContextRefused) ? 'the name of the window' : undefined
}

/** A word for tokens, and two numbers that may be counts of the same thing: no look-alike has them, and others were told apart. */
function isTokensAndTwoSizes(text: string): boolean {
  const [larger, smaller] = sizesIn(text)
  const isOfTokens = COUNTED_TOKENS.test(text) || TOKENS.test(foreignPart(text))
  return isOfTokens && smaller > 0 && larger <= smaller * MOST_TIMES_OF_TOKENS
}

/** What goes into a model, and two sizes that are near to each other. */
function isInputAndTwoSizes(text: string): boolean {
  const [larger, smaller] = sizesIn(text)
  return isAboutInput(text) && smaller > 0 && larger <= smaller * MOST_TIMES
}

/** "length (2049) exceeds dimension size (2048)": a length that is said to be above another, and of nothing else. */
function isLengthCompared(text: string): boolean {
  const words = plainWords(text)
  const [larger, smaller] = sizesIn(words)
  return smaller >= LEAST_WINDOW && larger <= smaller * MOST_TIMES_OF_TOKENS && LENGTHS.test(words) && isSaidOfInput(words, ABOVE)
}

/** No model that talks has a smaller window. */
const LEAST_WINDOW = 512
const LENGTHS =
  /\b(?:length|len|size|long|longer|total|dimension|positions?|sum|needs?|required|requires)\b|(?<!\w)max\b|\blimit\b|\brequested\b/i
const ABOVE =
  /exceed|(?:limit|max\w{0,12}|cap|window|ctx|allowed)\W{0,3}\d[\d,.]{0,12}[km]? ?< ?\w|(?:longer|larger|greater|bigger|more|higher) than|\d ?> ?\d|&gt;|\babove\b|\bbeyond\b|surpass|out of (?:range|bounds)|\bbut (?:only|got)\b/i

/** Whatever the words are: the larger number is about what was sent, and no parameter is named. */
function isNearSent(text: string, { tokens, reserve }: RefusedRequest): boolean {
  const [larger, smaller] = sizesIn(text)
  return (
    smaller > 0 && !PARAMETERS.test(plainWords(text)) && larger >= tokens * NEAR.least && larger <= (tokens + reserve) * NEAR.most
  )
}

/** Who refuses a request and speaks of the window speaks of its size. */
function isContextRefused(text: string): boolean {
  const words = plainWords(text)
  return WINDOW.test(words) && OF_SIZE.test(words) && !OF_SETTINGS.test(words)
}

const WINDOW =
  /\b(?:context (?:window|length|size)|(?:prompt|input) (?:length|size)|input token (?:limit|count)|(?:model|sequence) (?:max(?:imum)? )?length)\b/i
const OF_SIZE =
  /\b(?:limit|exhaust|insufficient|violat|hit|reach|larger|full|too|over|beyond|exceed|fits?|small|error|longer|out of|max)\w*/i
/** Whoever speaks of the window as of something that is set, bought or kept has another complaint. */
const OF_SETTINGS =
  /\b(?:must be an?|should be an?|integer|missing|header|parameter|feature|deprecat\w*|(?:not |dis)?enabled?|disabled|(?:not |un)support\w*|requires?|tier|account|beta|determine|comput\w+|documented|unknown|search|minimum|at least|memory|cache\w*|caching)\b/i

function sizesIn(text: string): readonly [number, number] {
  if (OTHER_UNITS.test(text) || areSizesOfElse(text)) return [0, 0]
  // "12650/9200": of two numbers with a stroke between them, the second is read as a part of the first.
  const counts = countsIn(text.replace(/(?<=\d) ?\/ ?(?=\d{3})/g, ' of '))
  const [larger = 0, smaller = 0] = [...new Set(counts)].sort((a, b) => b - a)
  return [larger, smaller]
}

/** What a request has besides what goes into the model. */
const PARAMETERS =
  /\b(?:seed|temperature|top [kp]|logprobs|logit|penalt\w+|best of|stop|tools?|functions?|parts|rank|lora|grammar|schema|enum|metadata|user|thinking|reasoning|position|score|index|ports?|depth|retr\w+|predict|ttl|timeouts?|websocket|rows?|columns?|tables?|databases?|memory|disks?|cells?|blobs?|sockets?|files?|images?)\b/i
const COUNTED_TOKENS = /tokens\b|\d ?tok(?:eni?|s?\b)|token (?:count|num|size|length|limit|window)/i
