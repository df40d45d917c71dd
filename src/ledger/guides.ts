import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import { nameValues } from './coverage-order.ts'
import { laysDown } from './cues.ts'
import { defused, shownName } from './defuse.ts'
import { oneLine } from './one-line.ts'
import { isProse } from './prose.ts'
import { type Gap, quotedPieces } from './quote.ts'
import type { CallReading } from './read-call.ts'
import type { ReadLog } from './read-log.ts'
import { givesOrder } from './rule-score.ts'
import { isStrict } from './rule-sentences.ts'
import { namesIn } from './same-words.ts'
import type { FileChange } from './shell-files.ts'
import { statementsOf } from './statements.ts'
import { FRAME_LINE } from './tool-knowledge.ts'

/** A file of rules for those who work on the project, as an agent read it. */
interface Guide {
  readonly seq: Seq
  readonly path: string
  readonly text: string
}

/** A sentence of it that lays something down. */
interface GuideRule {
  readonly guide: Guide
  readonly at: number
  readonly text: string
  readonly worth: number
}

/** How such files are called. */
const GUIDE =
  /(?:^|[\s"'/\\])(?:(?:AGENTS|CLAUDE|GEMINI|CONTRIBUTING|CONVENTIONS|copilot-instructions)\.mdx?|\.(?:cursorrules|windsurfrules|clinerules)|\.(?:agents|cursor\/rules|claude\/rules|github\/instructions)\/[\w.-]{1,60}\.mdc?)$/

/** One of these stands in every such name. */
const SIGN = /AGENTS|CLAUDE|GEMINI|CONTRIBUTING|CONVENTIONS|instructions|rules|agents/

/** Of such a file, so many characters are read. */
const MOST_READ = 24_000
const LONGEST_RULE = 240
/** The line number that some tools print before each line. */
const LINE_NUMBER = /^[^\S\n]*\d+(?:[→|:]\s?|-?\t)/gm
/** Of the margin by which a sentence of people is a rule, what one of such a file needs. */
const MARGIN = 0.5
const LONGEST_LINE = 600
/** What a rule is worth besides its names, and characters of what stands around it: short ones come first. */
const OF_ITSELF = 1
/** How much more one is worth that says "must", "never" or "always". */
const STRICT = 2
const LINE_LENGTH = 20

interface GuideOptions {
  readonly shown: ReadonlySet<Seq>
  /** The folder that paths are printed without. */
  readonly root: string
  readonly tokens: number
  readonly tokenizer: Tokenizer
}

/** A line that quotes such a file; of its entry, nothing else need be said. */
interface GuideLine {
  readonly seq: Seq
  readonly text: string
  readonly gap: Gap
}

/**
 * What files of rules say that an agent read, as data (L12): of their orders those about what was worked on, each file in one line, in at
 * most `tokens` tokens.
 */
export function guideLines(
  log: ReadLog,
  range: SeqRange,
  { shown, root, tokens, tokenizer }: GuideOptions,
): readonly GuideLine[] {
  const guides = guidesIn(log, range).filter(({ seq }) => !shown.has(seq))
  if (guides.length === 0) return []
  const { values } = nameValues(log.remarks(), log.entries.length)
  const worthOf = (text: string): number =>
    namesIn(text, log).reduce((sum, name) => sum + (values[name] ?? 0), OF_ITSELF) / (LINE_LENGTH + text.length)
  const rules = guides.flatMap((guide) => rulesOf(guide, worthOf)).toSorted((a, b) => b.worth - a.worth)
  const chosen = new Set<GuideRule>()
  let left = tokens
  for (const rule of rules) {
    const cost = tokenizer.count(rule.text) + 3
    if (cost > left) continue
    chosen.add(rule)
    left -= cost
  }
  return guides.flatMap((guide) => {
    const own = [...chosen].filter((rule) => rule.guide === guide).toSorted((a, b) => a.at - b.at)
    const label = `${handleOf(guide.seq)}, ${shownName(guide.path.startsWith(root) ? guide.path.slice(root.length) : guide.path)}`
    return quotedPieces(
      label,
      own.map(({ text }) => defused(text)),
      LONGEST_LINE,
    ).map((text) => ({ seq: guide.seq, text, gap: { from: 0, to: 0 } }))
  })
}

/** Each file as it was read last. */
function guidesIn({ entries, read }: ReadLog, { from, end }: SeqRange): readonly Guide[] {
  const guides = new Map<string, Guide>()
  for (let seq: number = from; seq < end; seq += 1) {
    const entry = entries[seq]
    if (entry?.kind !== 'tool-result' || entry.answers.kind !== 'call' || entry.envelope.outcome === 'failure') continue
    const call = entries[entry.answers.seq]
    const reading = call === undefined ? undefined : read(call).call
    const path = reading === undefined ? undefined : guideOf(reading)
    if (path !== undefined) guides.set(path, { seq: entry.seq, path, text: entry.text })
  }
  return [...guides.values()]
}

/** The only file that a call reads, if it is one of rules. */
function guideOf({ files, shellFiles, command }: CallReading): string | undefined {
  // Of nearly all calls, nothing is made to find that out.
  const isNamed = ([path]: FileChange): boolean => SIGN.test(path)
  if (!files.some(isNamed) && !shellFiles.some(isNamed) && (command === undefined || !SIGN.test(command))) return undefined
  const reads = [...files, ...shellFiles].filter(([, operation]) => operation === 'read').map(([path]) => path)
  const named = reads.length > 0 || command === undefined ? reads : command.split(/\s+/).filter((word) => GUIDE.test(word))
  const [path] = named
  return named.length === 1 && path !== undefined && GUIDE.test(path) ? path : undefined
}

function rulesOf(guide: Guide, worthOf: (text: string) => number): readonly GuideRule[] {
  const text = guide.text.slice(0, MOST_READ).replaceAll(LINE_NUMBER, '')
  return statementsOf(text)
    .filter(({ text: line }) => isProse(line) && line.length <= LONGEST_RULE && !FRAME_LINE.test(line) && !line.endsWith(':'))
    .filter(({ text: line }) => isStrict(line) || (givesOrder(line) && laysDown(line, MARGIN)))
    .map(({ at, text: line }) => ({
      guide,
      at,
      text: oneLine(line, LONGEST_RULE),
      worth: worthOf(line) * (isStrict(line) ? STRICT : 1),
    }))
}
