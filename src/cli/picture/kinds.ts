import type { TokensByKind } from '../../schema/receipt.ts'

/** What can fill a window, in the order it is drawn. Letters tell kinds apart if there is no colour. */
export const KINDS = [
  { kind: 'system', letter: 'S', label: 'system', colour: 75 },
  { kind: 'tools', letter: 'T', label: 'tool specs', colour: 68 },
  { kind: 'summary', letter: 'M', label: 'summary', colour: 213 },
  { kind: 'user', letter: 'u', label: 'user text', colour: 221 },
  { kind: 'assistant', letter: 'a', label: 'assistant', colour: 114 },
  { kind: 'reasoning', letter: 'r', label: 'reasoning', colour: 150 },
  { kind: 'calls', letter: 'c', label: 'tool calls', colour: 180 },
  { kind: 'results', letter: 'o', label: 'tool output', colour: 173 },
  { kind: 'files', letter: 'f', label: 'files', colour: 141 },
  { kind: 'other', letter: 'x', label: 'other', colour: 248 },
  { kind: 'free', letter: '.', label: 'free space', colour: 238 },
] as const

export type KindStyle = (typeof KINDS)[number]
export type Kind = KindStyle['kind']

/** Tokens of each kind in one request. */
export type Tally = Readonly<Record<Kind, number>>

export const EMPTY_TALLY: Tally = {
  system: 0,
  tools: 0,
  summary: 0,
  user: 0,
  assistant: 0,
  reasoning: 0,
  calls: 0,
  results: 0,
  files: 0,
  other: 0,
  free: 0,
}

/** What fills a window of `budget` tokens, and what is left free of it. */
export function tallyWithin(tokens: TokensByKind | undefined, budget: number): Tally {
  const tally = { ...EMPTY_TALLY, ...tokens }
  return { ...tally, free: Math.max(0, budget - totalOf(tally)) }
}

/** All that is in a request, without what is free. */
export function totalOf(tally: Tally): number {
  return KINDS.reduce((sum, { kind }) => sum + (kind === 'free' ? 0 : tally[kind]), 0)
}
