import { excerptText, fitExcerpt } from '../log/excerpt.ts'
import type { Entry, TextEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { extractFacts, type Facts, oneLine } from './extract.ts'
import { fence } from './fence.ts'

/** Changes when the printed form changes, so that a stored summary tells how it was printed. */
export const SUMMARY_VERSION = 'v1.0'

/** Shares of the summary's tokens that one long text may take. */
const TASK_SHARE = 0.35
const STATE_SHARE = 0.2
const REQUEST_SHARE = 0.12

interface Line {
  readonly section: Section
  readonly seq: Seq
  readonly text: string
}

const SECTIONS = {
  task: '## Task, verbatim',
  earlier: '## Summary that another program wrote earlier',
  requests: '## What people asked since, verbatim',
  files: '## Files touched, with the last operation',
  commands: '## Commands, with outcome',
  state: '## Where it stood',
} as const
type Section = keyof typeof SECTIONS

/**
 * The deterministic summary: the task, what people asked since, files, commands and last state of entries `from` to `to`, in at
 * most `tokens` tokens; empty where not one line fits. It needs no model, quotes people word for word, and names the entry behind every line.
 */
export function floorSummary(options: {
  readonly entries: readonly Entry[]
  readonly from: Seq
  readonly to: Seq
  readonly tokens: number
  /** Entries that the prompt shows anyway. */
  readonly shown: ReadonlySet<Seq>
  readonly tokenizer: Tokenizer
}): string {
  const { entries, from, to, tokens, shown, tokenizer } = options
  const facts = extractFacts(entries, from, to)
  const opening = `[Summary ${SUMMARY_VERSION}] Entries ${handleOf(from)}–${handleOf(to)}, made without a model; every line names its entry.`
  const room = tokens - tokenizer.count(opening)
  const lines = [...chooseLines(queuesOf(facts, shown, tokens, tokenizer), room, tokenizer)]
  const print = (): string => [opening, ...printSections(lines, facts, shown)].join('\n')
  // Lines were priced one by one; where together they cost a little more, the least important go.
  while (lines.length > 0 && tokenizer.count(print()) > tokens) lines.pop()
  if (lines.length === 0) return ''
  // What it quotes may hold half a character, which no provider takes.
  return print().toWellFormed()
}

/** The lines of one section that could be said, best first. Made when their turn comes: most never are. */
interface Queue {
  readonly section: Section
  readonly length: number
  line(index: number): { readonly seq: Seq; readonly text: string }
}

function queuesOf(facts: Facts, shown: ReadonlySet<Seq>, tokens: number, tokenizer: Tokenizer): readonly Queue[] {
  const queue = <Fact extends { readonly seq: Seq }>(
    section: Section,
    newestLast: readonly Fact[],
    print: (fact: Fact) => string,
  ): Queue => ({
    section,
    length: newestLast.length,
    line(index) {
      const fact = newestLast[newestLast.length - 1 - index] as Fact
      return { seq: fact.seq, text: print(fact) }
    },
  })
  const quoted = (section: Section, entries: readonly TextEntry[], share: number): Queue =>
    queue(section, entries, (entry) => quote(entry, tokens * share, tokenizer))
  const present = (entry: TextEntry | undefined): readonly TextEntry[] => (entry === undefined ? [] : [entry])
  const [task, ...later] = facts.requests
  const isNew = (entry: TextEntry): boolean => !shown.has(entry.seq)
  return [
    quoted('task', present(task).filter(isNew), TASK_SHARE),
    quoted('state', present(facts.lastState), STATE_SHARE),
    quoted('earlier', present(facts.foreignSummary), STATE_SHARE),
    quoted('requests', later.filter(isNew), REQUEST_SHARE),
    queue(
      'files',
      facts.files,
      ({ path, operation, times, seq }) => `- ${path}: ${operation} (${timesOf(times)}${handleOf(seq)})`,
    ),
    queue(
      'commands',
      facts.commands,
      ({ command, outcome, seq }) => `- ${oneLine(command, 160)} → ${outcome} (${handleOf(seq)})`,
    ),
  ]
}

function timesOf(times: number): string {
  return times === 1 ? '' : `${times}×, `
}

/** A section is done when so many of its lines in a row were too long for what is left. */
const MOST_MISSES = 8

/** Takes from each queue in turn, so that every section gets its share, until the room is used up. */
function chooseLines(queues: readonly Queue[], room: number, tokenizer: Tokenizer): readonly Line[] {
  const chosen: Line[] = []
  const opened = new Set<Section>()
  const misses = new Map<Section, number>()
  let left = room
  let waiting = queues
  for (let round = 0; left > 0 && waiting.length > 0; round += 1) {
    waiting = waiting.filter(({ section, length }) => round < length && (misses.get(section) ?? 0) < MOST_MISSES)
    for (const { section, line } of waiting) {
      const { seq, text } = line(round)
      const tokens = tokenizer.count(text) + 1
      const heading = opened.has(section) ? 0 : tokenizer.count(SECTIONS[section]) + 1
      const fits = tokens + heading <= left
      misses.set(section, fits ? 0 : (misses.get(section) ?? 0) + 1)
      if (!fits) continue
      left -= tokens + heading
      opened.add(section)
      chosen.push({ section, seq, text })
    }
  }
  return chosen
}

function printSections(lines: readonly Line[], facts: Facts, shown: ReadonlySet<Seq>): readonly string[] {
  const asked = facts.requests.slice(1).filter((request) => !shown.has(request.seq))
  const totals: Readonly<Record<Section, number>> = {
    task: 1,
    earlier: 1,
    requests: asked.length,
    files: facts.files.length,
    commands: facts.commands.length,
    state: 1,
  }
  return (Object.keys(SECTIONS) as Section[]).flatMap((section) => {
    const own = lines.filter((line) => line.section === section).sort((a, b) => a.seq - b.seq)
    if (own.length === 0) return []
    const missing = totals[section] - own.length
    return [missing > 0 ? `${SECTIONS[section]} (${missing} more)` : SECTIONS[section], ...own.map((line) => line.text)]
  })
}

/** Anything that a reader may take for the end of the line, or for a fence. */
const NEEDS_FENCE = /[\n\v\f\r\u0085\u2028\u2029]|~~~/

/** A person's or the agent's words, verbatim, head and tail where they are long. */
function quote(entry: TextEntry, tokens: number, tokenizer: Tokenizer): string {
  const handle = handleOf(entry.seq)
  const size = tokenizer.count(entry.text)
  const most = Math.max(24, Math.floor(tokens))
  const text =
    size <= most
      ? entry.text
      : excerptText(
          entry.text,
          fitExcerpt({
            text: entry.text,
            size,
            tokens: most,
            count: (excerpt) => tokenizer.count(excerptText(entry.text, excerpt, handle)),
          }),
          handle,
        )
  return NEEDS_FENCE.test(text) ? `- ${handle}:\n${fence(text)}` : `- ${handle}: ${text}`
}
