import type { TextEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Heard } from '../schema/strategy.ts'
import { defused } from './defuse.ts'
import { type EarlierReading, earlierAt } from './earlier-summary.ts'
import { languageOf } from './languages/detect.ts'
import { headingIn } from './phrases.ts'
import { labelled, quotedData } from './quote.ts'
import type { ReadLog } from './read-log.ts'
import { askedIn, isRequest, requestWords } from './requests.ts'
import { type Rule, rulesIn } from './standing-rules.ts'

/** A rule as a page says it. */
export function ruleLine({ seq, text }: Pick<Rule, 'seq' | 'text'>): string {
  return `- ${handleOf(seq)}: ${text}`
}

/** A line of what a summary from before says: its own words, which nobody is quoted by. */
export function earlierLine(seq: Seq, { what, text }: EarlierPart): string {
  return quotedData(`${handleOf(seq)}, ${what}`, defused(text))
}

/** The task, or a rule, as a summary from before has it; or how it begins, if it does not say which of it is the task. */
interface EarlierPart {
  readonly what: 'task' | 'beginning' | 'rule'
  readonly text: string
}

/** What must be carried over of a summary from before. */
export function earlierParts({ task, opening, rules }: EarlierReading): readonly EarlierPart[] {
  const first: EarlierPart = task === undefined ? { what: 'beginning', text: opening } : { what: 'task', text: task }
  return [first, ...rules.map((text) => ({ what: 'rule' as const, text }))].filter(({ text }) => text !== '')
}

/** What of that a page has to say of a range. */
export function carriedOver({
  log,
  from,
  end,
  shown,
  said,
}: SeqRange & {
  readonly log: ReadLog
  readonly shown: ReadonlySet<Seq>
  readonly said: ReadonlySet<string>
}): readonly EarlierPart[] {
  const entry = earlierAt(log.entries, from)
  if (entry === undefined || entry.seq >= end || shown.has(entry.seq)) return []
  return earlierParts(log.earlier(entry)).filter(({ text }) => !said.has(text))
}

/** Words of a person that every request says, as a line says them; or of a summary that stands for what they said. */
interface HeardLine {
  readonly seq: Seq
  readonly what: Heard['what'] | 'earlier'
  readonly words: string
  readonly line: string
}

/** What every request must say of people from an entry on (L15): the task and the rules that stand, each with what its line costs. */
export function heardFrom(log: ReadLog, from: Seq, tokenizer: Tokenizer, label = ''): readonly Heard[] {
  const lines = linesFrom(log, from).map(({ seq, what, line }) => ({ seq, what, tokens: tokenizer.count(label + line) + 1 }))
  const earlier = lines.filter(({ what }) => what === 'earlier')
  const tokens = earlier.reduce((sum, line) => sum + line.tokens, 0)
  // A summary's task and rules come from one entry: they are there together, or not.
  const [first] = earlier
  return [
    ...(first === undefined ? [] : [{ seq: first.seq, what: 'task' as const, tokens, ...beginningOf(log, from) }]),
    ...lines.flatMap(({ what, ...line }) => (what === 'earlier' ? [] : [{ what, ...line }])),
  ]
}

/** Where the beginning of a summary from before ends, if that is all of it that must be said. */
function beginningOf(log: ReadLog, from: Seq): Pick<Heard, 'until'> {
  const entry = earlierAt(log.entries, from)
  const parts = entry === undefined ? [] : earlierParts(log.earlier(entry))
  const [only] = parts
  if (entry === undefined || parts.length !== 1 || only?.what !== 'beginning') return {}
  const at = entry.text.indexOf(only.text)
  return at === -1 ? {} : { until: at + only.text.length }
}

/** The same of a range as sections of a page, as far as one text says it and another does not. */
export function heardSections(log: ReadLog, { from, end }: SeqRange, says: (words: string) => boolean): readonly string[] {
  const lines = linesFrom(log, from).filter(({ seq, words }) => seq < end && says(words))
  const language = languageOf(lines.map(({ words }) => words))
  return (['task', 'earlier', 'rule'] as const).flatMap((what) => {
    const own = lines.filter((line) => line.what === what).map(({ line }) => line)
    return own.length === 0 ? [] : [`## ${headingIn(language, what === 'rule' ? 'constraint' : what)}`, ...own]
  })
}

function linesFrom(log: ReadLog, from: Seq): readonly HeardLine[] {
  const requests = log.entries.slice(from).filter(isRequest)
  const { task } = askedIn(requests, log.entries, from)
  const earlier = earlierAt(log.entries, from)
  const parts = earlier === undefined ? [] : earlierParts(log.earlier(earlier))
  const rules = rulesIn(requests, log, () => true)
  return [
    ...(task === undefined ? [] : [taskLine(task)]),
    ...parts.map((part) => {
      const seq = earlier?.seq ?? from
      return { seq, what: 'earlier' as const, words: part.text, line: earlierLine(seq, part) }
    }),
    ...rules.map((rule) => ({ seq: rule.seq, what: 'rule' as const, words: rule.text, line: ruleLine(rule) })),
  ]
}

function taskLine(task: TextEntry): HeardLine {
  const words = requestWords(task)
  return { seq: task.seq, what: 'task', words, line: labelled(handleOf(task.seq), words) }
}
