import '../know-all.ts'
import { readFileSync } from 'node:fs'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { createCompactor } from '../../src/index.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { requestIn } from '../engine.ts'
import { textOf } from '../session.ts'
import { type Judged, judgeCleared, judgeSummary, truthOf } from './judge.ts'
import { toolAnswersIn } from './judge-answers.ts'
import { plain } from './judge-commands.ts'

/** What one summary of a session stated. */
export interface Found {
  readonly session: string
  readonly size: string
  /** The summary of the whole log; the one in the request that the engine makes; the one after a second and a third compaction. */
  readonly view: 'page' | (typeof VIEWS)[number]
  readonly judged: Judged
  /** Answers to questions of tools, and how many of them the summary does not say. */
  readonly answers: number
  readonly unsaid: number
}

const tokenizer = bpeTokenizer()
const SUMMARY = /^\[Context Summary[^\n]*\n\[Summary /
/**
 * After which shares of the messages the engine compacts before it compacts everything, in half of the window. Every page is made of the
 * whole log, so in the same window a second compaction says what the only one would say, letter by letter. What is folded stays folded:
 * after earlier ones in a smaller window there is less of the conversation to show and more to sum up.
 */
const EARLIER = { request: [], second: [0.97], third: [0.9, 0.97] } as const
const VIEWS = ['request', 'second', 'third'] as const
const EARLIER_WINDOW = 0.5

/** Summarizes a session at three sizes, alone and through the engine with nothing set, and judges what is said. */
export async function checkSession(file: string): Promise<readonly Found[]> {
  const input = JSON.parse(readFileSync(file, 'utf8')) as Json
  const messages = isJsonObject(input) && Array.isArray(input['messages']) ? (input['messages'] as readonly Json[]) : []
  const session = file.split('/').slice(-2).join('/')
  const { entries } = ingest(EMPTY_STATE, neutral.readMessages(messages))
  const found: Found[] = []
  for (const { size, tokens } of sizesOf(entries)) {
    const base = { session, size }
    found.push({ ...base, view: 'page', ...judged(pageOf(entries, tokens), entries) })
    for (const view of VIEWS) {
      const shown = await shownIn(messages, tokens, view)
      for (const summary of shown.map(textOf).filter((text) => SUMMARY.test(text)))
        found.push({ ...base, view, ...judged(summary, entries) })
      found.push({ ...base, view, judged: judgeCleared(shown, entries), answers: 0, unsaid: 0 })
    }
  }
  return found
}

/** A tenth, a fifth, and what the product's own summary had, or three tenths if there is none. */
function sizesOf(entries: readonly Entry[]): readonly { readonly size: string; readonly tokens: number }[] {
  const all = entries.reduce((sum, entry) => sum + tokenizer.count(textOf(entry)), 0)
  const real = entries.findLast((entry) => entry.kind === 'text' && entry.foreignSummary === true)
  return [
    { size: '10 %', tokens: Math.floor(all * 0.1) },
    { size: '20 %', tokens: Math.floor(all * 0.2) },
    real === undefined
      ? { size: '30 %', tokens: Math.floor(all * 0.3) }
      : { size: 'real', tokens: tokenizer.count(textOf(real)) },
  ]
}

function pageOf(entries: readonly Entry[], tokens: number): string {
  return floorSummary({ log: readLog(entries), ...rangeOf(0, entries.length), tokens, shown: new Set(), tokenizer })
}

/** What the engine sends in a window of so many tokens; nothing if nothing can be sent. */
async function shownIn(messages: readonly Json[], window: number, view: (typeof VIEWS)[number]): Promise<readonly Entry[]> {
  const thread = await createCompactor({}).thread('facts')
  let from = 0
  for (const share of EARLIER[view]) {
    const end = Math.ceil(messages.length * share)
    await thread.append(messages.slice(from, end), { dialect: 'neutral' })
    await requestIn(thread, Math.floor(window * EARLIER_WINDOW))
    from = end
  }
  await thread.append(messages.slice(from), { dialect: 'neutral' })
  const request = await requestIn(thread, window)
  const sent = isJsonObject(request) && Array.isArray(request['messages']) ? (request['messages'] as readonly Json[]) : []
  return ingest(EMPTY_STATE, neutral.readMessages(sent)).entries
}

function judged(summary: string, entries: readonly Entry[]): Pick<Found, 'judged' | 'answers' | 'unsaid'> {
  const answers = toolAnswersIn(truthOf(entries, entries.length))
  const said = plain(summary)
  const unsaid = answers.filter(({ answer }) => !said.includes(answer.slice(0, 60))).length
  return { judged: judgeSummary(summary, entries), answers: answers.length, unsaid }
}
