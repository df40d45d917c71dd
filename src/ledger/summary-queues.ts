import type { TextEntry } from '../schema/entry.ts'
import { handleOf } from '../schema/ids.ts'
import { defused, withoutBold } from './defuse.ts'
import { earlierGist } from './earlier-gist.ts'
import { earlierAt } from './earlier-summary.ts'
import { carriedOver, earlierLine, ruleLine, ruleTokens } from './heard.ts'
import { knownWork } from './known-work.ts'
import { type LaterRequests, laterRequests } from './later-requests.ts'
import { leftOpen } from './open-ends.ts'
import { PERSON_LABEL } from './page-layout.ts'
import type { Line } from './page-line.ts'
import { goOnsIn } from './phrases.ts'
import { type Queue, queueOf, SHARES, type SummaryScene } from './queue.ts'
import { partOf, quoteEntry, type Words } from './quote.ts'
import { isMarked } from './read-entry.ts'
import type { Candidate } from './remark-index.ts'
import { isOfPerson, requestWords } from './requests.ts'
import { type Rule, rulesIn } from './standing-rules.ts'
import type { SummaryPage } from './summary-page.ts'

/** Of a page, what task and rules of a summary from before may take. */
const EARLIER_SHARE = 0.4
/** Tokens of a handle, a fence and what says how much is left out. */
const AROUND_QUOTE = 28
/** Of a page, what one quotation takes at the most. */
const LONGEST_QUOTE = 0.6
/** Characters of a token, at the least. */
const SHORTEST_TOKENS = 3

/** Whether a text is longer than what one quotation of its section may take. */
export function isLongFor(section: 'task' | 'request' | 'earlier', entry: TextEntry, tokens: number): boolean {
  return requestWords(entry).length > tokens * SHARES[section].each * SHORTEST_TOKENS
}

/** What a summary says besides what the agent said: tasks and requests, rules, plan, files, commands. */
export function queuesOf(scene: SummaryScene): readonly Queue[] {
  const { log, from, end, shown, said, facts, task, later } = scene
  const work = knownWork()
  const isNew = (entry: TextEntry): boolean => !shown.has(entry.seq) && !said.has(entry.text)
  const heard = heardParts(scene)
  const { rules } = heard
  const ruled = new Set(rules.map(({ text }) => text))
  const asked = laterRequests(
    later.filter((entry) => isNew(entry) && !ruled.has(requestWords(entry).trim())),
    log,
  )
  return [
    { ...quoted(scene, 'task', present(task).filter(isNew), heard.taskTokens), isHeard: true },
    quoted(scene, 'state', present(facts.lastState)),
    ...present(work?.whereItStands(scene)).flat(),
    earlier(scene, heard.taskTokens),
    quoted(
      scene,
      'earlier',
      present(facts.foreignSummary).filter((entry) => log.earlier(entry).opening !== entry.text.trim()),
    ),
    queueOf(scene, 'constraint', rules, {
      line: (rule) => ({
        ...{ seq: rule.seq, text: ruleLine(ownRule(rule)), says: rule.text },
        ...(rule.remark.authority === 'user' ? { whose: 'person' } : {}),
      }),
      isSaid: (page, { seq, remark }) => page.quotes(seq, remark),
      isHeard: true,
    }),
    ...present(work?.guides(scene)),
    requests(scene, asked),
    ...present(work?.answers(scene)),
    ...present(work?.stepQueue(scene)),
    openEnds(scene),
    ...present(work?.filesAndCommands(scene)).flat(),
  ].filter(({ length }) => length > 0 && end > from)
}

/** A rule of the project, which the program around the agent read somewhere; a person's stays as it is. */
function ownRule(rule: Rule): Rule {
  return rule.remark.authority === 'user' ? rule : { ...rule, text: defused(rule.text) }
}

/** Files and other things that were only looked at: said if there is room to spare. */
export function lookedAt(scene: SummaryScene): readonly Queue[] {
  return knownWork()?.lookedAt(scene) ?? []
}

function quoted(scene: SummaryScene, section: Queue['section'], texts: readonly Words[], least = 0): Queue {
  const { log, tokenizer, tokens, longer, spare } = scene
  const { each } = SHARES[section]
  // Of summaries from before there is one: it may have all that is left.
  const usual = section === 'earlier' ? tokens * each + spare : tokens * Math.min(LONGEST_QUOTE, each * longer)
  const most = Math.max(least, usual)
  return queueOf(scene, section, texts, {
    line: (entry, room) => {
      // Where everything was said, what is left is theirs.
      const size = { tokens: longer === 1 ? most : Math.min(most, room - AROUND_QUOTE), tokenizer }
      const gist = section === 'earlier' && entry.kind === 'text' ? earlierGist(entry, size) : undefined
      return {
        seq: entry.seq,
        ...(entry.author === 'person' ? { whose: 'person' } : entry.author === 'agent' ? { whose: 'agent' } : {}),
        ...(gist ??
          quoteEntry(entry, { ...size, question: log.question(entry), source: log.remarks().repeating.get(entry.seq) })),
      }
    },
    // What is said in pieces is not said again as a whole.
    isSaid: (page, entry) => page.speaksOf(entry.seq) || (section === 'request' && isMostlyRules(page, entry)),
  })
}

/** Of a message, so much is said if its rules are. */
const MOSTLY = 0.9

/** Whether the rules that are said already are most of a message: nothing worth a line is left of it. */
function isMostlyRules(page: SummaryPage, { seq, text }: Words): boolean {
  const said = page.placed().filter((line) => line.section === 'constraint' && line.seq === seq)
  return said.reduce((sum, { says = '' }) => sum + says.length, 0) >= text.trim().length * MOSTLY
}

/** What people asked for since, and in one line how often they only said "go on". */
function requests(scene: SummaryScene, { quoted: asked, goOns }: LaterRequests): Queue {
  const own = quoted(scene, 'request', asked)
  const line = present(goOns).map(({ seq, count }) => ({ seq, text: `- ${goOnsIn(scene.language, count, handleOf(seq))}` }))
  const counted = queueOf(scene, 'request', line, { line: (made) => made })
  if (counted.length === 0) return own
  const isCounted = (index: number): boolean => index >= own.length
  return {
    ...own,
    length: own.length + counted.length,
    line: (index, room) => (isCounted(index) ? counted.line(index - own.length, room) : own.line(index, room)),
    isSaid: (page, index) => !isCounted(index) && own.isSaid(page, index),
  }
}

/** Task and rules of a summary from before, if the log does not hold what it sums up. */
function earlier(scene: SummaryScene, taskTokens: number): Queue {
  const { log, tokens, tokenizer, longer } = scene
  const most = Math.max(taskTokens, tokens * Math.min(LONGEST_QUOTE, SHARES.earlier.each * longer))
  const seq = earlierAt(log.entries, scene.from)?.seq ?? scene.from
  return queueOf(scene, 'earlier', carriedOver(scene), {
    line: (part) => {
      const { text } = partOf(part.text, { tokens: most, tokenizer, handle: handleOf(seq) })
      return { seq, text: earlierLine(seq, { ...part, text }), says: part.text }
    },
    share: EARLIER_SHARE,
    isHeard: true,
  })
}

/** What stands on a page around a task that is said in part. */
const AROUND_TASK = 64

/** The rules that stand, and how much of the task may be said beside them. */
interface HeardParts {
  readonly rules: readonly Rule[]
  readonly taskTokens: number
}

/**
 * Task and rules share what L15 gives them: the task has what the rules leave. The rules of a task that is quoted only in part are said like
 * any others.
 */
function heardParts(scene: SummaryScene): HeardParts {
  const { tokens, tokenizer, heard, facts, task, later } = scene
  const label = scene.layout.sectionOf({ section: 'constraint' })?.own === undefined ? PERSON_LABEL : ''
  const cost = (rules: readonly Rule[]): number =>
    heard === 0 ? 0 : rules.reduce((sum, rule) => sum + ruleTokens(rule, tokenizer, label), 0)
  const rules = standingRules(scene, later)
  const parts = carriedOver(scene).filter(({ what }) => what === 'rule')
  const carried = parts.reduce((sum, part) => sum + tokenizer.count(earlierLine(scene.end, part)) + 1, 0)
  // The page has an opening, and the task a heading and a fence.
  const room = Math.min(heard, tokens - AROUND_TASK) - carried
  const taskTokens = Math.max(0, room - cost(rules))
  if (task === undefined || !isLongFor('task', task, tokens)) return { rules, taskTokens }
  if (heard > 0 && tokenizer.count(requestWords(task)) <= taskTokens) return { rules, taskTokens }
  const all = standingRules(scene, facts.requests)
  return { rules: all, taskTokens: Math.max(0, room - cost(all)) }
}

function standingRules({ log, end, shown, said, facts }: SummaryScene, requests: readonly TextEntry[]): readonly Rule[] {
  const behind = log.entries.slice(end).filter(isOfPerson)
  return rulesIn(
    [...facts.instructions, ...requests, ...behind],
    log,
    ({ seq, text }) => seq < end && !shown.has(seq) && !said.has(text),
  )
}

/** What is left to do, besides the plan: checks that fail, what the agent said comes next, what it asked, comments of reviewers. */
function openEnds(scene: SummaryScene): Queue {
  const { facts, log, shown, said } = scene
  const index = log.remarks()
  const work = knownWork()
  const maySay = ({ seq, remark }: Candidate): boolean =>
    !shown.has(seq) && !said.has(remark.text) && !index.repeated.has(remark) && !isMarked(remark)
  const left = leftOpen(facts, log).filter(maySay)
  const ends = [...(work?.failing(scene) ?? []), ...left, ...(work?.commentLines(facts) ?? [])]
  return queueOf<Candidate | Pick<Line, 'seq' | 'text'>>(scene, 'open', ends, {
    line: (end) => ('text' in end ? end : { seq: end.seq, text: saidLine(end), says: end.remark.text }),
    isSaid: (page, end) => 'remark' in end && (page.quotes(end.seq, end.remark) || page.says(end.remark.text)),
  })
}

/** What the agent said, with its entry. */
function saidLine({ seq, remark }: Candidate): string {
  return `- ${withoutBold(defused(remark.text)).replaceAll(/\s+/g, ' ')} (${handleOf(seq)})`
}

function present<Fact>(fact: Fact | undefined): readonly Fact[] {
  return fact === undefined ? [] : [fact]
}
