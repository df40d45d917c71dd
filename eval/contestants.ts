import './know-all.ts'
import { floorSummary } from '../src/ledger/floor-summary.ts'
import { readLog } from '../src/ledger/read-log.ts'
import type { Entry } from '../src/schema/entry.ts'
import type { Seq } from '../src/schema/ids.ts'
import { rangeOf } from '../src/schema/range.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import { enginePrompt, promptInWindow } from './engine.ts'
import type { CutPoint } from './session.ts'
import { plainTextOf, textOf } from './session.ts'
import { identifiersIn } from './words.ts'

const tokenizer = bpeTokenizer()

/** One way to make a prompt of `tokens` tokens out of what came before a cut. */
export interface Contestant {
  readonly name: string
  prompt(point: CutPoint, tokens: number): string | Promise<string>
}

/** Shares of the tokens that the summary gets; the newest messages get the rest. */
const SUMMARY_SHARES = [0.3, 0.5, 0.7, 1] as const

/** What is measured: what others do, what nothing can beat, and ours with several shares for the summary. */
export const CONTESTANTS: readonly Contestant[] = [
  { name: 'tail', prompt: ({ before }, tokens) => tailOf(before.map(textOf), tokens) },
  { name: 'masking + tail', prompt: ({ before }, tokens) => tailOf(before.map(masked), tokens) },
  { name: 'identifier list', prompt: ({ before }, tokens) => identifierList(before, tokens) },
  ...SUMMARY_SHARES.map((share) => ({
    name: `ours, summary ${share * 100} %`,
    prompt: (point: CutPoint, tokens: number) => summaryAndTail(point.before, tokens, share),
  })),
  { name: 'the engine as it is', prompt: enginePrompt },
  { name: 'the engine in that window', prompt: promptInWindow },
  { name: 'whole history', prompt: ({ before }) => before.map(textOf).join('\n') },
]

/** The newest texts that fit, the oldest of them by its end. */
function tailOf(texts: readonly string[], tokens: number): string {
  return cutTail(texts, tokens).text
}

function cutTail(texts: readonly string[], tokens: number): { readonly text: string; readonly from: number } {
  let left = tokens
  let from = texts.length
  for (; from > 0; from -= 1) {
    const size = tokenizer.count(texts[from - 1] ?? '')
    if (size > left) break
    left -= size
  }
  const rest = texts.slice(from)
  const next = texts[from - 1]
  if (next !== undefined && left > 50) rest.unshift(endOf(next, left))
  return { text: rest.join('\n'), from }
}

function endOf(text: string, tokens: number): string {
  let end = text.slice(-tokens * 4)
  while (tokenizer.count(end) > tokens) end = end.slice(Math.ceil(end.length / 10))
  return end
}

/** The tool outputs replaced by their size, everything else as it is. */
function masked(entry: Entry): string {
  return entry.kind === 'tool-result' && entry.text.length > 200 ? `[${entry.text.length} characters of output]` : textOf(entry)
}

/** Names alone, the newest first. */
function identifierList(before: readonly Entry[], tokens: number): string {
  const names = new Set<string>()
  for (const entry of before.toReversed()) for (const { name } of identifiersIn(plainTextOf(entry)).toReversed()) names.add(name)
  const chosen: string[] = []
  let left = tokens
  for (const name of names) {
    left -= tokenizer.count(name) + 1
    if (left < 0) break
    chosen.push(name)
  }
  return chosen.join('\n')
}

function summaryAndTail(before: readonly Entry[], tokens: number, share: number): string {
  const room = Math.floor(tokens * share)
  const { text, from } = cutTail(before.map(textOf), tokens - room)
  if (from === 0) return text
  const shown = new Set<Seq>()
  const summary = floorSummary({ log: readLog(before), ...rangeOf(0, from), tokens: room, shown, tokenizer })
  // What the summary does not use goes to the newest messages.
  const spare = tokens - tokenizer.count(summary)
  return share === 1 ? summary : `${summary}\n${spare > tokens - room + 50 ? tailOf(before.map(textOf), spare) : text}`
}
