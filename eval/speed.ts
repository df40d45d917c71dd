import './know-all.ts'
import { floorSummary } from '../src/ledger/floor-summary.ts'
import { readLog } from '../src/ledger/read-log.ts'
import type { Entry } from '../src/schema/entry.ts'
import { seqOf } from '../src/schema/ids.ts'
import { rangeOf } from '../src/schema/range.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import { cutPoints, textOf } from './session.ts'

const tokenizer = bpeTokenizer()
const LOG_TOKENS = 250_000
const SUMMARY_TOKENS = 8_000
const RUNS = 9

export interface Speed {
  /** Tokens of the log that was measured. */
  readonly tokens: number
  /** Millions of characters read in a second, of entries that were not read before. */
  readonly reading: number
  /** Milliseconds to fold and choose a summary once everything is read, the log never seen by the chooser before. */
  readonly choosing: number
}

/** How fast a log of 250,000 tokens is read, and a summary of it chosen. The fastest of a few runs: what else the machine does is not ours. */
export function measureSpeed(files: readonly string[]): Speed {
  const log = logOf(files)
  const characters = log.reduce((sum, entry) => sum + textOf(entry).length, 0)
  const reading = fastest(() => readLog(log).grow())
  const choosing = fastestAfter(
    () => {
      // The entries were read, and nothing was chosen of them yet.
      const read = readLog(log)
      read.grow()
      return read
    },
    (read) => floorSummary({ log: read, ...rangeOf(0, log.length), tokens: SUMMARY_TOKENS, shown: new Set(), tokenizer }),
  )
  const tokens = log.reduce((sum, entry) => sum + tokenizer.count(textOf(entry)), 0)
  return { tokens, reading: characters / reading / 1_000, choosing }
}

export function printSpeed({ tokens, reading, choosing }: Speed): string {
  const size = tokens.toLocaleString('en')
  return `a log of ${size} tokens: read at ${reading.toFixed(1)} MB/s, folded and chosen in ${choosing.toFixed(1)} ms`
}

/** Sessions one after the other, until there is enough. */
function logOf(files: readonly string[]): readonly Entry[] {
  const log: Entry[] = []
  let tokens = 0
  for (const file of files) {
    for (const entry of cutPoints(file).at(-1)?.before ?? []) {
      if (tokens >= LOG_TOKENS) return log
      tokens += tokenizer.count(textOf(entry))
      log.push({ ...entry, seq: seqOf(log.length) })
    }
  }
  return log
}

function fastest(run: () => unknown): number {
  return fastestAfter(() => undefined, run)
}

function fastestAfter<Given>(prepare: () => Given, run: (given: Given) => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const given = prepare()
    const started = performance.now()
    run(given)
    return performance.now() - started
  })
  return Math.min(...times)
}
