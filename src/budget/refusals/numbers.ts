import { type Label, labelOf } from './number-labels.ts'

/** What a refusal says about sizes, in the provider's own count. */
interface StatedNumbers {
  readonly limit?: number
  readonly actual?: number
  readonly excess?: number
  /** Room for the answer that the request asked for. */
  readonly answer?: number
}

interface Stated {
  readonly value: number
  readonly label: Label
  /** Whether it has the name of a window, so that it is one even where it is the largest. */
  readonly isWindow: boolean
}

/** A number as people and programs write it; not one inside of a name (`gpt-4-32k`) or of a path (`messages.12`). */
const NUMBER =
  /(?<![\w.#/@]|(?<![א-ת])-|-\d{1,3},)(?:\d{1,3}(?:[., _'’\u00a0\u202f]\d{3})+(?![\d\w])|\d{1,2}(?:,\d\d){1,3},\d{3}(?![\d\w])|\d+(?:\.\d+)?(?: ?[kKmM](?![\p{L}\d_/]))?(?!(?!tok)\w|-\d\d-\d|:\d))/gu
const MYRIAD = 10_000
/** "12万8千": of a myriad, what comes after it. */
const AFTER_MYRIAD = /^(\d{1,4}) ?(千|천)? ?/
/** "128 mil tokens", "12.8万 token". */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [
    /^ ?(?:mil|mille|mila|tausend|thousand|tys\.?|tis\.?|tisíc|тыс\.?|тис\.?|bin|ribu|nghìn|ngàn|ألف|هزار|हज़ार|천|千)(?!\p{L}) ?/iu,
    1_000,
  ],
  [/^ ?(?:万|萬|만(?! ?(?:사용|지원|처리|가능|허용))) ?/u, MYRIAD],
  [/^ ?(?:millions?|millionen|milioni|millones|milhões|mio\.?|mln\.?|млн\.?|百万)(?!\p{L}) ?/iu, 1_000_000],
]
/** SDKs put the status before the words: "400 maximum context length is 2500". */
const STATUS = /^\s{0,4}(?:error:? |status:? |http |error code: ?|<|\[)?[45]\d\d(?:[:,>\]]| status code|\b(?! ?tokens?| ?[>+<]))/i
/** "context window exceeds limit (2013)": a code that stands behind words which count nothing. A window would be rounder. */
const TRAILING_CODE = /^([^\d]*)\((\d{3,4})\)[\s.]*$/
const ROUND = 256
/** "1039: tokens limit exceeded": a code that stands before what it means. */
const CODE_BEFORE = /(?:^|[\w)\]-]:? ?)$/
const SIZE_BEFORE = /(?:ma(?:x|ks)\w*|l[ií]mit\w*|length|size|window|context|tokens?|of|is|than|has|have|=|>)\W{0,3}$/i
/** "error 1039". */
const CODE_NAME = /\b(?:error|code|errno)["'`]?[\s:=#]{1,3}$/i
const LONG_CODE_NAME = /\b(?:error|status)[ _]?code["'`]?[\s:=#]{1,3}$/i
/** "claude-3-haiku@20240307", "version 20240307". */
const DATE = /^20[123]\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/
const TOKENS = /token/i
/** A status in the middle of a sentence, and a name of a request: "status code: 400", "(400 Bad Request)", "<h1>400</h1>", "id: 021775". */
const NO_COUNT_BEFORE =
  /(?:status(?:[ _]code)?|_code|\bhttp|\bcode|error|\bids?|\b(?:returned|responded|replied|answered)(?: with)?)["'`]?\W{0,3}$/i
const NAME_BEFORE =
  /(?<!(?:prompt|input|token)[ _])\bids?["'`]?[\s:=#]{1,3}$|\b(?:user|organi[sz]ation|org|project|account|tenant|line|column|port|ref|pid)["'`]?[\s:=#]{1,3}$/i
/** "413 tokens_limit_reached": what a status stands in front of is a name. */
const NAME_AFTER = /^ [a-z]+_[a-z]/
/** "llmd[2231]: prompt too long": a process, as logs write it. */
const PROCESS_BEFORE = /^[\w.-]{1,40}\[$|[\s|][\w.-]{1,40}\[$/
/** "snowflake: 400 \"prompt exceeds …\"": who says it, and the status, before anything is said. */
const STATUS_AHEAD = /^[\w .-]{1,40}: ?$/
/** "Ошибка 400: …" */
const WORD_BEFORE = /(?:^|\p{L}|\p{M}) ?$/u
const STATUS_ALONE = /^[45]\d\d$/
const STATUS_AFTER = /^\)? ?(?:bad request|request entity|payload|unprocessable|internal|server error|client error|status|<\/)/i
const WINDOW_NAME = /\b(?:n_?ctx\w*|num_ctx|max_(?:model|seq\w*)_len\w*)["'`]?\W{0,3}$/i
/** Where a program was when it failed is no size. */
const FRAMES = /\n[ \t]{1,8}at [^\n]*/g
const LEAST = 100
const MOST = 100_000_000
/** A limit that is this much below the sent size is seldom meant if nothing says that it is a limit. */
const WELL_BELOW = 0.9
const MOST_TIMES_ALONE = 8
/** Counts of one thing do not lie further apart. */
const MOST_TIMES = 4

/**
 * The limit that a text states, and the count of what was refused. `sent` is what was refused, as far as we know: a number of which nothing
 * says what it is can only be a limit if it is smaller.
 *
 *     prompt is too long: 213462 tokens > 200000 maximum                      →  limit 200,000   actual 213,462
 *     maximum is 8192, you requested 8213 (7413 in messages, 800 in completion) →  limit 8,192   actual 7,413
 *     input length and `max_tokens` exceed: 170636 + 34048 > 200000           →  limit 200,000   actual 170,636   answer 34,048
 */
export function statedNumbers(said: string, sent?: number): StatedNumbers {
  const text = countingPart(said)
  const numbers = numbersIn(text)
  const compared = comparedIn(text, numbers)
  if (compared !== undefined) return compared
  const excess = excessIn(text)
  if (excess !== undefined) {
    const limit = numbers.find(({ value, label, isWindow }) => value !== excess && (isWindow || label === 'limit'))?.value
    return limit === undefined ? { excess } : { limit, excess }
  }
  const counts = numbers.filter((count) => count.label !== 'answer' && !isPart(count, numbers))
  const stated = counts.length === 1 ? alone(counts[0], sent) : together(text, numbers, counts)
  return { ...stated, ...answerIn(numbers) }
}

function answerIn(numbers: readonly Stated[]): Pick<StatedNumbers, 'answer'> {
  const [answer, ...others] = new Set(numbers.flatMap(({ value, label }) => (label === 'answer' ? [value] : [])))
  return answer === undefined || others.length > 0 ? {} : { answer }
}

/** Every number of a text that may be a count. */
export function countsIn(text: string): readonly number[] {
  return numbersIn(countingPart(text)).map(({ value }) => value)
}

function countingPart(said: string): string {
  // "0..8192"
  const text = said
    .replace(STATUS, '')
    .replace(FRAMES, '')
    .replace(/(?<=\d)\.\.(?=\d)/g, ' to ')
  if (TOKENS.test(text)) return text
  return text.replace(TRAILING_CODE, (all, words: string, code: string) => (Number(code) % ROUND === 0 ? all : words))
}

function numbersIn(text: string): readonly Stated[] {
  let last = 0
  return [...text.slice(0, 2_000).matchAll(NUMBER)].flatMap(({ 0: written, index: at }) => {
    const scale = SCALES.map(([words, times]) => ({ said: words.exec(text.slice(at + written.length))?.[0], times })).find(
      ({ said }) => said !== undefined,
    )
    const scaled = at + written.length + (scale?.said?.length ?? 0)
    const [more = '', rest = 0, thousands] = (scale?.times === MYRIAD && AFTER_MYRIAD.exec(text.slice(scaled))) || []
    const value =
      Math.round(decimalOf(written, scale !== undefined) * (scale?.times ?? 1)) + Number(rest) * (thousands ? 1_000 : 1)
    const end = scaled + more.length
    // It was read as a part of the one before.
    if (at < last) return []
    if (value < LEAST || value > MOST || isNoCount(written, text.slice(0, at), text.slice(end))) return []
    const label = labelOf(text.slice(Math.max(last, at - 80), at), text.slice(end, end + 50))
    last = end
    return label === 'other' ? [] : [{ value, label, isWindow: WINDOW_NAME.test(text.slice(0, at)) }]
  })
}

/** Names and statuses that are written as numbers. */
function isNoCount(written: string, before: string, after: string): boolean {
  if (written.startsWith('0') || NAME_BEFORE.test(before) || DATE.test(written)) return true
  if (/^: \p{L}/u.test(after) && /^\d{3,5}$/.test(written) && CODE_BEFORE.test(before) && !SIZE_BEFORE.test(before)) return true
  if (/^\d{3,5}$/.test(written) && CODE_NAME.test(before) && !/^ ?tokens?\b/i.test(after)) return true
  if (STATUS_ALONE.test(written) && /^ ?[:：]/.test(after) && WORD_BEFORE.test(before) && !SIZE_BEFORE.test(before)) return true
  if (LONG_CODE_NAME.test(before)) return true
  if (STATUS_ALONE.test(written) && (STATUS_AHEAD.test(before) || (before.trim() === '' && NAME_AFTER.test(after)))) return true
  if (/^\]: /.test(after) && PROCESS_BEFORE.test(before)) return true
  return STATUS_ALONE.test(written) && (NO_COUNT_BEFORE.test(before) || STATUS_AFTER.test(after) || /<$/.test(before))
}

/** Before "million", a point or a comma stands in front of a fraction. */
function decimalOf(written: string, isScaled: boolean): number {
  return isScaled && /^\d+[.,]\d{1,2}$/.test(written) ? Number(written.replace(',', '.')) : countOf(written)
}

function countOf(written: string): number {
  const [, digits = '', unit = ''] = /^([\d., _'’\u00a0\u202f]*?\d(?:\.\d+)?) ?([kKmM]?)$/.exec(written) ?? []
  const factor = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000
  const plain = /^\d+\.\d{1,2}$/.test(digits) || (unit !== '' && digits.includes('.')) ? digits : digits.replace(/[^\d]/g, '')
  return Math.round(Number(plain) * factor)
}

/** `A > B`, `A + B > C`, `A > B - C` and `A/B`, if the first part is the larger. */
function comparedIn(text: string, numbers: readonly Stated[]): StatedNumbers | undefined {
  const known = new Set(numbers.map(({ value }) => value))
  const [, sum = '', most = '', , less] =
    /(\d[\d,. +]{0,40}?)(?: ?tokens)? ?(?:>=?|&gt;) ?(\d[\d,.]{0,15})( ?- ?(\d[\d,]{0,15}))?/i.exec(text) ?? []
  const [first = '', ...others] = sum.split('+')
  const [actual, limit, answer] = [less ?? first, most, less === undefined ? (others[0] ?? '0') : sum].map(readPart)
  if (actual !== undefined && limit !== undefined && known.has(limit) && actual + (answer ?? 0) >= limit) {
    const isAnswer = answer !== undefined && (less === undefined ? others.length > 0 : answerIn(numbers).answer === answer)
    // Little may go in where much is to come out: "61 + 64000 > 16000".
    if (actual >= (isAnswer ? 1 : LEAST)) return { actual, limit, ...(isAnswer ? { answer } : {}) }
  }
  return pairIn(text) ?? sumIn(text, numbers)
}

/** "9000/8192", "41000 vs 40960". */
function pairIn(text: string): StatedNumbers | undefined {
  const [, first = '', second = ''] =
    /(?<![\d/.])(\d[\d,]{2,12}) ?(?:\/|vs\.?|versus) ?(\d[\d,]{2,12})(?![\d/])/i.exec(text) ?? []
  const [actual, limit] = [readPart(first), readPart(second)]
  return actual > limit && limit >= LEAST ? { actual, limit } : undefined
}

/** "(185,000 + 32,000) is over 200,000": what goes in and the answer are too much together. */
function sumIn(text: string, numbers: readonly Stated[]): StatedNumbers | undefined {
  const [, first = '', what = '', second = ''] =
    /(?<![\d/.])(\d[\d,.]{2,12})\)? ?\+ ?([a-z]{0,20}) ?\(?(\d[\d,.]{2,12})/i.exec(text) ?? []
  const [part, rest] = [readPart(first), readPart(second)]
  // "start (958) + length (1624) exceeds dimension size (2048)": both go in.
  if (/^(?:len|length|input|prompt|new|tail|chunk)$/i.test(what)) {
    const most = numbers.find(({ value }) => value > Math.max(part, rest) && value < part + rest)?.value
    return most === undefined ? undefined : { actual: part + rest, limit: most }
  }
  const [actual, answer] = [part, rest]
  const others = numbers.filter(({ value }) => value !== actual && value !== answer && value < actual + answer)
  const limit = (others.find(({ value }) => value > Math.max(actual, answer)) ?? others.find(({ value }) => value > answer))
    ?.value
  return limit === undefined ? undefined : { actual, limit, answer }
}

function readPart(part: string): number {
  return countOf(part.trim().replace(/[.,]$/, ''))
}

/** "exceeded by 3122 tokens", "3122 tokens over". */
function excessIn(text: string): number | undefined {
  const [, by, off, beyond, over] =
    /(?:exceed(?:s|ed|ing)?|over|too long|too large|beyond|above|reduce|shorten|trim|cut)\b[^;\n]{0,80}? by (?:about |at least |~)?(\d[\d,]{0,14}(?:\.\d)?(?: ?[km]\b)?)|(?:drop|remove|delete|cut|free|trim|prune|shed|omit|discard) (?:at least |about |another |~)?(\d[\d,]{0,14}) tokens|(?:überschr|überstei|превыш|перевищ|overschr)\p{L}{0,12}[^;\n]{0,80}? (?:um|на|met) (\d[\d,]{0,14})|(\d[\d,]{0,14}) (?:tokens? )?(?:over(?! \d| the \d| a \d)|too (?:many|long)|more than (?:is|are|was|were|the|it|what|this|allowed|permitted)\b(?! \d| \w+ \d))/iu.exec(
      text,
    ) ?? []
  const written = by ?? off ?? beyond ?? over
  return written === undefined ? undefined : countOf(written.replace(/,$/, ''))
}

/** What a single number is. Of one that is only said of what goes in, or of nothing, only the sent size tells. */
function alone(stated: Stated | undefined, sent: number | undefined): StatedNumbers {
  if (stated === undefined) return {}
  const { value, label } = stated
  if (label === 'limit') return { limit: value }
  if (sent === undefined) return {}
  if (label !== 'actual' && value < sent * WELL_BELOW && value * MOST_TIMES_ALONE > sent) return { limit: value }
  return label === 'actual' && value > sent / 2 && value < sent * 2 ? { actual: value } : {}
}

/** A limit is below what was refused: where the words leave it open, the order of the numbers tells. */
function together(text: string, numbers: readonly Stated[], counts: readonly Stated[]): StatedNumbers {
  const largest = Math.max(0, ...counts.map(({ value }) => value))
  const named = counts.filter(({ label }) => label === 'limit')
  const limit = named.find(({ isWindow }) => isWindow) ?? named.find(({ value }) => value < largest) ?? named[0]
  if (limit === undefined) return unnamed(text, counts)
  const others = counts.filter(({ value }) => value !== limit.value)
  const above = others.filter(({ value }) => value > limit.value)
  const actual = above.find(({ label }) => label === 'actual') ?? above[0]
  if (actual !== undefined) return { limit: limit.value, actual: withoutAnswer(text, actual.value, numbers) }
  const open = others.find(({ label, value }) => label !== 'actual' && value * MOST_TIMES > limit.value)
  if (open !== undefined && !limit.isWindow) return { limit: open.value, actual: limit.value }
  // What went in is below the limit, and too much together with the answer.
  const beside = numbers.some(({ label }) => label === 'answer') ? others.find(({ label }) => label === 'actual') : undefined
  return beside === undefined ? { limit: limit.value } : { limit: limit.value, actual: beside.value }
}

/** "tools (18,220), instructions (2,100) and input (390,010) sum to 410,330": what adds up to another number is a part of it, and no limit. */
function isPart(count: Stated, numbers: readonly Stated[]): boolean {
  const values = numbers.map(({ value }) => value)
  return values.some((_, from) => {
    let sum = 0
    for (let at = from; at < values.length; at += 1) {
      sum += values[at] ?? 0
      const isRun = at > from && values.includes(sum) && !values.slice(from, at + 1).includes(sum)
      if (isRun && numbers.slice(from, at + 1).includes(count)) return true
    }
    return false
  })
}

function unnamed(text: string, counts: readonly Stated[]): StatedNumbers {
  if (counts.length < 2) return {}
  const limit = Math.min(...counts.slice(0, 2).map(({ value }) => value))
  const actual = counts.find(({ value }) => value > limit)?.value
  return actual === undefined ? { limit } : { limit, actual: withoutAnswer(text, actual, counts) }
}

/** A sum that says how much of it was kept for the answer. */
function withoutAnswer(text: string, total: number, numbers: readonly Stated[]): number {
  const { answer: asked } = answerIn(numbers)
  const rest = numbers.find(({ value }) => asked !== undefined && Math.abs(total - asked - value) <= 1)
  if (rest !== undefined) return rest.value
  const [, answer] = /([\d,]{1,15}) (?:in|for|of) (?:the )?(?:completion|output|generation|answer)/i.exec(text) ?? []
  const kept = answer === undefined ? 0 : countOf(answer)
  return kept > 0 && kept < total ? total - kept : total
}
