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
  readonly tokens: number
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
  const lines = [...chooseLines(linesOf(facts, shown, tokens, tokenizer), room, tokenizer)]
  const print = (): string => [opening, ...printSections(lines, facts, shown)].join('\n')
  // Lines were priced one by one; where together they cost a little more, the least important go.
  while (lines.length > 0 && tokenizer.count(print()) > tokens) lines.pop()
  if (lines.length === 0) return ''
  // What it quotes may hold half a character, which no provider takes.
  return print().toWellFormed()
}

/** All lines that could be said, grouped by how they compete: one queue a section, best first. */
function linesOf(facts: Facts, shown: ReadonlySet<Seq>, tokens: number, tokenizer: Tokenizer): readonly (readonly Line[])[] {
  const make = (section: Section, seq: Seq, text: string): Line => ({ section, seq, text, tokens: tokenizer.count(text) + 1 })
  const [task, ...later] = facts.requests
  const asked = later.filter((request) => !shown.has(request.seq))
  return [
    task === undefined || shown.has(task.seq) ? [] : [make('task', task.seq, quote(task, tokens * TASK_SHARE, tokenizer))],
    facts.lastState === undefined
      ? []
      : [make('state', facts.lastState.seq, quote(facts.lastState, tokens * STATE_SHARE, tokenizer))],
    facts.foreignSummary === undefined
      ? []
      : [make('earlier', facts.foreignSummary.seq, quote(facts.foreignSummary, tokens * STATE_SHARE, tokenizer))],
    asked.toReversed().map((request) => make('requests', request.seq, quote(request, tokens * REQUEST_SHARE, tokenizer))),
    facts.files
      .toReversed()
      .map((file) => make('files', file.seq, `- ${file.path}: ${file.operation} (${timesOf(file.times)}${handleOf(file.seq)})`)),
    facts.commands
      .toReversed()
      .map((fact) => make('commands', fact.seq, `- ${oneLine(fact.command, 160)} → ${fact.outcome} (${handleOf(fact.seq)})`)),
  ]
}

function timesOf(times: number): string {
  return times === 1 ? '' : `${times}×, `
}

/** Takes from each queue in turn, so that every section gets its share, until the room is used up. */
function chooseLines(queues: readonly (readonly Line[])[], room: number, tokenizer: Tokenizer): readonly Line[] {
  const chosen: Line[] = []
  const opened = new Set<Section>()
  let left = room
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  for (let round = 0; round < longest && left > 0; round += 1) {
    for (const queue of queues) {
      const line = queue[round]
      if (line === undefined) continue
      const heading = opened.has(line.section) ? 0 : tokenizer.count(SECTIONS[line.section]) + 1
      if (line.tokens + heading > left) continue
      left -= line.tokens + heading
      opened.add(line.section)
      chosen.push(line)
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
