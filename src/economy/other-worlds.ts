import type { PriceSheet, StepTokens } from '../schema/price-sheet.ts'
import type { StepOtherwise } from '../schema/thread-cost.ts'
import { ratesAt } from './price-sheet.ts'
import { stepCost } from './step-cost.ts'

/** Two sessions that did not happen, in sizes alone: one that was never compacted, and one that was above 95 % of the window. */
export interface OtherWorlds {
  /** Tokens of history, by our count. */
  readonly whole: number
  readonly late: number
  /** Tokens of the last prompts, as the provider counts: there and here. */
  readonly last: { readonly whole: number; readonly late: number; readonly here: number }
  /** Of what a call shares with the one before it, the share that was read from the cache. */
  readonly hit: number
}

/** What a call that was made tells about those that were not. */
export interface CallHere {
  readonly sheet: PriceSheet | undefined
  readonly tokens: StepTokens
  /** System and tools, and what history has grown by since the last call, by our count. */
  readonly fixed: number
  readonly grown: number
  /** History as it is if this is the first call, or the first of a new context. */
  readonly begins: number | undefined
  /** The provider's tokens for one of ours. */
  readonly perCount: number
  /** What the model sees was changed since the last call: what it read from the cache says little about the cache. */
  readonly isChanged: boolean
  /** The cache was cold, or is that of another model: that is so in all worlds, and says nothing of the next call. */
  readonly isCold: boolean
  /** More tokens than this the late rule does not let through, as the provider counts. */
  readonly most: number
  /** Tokens of history that a compaction keeps, by our count, and of the summary that a model writes for it; 0 if none does. */
  readonly kept: number
  readonly asked: number
}

interface Onwards {
  readonly worlds: OtherWorlds
  readonly uncompacted: StepOtherwise
  readonly late: StepOtherwise & { readonly isCompacted: boolean }
}

/**
 * Goes on in both worlds by one call. What is read from the cache there is as sure as here, and what is not is written or new as here.
 *
 *     here 30,000, of which 29,000 read · never compacted: 90,000, of which 89,000 read · late: above the mark, so 23,000, all but system written
 */
export function goOn(before: OtherWorlds | undefined, call: CallHere): Onwards {
  const { tokens, fixed, begins, perCount, most, kept } = call
  const old = before === undefined || begins !== undefined ? afresh(before, begins ?? call.grown) : before
  const grown = begins === undefined ? call.grown : 0
  const here = tokens.read + tokens.written + tokens.new
  const { hit, lasting } = hitOf(old, call)
  const promptOf = (history: number): number => Math.round((fixed + history) * perCount)
  const whole = old.whole + grown
  const isCompacted = promptOf(old.late + grown) > most && old.late + grown > kept
  const late = isCompacted ? kept : old.late + grown
  const prompts = { whole: promptOf(whole), late: promptOf(late) }
  const shared = isCompacted ? promptOf(0) : old.last.late
  const question = isCompacted ? askingCost(call, promptOf(old.late + grown), hit) : 0
  const cost = callCost(call, prompts.late, readThere(old, call, prompts.late, shared * hit))
  return {
    worlds: { whole, late, last: { ...prompts, here }, hit: lasting },
    uncompacted: {
      prompt: prompts.whole,
      dollars: callCost(call, prompts.whole, readThere(old, call, prompts.whole, old.last.whole * hit)),
    },
    late: { prompt: prompts.late, dollars: cost === null ? null : cost + question, isCompacted },
  }
}

function afresh(before: OtherWorlds | undefined, history: number): OtherWorlds {
  return { whole: history, late: history, last: { whole: 0, late: 0, here: 0 }, hit: before?.hit ?? 1 }
}

/** How much of what was sent before is read in the other worlds now, and how much is thought to be in the calls to come. */
function hitOf(
  { last, hit }: OtherWorlds,
  { tokens: { read }, isChanged, isCold }: CallHere,
): { readonly hit: number; readonly lasting: number } {
  if (last.here === 0 || (isChanged && !isCold)) return { hit, lasting: hit }
  const here = Math.min(1, read / last.here)
  return { hit: here, lasting: isCold ? hit : here }
}

/** Tokens of a prompt that are read from the cache there. What a first call reads, others have written: that is the same in all worlds. */
function readThere({ last }: OtherWorlds, { tokens }: CallHere, prompt: number, read: number): number {
  return Math.min(prompt, last.here === 0 ? tokens.read : Math.round(read))
}

/** Dollars for a call with another prompt; `null` if prices are not known. */
function callCost({ sheet, tokens }: CallHere, prompt: number, read: number): number | null {
  if (sheet === undefined) return null
  return stepCost(sheet, { ...spread(tokens, prompt - read), read, output: tokens.output }).dollars
}

/** What is not read is written to the cache, for as long, or is new, as it was here. */
function spread({ written, hour = 0, new: fresh }: StepTokens, rest: number): Pick<StepTokens, 'written' | 'hour' | 'new'> {
  const here = written + fresh
  const share = here === 0 ? 1 : written / here
  const there = Math.round(rest * share)
  return { written: there, new: rest - there, ...(hour === 0 ? {} : { hour: Math.round((there * hour) / written) }) }
}

function askingCost({ sheet, asked }: CallHere, prompt: number, hit: number): number {
  if (sheet === undefined || asked === 0) return 0
  const { read, input, output } = ratesAt(sheet, prompt)
  return ((prompt * (hit * read + (1 - hit) * input) + asked * output) * sheet.perMillion) / 1_000_000
}
