import { measureEntry, measureShell } from '../budget/measure.ts'
import { fingerprintOfJson, nextHash } from '../log/chain.ts'
import type { RulesOf } from '../schema/count-rules.ts'
import type { Entry } from '../schema/entry.ts'
import type { Hash, Measure, Tokenizer } from '../schema/ports.ts'
import { byteLength } from './byte-length.ts'
import { entryJson } from './entry-json.ts'

/** Changes with the rules of `measureEntry` and `measureShell`: counts by other rules are not taken over. */
const RULES = 1

/** A longer text is estimated first if the tokenizer can do that, unless it is counted as quickly. */
const LONG = 4_096

/** Finds out about entries what the log keeps beside them. */
export interface Measurer {
  /** False while long texts are estimated. */
  isExact: boolean
  /** True if the tokenizer can estimate. */
  readonly estimates: boolean
  /** The measures of entries that follow the chain hash `last`. `at` is when those were appended of which nothing is known. */
  measures(entries: readonly Entry[], known: readonly (Measure | null)[], last: string, at?: number): readonly Measure[]
  /** The same measure with an exact count. */
  sharpened(measure: Measure, entry: Entry): Measure
}

interface MeasurerPorts {
  readonly tokenizer: Tokenizer
  readonly rules: RulesOf
  readonly hash: Hash
  readonly secret: () => string
}

/** Far below the trigger an estimate of long texts does; near it they are counted. */
export function measurer(ports: MeasurerPorts): Measurer {
  const { tokenizer, rules, hash, secret } = ports
  const counter = `${tokenizer.name}/${RULES}`
  const estimates = tokenizer.estimate !== undefined
  const quick = quickly(tokenizer)
  const made: Measurer = {
    isExact: !estimates,
    estimates,
    measures(entries, known, before, now) {
      let last = before
      return entries.map((entry, index) => {
        const found = known[index] ?? undefined
        const written = found === undefined ? entryJson(entry) : undefined
        const fingerprint = found?.fingerprint ?? fingerprintOfJson(written?.json ?? JSON.stringify(entry), hash, secret())
        // What another process found out is taken over: the hashes always, the counts if they were made by the same rules.
        last = found?.hash ?? nextHash(last, fingerprint, hash)
        if (found?.counter === counter) return found
        quick.hasEstimated = false
        const tokens = measureEntry(entry, made.isExact || !isLong(entry) ? tokenizer : quick, rules)
        const exact = !quick.hasEstimated
        const frame = entry.message.block === 0 ? measureShell(entry.message.shell, tokenizer, rules) : 0
        const at = found === undefined ? now : found.at
        const time = at === undefined ? {} : { at }
        return {
          exact,
          counter,
          tokens,
          bytes: written?.rawBytes ?? byteLength(entry.raw),
          frame,
          hash: last,
          fingerprint,
          ...time,
        }
      })
    },
    sharpened: (measure, entry) => ({ ...measure, tokens: measureEntry(entry, tokenizer, rules), exact: true }),
  }
  return made
}

interface QuickTokenizer extends Tokenizer {
  hasEstimated: boolean
}

function quickly(tokenizer: Tokenizer): QuickTokenizer {
  const made: QuickTokenizer = {
    name: tokenizer.name,
    hasEstimated: false,
    count(text) {
      const count = text.length > LONG ? tokenizer.quick?.(text) : tokenizer.count(text)
      if (count !== undefined) return count
      made.hasEstimated = true
      return tokenizer.estimate?.(text) ?? tokenizer.count(text)
    },
  }
  return made
}

function isLong(entry: Entry): boolean {
  if (entry.kind === 'tool-call') return entry.input.length > LONG
  return 'text' in entry && entry.text.length > LONG
}
