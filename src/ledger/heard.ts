import type { TextEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Heard } from '../schema/strategy.ts'
import { languageOf } from './languages/detect.ts'
import { headingIn } from './phrases.ts'
import { labelled } from './quote.ts'
import type { ReadLog } from './read-log.ts'
import { askedIn, isRequest, requestWords } from './requests.ts'
import { type Rule, rulesIn } from './standing-rules.ts'

/** A rule as a page says it. */
export function ruleLine({ seq, text }: Pick<Rule, 'seq' | 'text'>): string {
  return `- ${handleOf(seq)}: ${text}`
}

/** Words of a person that every request says, as a line says them. */
interface HeardLine {
  readonly seq: Seq
  readonly what: Heard['what']
  readonly words: string
  readonly line: string
}

/** What every request must say of people from an entry on (L15): the task and the rules that stand, each with what its line costs. */
export function heardFrom(log: ReadLog, from: Seq, tokenizer: Tokenizer): readonly Heard[] {
  return linesFrom(log, from).map(({ seq, what, line }) => ({ seq, what, tokens: tokenizer.count(line) + 1 }))
}

/** The same of a range as sections of a page, as far as one text says it and another does not. */
export function heardSections(log: ReadLog, { from, end }: SeqRange, says: (words: string) => boolean): readonly string[] {
  const lines = linesFrom(log, from).filter(({ seq, words }) => seq < end && says(words))
  const language = languageOf(lines.map(({ words }) => words))
  return (['task', 'rule'] as const).flatMap((what) => {
    const own = lines.filter((line) => line.what === what).map(({ line }) => line)
    return own.length === 0 ? [] : [`## ${headingIn(language, what === 'task' ? 'task' : 'constraint')}`, ...own]
  })
}

function linesFrom(log: ReadLog, from: Seq): readonly HeardLine[] {
  const requests = log.entries.slice(from).filter(isRequest)
  const { task } = askedIn(requests, log.entries, from)
  const rules = rulesIn(requests, log, () => true)
  return [
    ...(task === undefined ? [] : [taskLine(task)]),
    ...rules.map((rule) => ({ seq: rule.seq, what: 'rule' as const, words: rule.text, line: ruleLine(rule) })),
  ]
}

function taskLine(task: TextEntry): HeardLine {
  const words = requestWords(task)
  return { seq: task.seq, what: 'task', words, line: labelled(handleOf(task.seq), words) }
}
