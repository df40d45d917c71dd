import type { Entry } from '../../src/schema/entry.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import type { Claim } from './claims.ts'
import type { False, Truth } from './judge.ts'
import { plain } from './judge-commands.ts'
import type { Deed } from './log.ts'

type Verdict = Omit<False, 'claim'> | undefined

/** An answer, against the words that the agent ended with before it: if they hold several questions, one alone is a guess. */
export function judgeAnswer({ seq, question, answer, line }: Extract<Claim, { kind: 'answer' }>, { entries }: Truth): Verdict {
  const asked = wordsBefore(entries, seq)
  if (asked === undefined) return undefined
  const questions = questionsIn(asked.text)
  const quotations = [...line.matchAll(/“(.*?)”/g)].map(([, one = '']) => one)
  const quoted = quotations.map(head)
  const named = quotations.filter((one) => namesOption(answer, one))
  if (named.length > 0 && named.every((one) => isOptionOf(asked.text, one))) return undefined
  const isAsked = questions.some((one) => one.includes(head(question)))
  const unsaid = questions.filter((one) => !quoted.some((said) => one.includes(said)))
  if (isAsked && (unsaid.length === 0 || isMeant(answer, question, unsaid))) return undefined
  return {
    fault: 'answer to another question',
    evidence: { seq: asked.seq, words: questions.join(' / ') || plain(asked.text).slice(-200) },
  }
}

function head(text: string): string {
  return plain(text).replace(/…$/, '').slice(0, 80).trim()
}

const OPTION = /^([A-H]|\d{1,2}): (.+)$/s

/** Whether an answer has the letter or the number in front of what is quoted. */
function namesOption(answer: string, quotation: string): boolean {
  const label = OPTION.exec(quotation)?.[1]
  return (
    label !== undefined &&
    answer
      .toUpperCase()
      .split(/[^A-Z\d]+/)
      .includes(label)
  )
}

/** Whether the last line of a text that begins with the label goes on with the words behind it, or one has them as "#2 (…)". */
function isOptionOf(text: string, quotation: string): boolean {
  const [, label = '', words = ''] = OPTION.exec(quotation) ?? []
  const said = bare(head(words))
  const last = text
    .split('\n')
    .findLast((line) => new RegExp(`^[\\s|>*-]*(?:#{1,6} )?\\**(?:option )?\\(?${label}(?![\\w.]\\d|\\w)`, 'i').test(line))
  const rest = last === undefined ? '' : bare(last).replace(/^option/, '')
  return (
    rest.startsWith(`${label.toLowerCase()}${said}`) ||
    text
      .split(`#${label} (`)
      .slice(1)
      .some((one) => bare(one).startsWith(said))
  )
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The last words of the agent before an entry, if it did nothing in between. */
function wordsBefore(entries: readonly Entry[], seq: number): { readonly seq: number; readonly text: string } | undefined {
  for (const entry of entries.slice(0, seq).toReversed()) {
    if (entry.author === 'agent' && entry.kind === 'text' && /\S/.test(entry.text)) return { seq: entry.seq, text: entry.text }
    if (entry.kind === 'tool-call' || entry.kind === 'tool-result') return undefined
  }
  return undefined
}

/** Sentences with a question mark, outside of code. */
export function questionsIn(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?(?:```|$)/g, '\n').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll('?', ' '))
  const found = prose.split(/\n+|(?<=[.!?:])\s+/).filter((sentence) => /[?？]["”')*_]*\s*$/.test(sentence))
  return found.map(plain).filter((sentence) => /\p{L}{2}/u.test(sentence))
}

/** Whether an answer has words of the question that is quoted, and none of the others. */
function isMeant(answer: string, question: string, others: readonly string[]): boolean {
  const words = contentWords(answer)
  const shares = (text: string): boolean => [...contentWords(text)].some((word) => words.has(word))
  return shares(question) && !others.some(shares)
}

function contentWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [])
}

const LEAST = 12

/** Words that a summary takes from the arguments of a call, against what the person said to it: chosen, not chosen, refused. */
export function judgeOptions({ seq, text }: Extract<Claim, { kind: 'words' }>, { deeds, outcomes }: Truth): Verdict {
  const deed = deeds.get(seq)
  const outcome = outcomes.get(seq)
  // A line that only names the call says nothing of what it proposes.
  if (deed === undefined || outcome === undefined || text.includes(`: ${deed.tool}`)) return undefined
  if (outcome.ending === 'refused') return { fault: 'refused proposal told as said', evidence: outcome }
  const options = optionsIn(deed.args)
  if (options.length === 0 || deed.result === undefined) return undefined
  const answer = plain(deed.result.text)
  const said = plain(text)
  const other = options.find(
    ({ label, words }) => !answer.includes(`="${label}`) && words.some((one) => one.length >= LEAST && said.includes(one)),
  )
  return other === undefined
    ? undefined
    : { fault: 'option that was not chosen', evidence: { seq: deed.result.seq, words: `not chosen: ${other.label}; ${answer}` } }
}

interface Option {
  readonly label: string
  readonly words: readonly string[]
}

function optionsIn(value: Json): readonly Option[] {
  if (Array.isArray(value)) return value.flatMap(optionsIn)
  if (!isJsonObject(value)) return []
  const { options } = value
  if (!Array.isArray(options)) return Object.values(value).flatMap(optionsIn)
  return options.filter(isJsonObject).flatMap(({ label, description }) => {
    if (typeof label !== 'string') return []
    const first = typeof description === 'string' ? (plain(description).split(/(?<=[.!?]) /, 1)[0] ?? '') : ''
    return [{ label: plain(label), words: [plain(label), first] }]
  })
}

/** Answers that people gave to the questions of tools: what was asked, and what they said. */
export function toolAnswersIn({ deeds }: Truth): readonly { readonly deed: Deed; readonly answer: string }[] {
  return [...deeds.values()].flatMap((deed) => {
    if (optionsIn(deed.args).length === 0) return []
    const found = [...(deed.result?.text ?? '').matchAll(/"="([^"]+)"/g)]
    return found.map(([, answer = '']) => ({ deed, answer: plain(answer) }))
  })
}
