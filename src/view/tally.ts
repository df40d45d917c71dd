import type { Entry } from '../schema/entry.ts'
import type { PromptMessage, PromptPart } from '../schema/prompt.ts'
import type { TokenKind, TokensByKind } from '../schema/receipt.ts'
import type { View } from './live-view.ts'
import type { Setting } from './setting.ts'
import type { Sizes } from './sizes.ts'

const NOTHING: TokensByKind = {
  ...{ system: 0, tools: 0, summary: 0, user: 0, assistant: 0 },
  ...{ reasoning: 0, calls: 0, results: 0, files: 0, other: 0 },
}
/** Tokens by kind that still grow. */
export type Tally = Record<TokenKind, number>

const KINDS = Object.keys(NOTHING) as TokenKind[]

/** What messages are made of, by kind. The kinds add up to their tokens: one count for both. `summaries` are texts of the plan. */
export function tallyOf(
  sizes: Pick<Sizes, 'part' | 'frame'>,
  messages: readonly PromptMessage[],
  summaries: ReadonlySet<string>,
): TokensByKind {
  const tally = emptyTally()
  for (const message of messages) {
    const [first] = message.parts
    // What a message costs besides its parts goes to the kind of its first part.
    tally[first === undefined ? 'other' : kindOf(first, summaries)] += sizes.frame(message)
    for (const part of message.parts) tally[kindOf(part, summaries)] += sizes.part(part)
  }
  return tally
}

/** What a request is made of, with the system text and the tools that stand outside the log. */
export function kindsIn({ budget }: Pick<Setting, 'budget'>, view: Pick<View, 'kinds'>): TokensByKind {
  return addTo({ ...NOTHING, system: budget.system, tools: budget.tools }, view.kinds())
}

export function emptyTally(): Tally {
  return { ...NOTHING }
}

export function addTo(tally: Tally, more: TokensByKind): Tally {
  for (const kind of KINDS) tally[kind] += more[kind]
  return tally
}

export function totalOf(tally: TokensByKind): number {
  return KINDS.reduce((sum, kind) => sum + tally[kind], 0)
}

function kindOf(part: PromptPart, summaries: ReadonlySet<string>): TokenKind {
  if (part.kind === 'no-result') return 'results'
  if (part.kind === 'synthetic') return summaries.has(part.text) ? 'summary' : 'other'
  const { entry } = part
  switch (entry.kind) {
    case 'text':
      return entry.foreignSummary === true ? 'summary' : kindOfText(entry.role)
    case 'reasoning':
      return 'reasoning'
    case 'tool-call':
      return 'calls'
    case 'tool-result':
      return 'results'
    case 'file':
      return 'files'
    case 'opaque':
    case 'turn-start':
      return 'other'
  }
}

function kindOfText(role: Entry['role']): TokenKind {
  return role === 'tool' ? 'results' : role
}
