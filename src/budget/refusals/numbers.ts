/** What a refusal says about sizes, in the provider's own count. */
interface StatedNumbers {
  readonly limit?: number
  readonly actual?: number
  readonly excess?: number
}

interface Stated {
  readonly value: number
  readonly label: 'limit' | 'actual' | undefined
}

/** A number as people and programs write it; not one inside of a name (`gpt-4-32k`) or of a path (`messages.12`). */
const NUMBER = /(?<![\w.#/-])\d{1,3}(?:[., _'  ]\d{3})+(?![\d\w])|(?<![\w.#/-])\d+(?:\.\d+)?(?: ?[kKmM](?![\w/]))?(?!\w)/g

const LIMIT_WORDS =
  /max|limit|window|allow|up to|at most|support|context (?:length|size)|capacity|n_ctx|should be|no more than|最大|最多|上限|限制|最長|최대|제한|límite|limite|máximo|massim|höchst|grenze|maximal|лимит|максим|предел|plafond/gi
const ACTUAL_WORDS =
  /request(?:ed|s)?\b|input|prompt|got\b|\bhas\b|have|contain|sent|receiv|count|your|result|currently|used|provided|实际|当前|请求|您的|你的|输入|実際|入力|실제|요청|입력|solicit|entrada|demand|entrée|eingabe|enthält|anfrage|запрос|получен|содерж/gi

/** SDKs put the status before the words: "400 maximum context length is 2500". */
const STATUS = /^\s{0,4}(?:error |status |http |error code: ?)?[45]\d\d(?:[:,]|\b(?! ?tokens?| ?[>+<]))/i
const LEAST = 100
const MOST = 100_000_000

/**
 * The limit that a text states, and the count of what was refused.
 *
 *     prompt is too long: 213462 tokens > 200000 maximum                      →  limit 200,000   actual 213,462
 *     maximum is 8192, you requested 8213 (7413 in messages, 800 in completion) →  limit 8,192   actual 7,413
 *     input length and `max_tokens` exceed: 170636 + 34048 > 200000           →  limit 200,000   actual 170,636
 */
export function statedNumbers(said: string): StatedNumbers {
  const text = said.replace(STATUS, '')
  const [, by] = /exceed\w* [\w ]{0,40}?by ([\d,]{1,15})/i.exec(text) ?? []
  if (by !== undefined) return { excess: countOf(by) }
  const stated = numbersIn(text)
  const compared = comparedIn(text, stated)
  if (compared !== undefined) return compared
  const limit = limitIn(stated)
  if (limit === undefined) return {}
  const actual = actualIn(stated, limit)
  return actual === undefined ? { limit } : { limit, actual: withoutAnswer(text, actual) }
}

/** Every number of a text that may be a count. */
export function countsIn(text: string): readonly number[] {
  return numbersIn(text.replace(STATUS, '')).map(({ value }) => value)
}

function numbersIn(text: string): readonly Stated[] {
  return [...text.slice(0, 2_000).matchAll(NUMBER)].flatMap((match) => {
    const value = countOf(match[0])
    if (value < LEAST || value > MOST) return []
    return [{ value, label: labelOf(text, match.index, match[0].length) }]
  })
}

function countOf(written: string): number {
  const [, digits = '', unit = ''] = /^([\d., _'  ]*?\d(?:\.\d+)?) ?([kKmM]?)$/.exec(written) ?? []
  const factor = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000
  const plain = /^\d+\.\d{1,2}$/.test(digits) || (unit !== '' && digits.includes('.')) ? digits : digits.replace(/[^\d]/g, '')
  return Math.round(Number(plain) * factor)
}

/** `A > B`, and `A + B > C`. */
function comparedIn(text: string, stated: readonly Stated[]): StatedNumbers | undefined {
  const [, left = '', right = ''] = /(\d[\d,. +]{0,40}?)(?: ?tokens)? ?> ?(\d[\d,.]{0,15})/i.exec(text) ?? []
  const [actual, limit] = [left.split('+')[0] ?? '', right].map((part) => countOf(part.trim().replace(/[.,]$/, '')))
  if (actual === undefined || limit === undefined) return undefined
  const known = new Set(stated.map(({ value }) => value))
  return known.has(actual) && known.has(limit) ? { actual, limit } : undefined
}

/** What stands nearest before a number says what it is; failing that, what follows it. */
function labelOf(text: string, at: number, length: number): Stated['label'] {
  const before = text.slice(Math.max(0, at - 60), at)
  const [limit, actual] = [lastMatch(before, LIMIT_WORDS), lastMatch(before, ACTUAL_WORDS)]
  const after = text.slice(at + length, at + length + 30)
  if (/^(?: tokens?)? ?(?:max|limit|context|上限)/i.test(after)) return 'limit'
  if (limit < 0 && actual < 0) return undefined
  return limit > actual ? 'limit' : 'actual'
}

function lastMatch(text: string, words: RegExp): number {
  return [...text.matchAll(words)].at(-1)?.index ?? -1
}

function limitIn(stated: readonly Stated[]): number | undefined {
  const named = stated.find(({ label }) => label === 'limit')
  if (named !== undefined) return named.value
  return stated.length < 2 ? undefined : Math.min(...stated.slice(0, 2).map(({ value }) => value))
}

function actualIn(stated: readonly Stated[], limit: number): number | undefined {
  const others = stated.filter(({ value }) => value !== limit)
  return (others.find(({ label, value }) => label === 'actual' && value > limit) ?? others.find(({ value }) => value > limit))
    ?.value
}

/** A sum that says how much of it was kept for the answer. */
function withoutAnswer(text: string, total: number): number {
  const [, answer] = /([\d,]{1,15}) (?:in|for|of) (?:the )?(?:completion|output)/i.exec(text) ?? []
  const kept = answer === undefined ? 0 : countOf(answer)
  return kept > 0 && kept < total ? total - kept : total
}
