import { summaryText } from '../render/placeholders.ts'
import type { Entry } from '../schema/entry.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { PromptMessage, PromptPart } from '../schema/prompt.ts'
import type { TokenKind, TokensByKind } from '../schema/receipt.ts'
import type { Setting } from './setting.ts'

const NOTHING: TokensByKind = {
  ...{ system: 0, tools: 0, summary: 0, user: 0, assistant: 0 },
  ...{ reasoning: 0, calls: 0, results: 0, files: 0, other: 0 },
}

/** What fills a request that shows these records, by kind. The kinds add up to its tokens: one count for both. */
export function tallyOf(
  { budget, sizes }: Pick<Setting, 'budget' | 'sizes'>,
  messages: readonly PromptMessage[],
  records: readonly PlanRecord[],
): TokensByKind {
  const summaries = new Set(records.flatMap((record) => (record.action === 'summarize' ? [summaryText(record)] : [])))
  const tally: Record<TokenKind, number> = { ...NOTHING, system: budget.system, tools: budget.tools }
  for (const message of messages) {
    const [first] = message.parts
    // What a message costs besides its parts goes to the kind of its first part.
    tally[first === undefined ? 'other' : kindOf(first, summaries)] += sizes.frame(message)
    for (const part of message.parts) tally[kindOf(part, summaries)] += sizes.part(part)
  }
  return tally
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
