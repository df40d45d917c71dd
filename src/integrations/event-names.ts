import type { CompactorEvent, EventOf } from '../schema/events.ts'
import type { JsonObject } from '../schema/json.ts'

/** An event under the name that another system gives it. */
export interface NamedEvent {
  readonly name: string
  /** In the shape that it has there. */
  readonly data: JsonObject
}

/** Systems whose names for events are known. */
export type EventNaming = 'cms' | 'harness' | 'rpc'

/**
 * What a system calls an event, for pages and logs that know its names: none if it has no name for it, several if it tells more finely.
 *
 *     cms      compaction:start · prune:complete · compaction:complete
 *     harness  compaction_check_started · compaction_proposal_generated · compaction_summarized … · compaction_completed
 *     rpc      {"type":"error","error":"message"}
 */
export function namedEvents(event: CompactorEvent, naming: EventNaming): readonly NamedEvent[] {
  return NAMINGS[naming](event)
}

const NAMINGS: Readonly<Record<EventNaming, (event: CompactorEvent) => readonly NamedEvent[]>> = {
  cms: cmsEvents,
  harness: harnessEvents,
  rpc: (event) => (event.kind === 'compaction-failed' ? [{ name: 'error', data: { type: 'error', error: event.message } }] : []),
}

function cmsEvents(event: CompactorEvent): readonly NamedEvent[] {
  if (event.kind === 'compaction-started') {
    const data = { tokensBefore: event.tokens.before, modelLimit: event.window, reason: 'overflow' }
    return [named('compaction:start', data)]
  }
  if (event.kind !== 'compaction-done') return []
  const { tokens, messages: messagesCompacted, wasPruned, wasSummarized } = event
  const data = { tokensBefore: tokens.before, tokensAfter: tokens.after, messagesCompacted, wasPruned, wasSummarized }
  return [...pruned(event), named('compaction:complete', data)]
}

function pruned({ records, wasPruned }: EventOf<'compaction-done'>): readonly NamedEvent[] {
  const gone = records.filter(({ action }) => action !== 'summarize' && action !== 'drop')
  const tokensSaved = gone.reduce((sum, { freed }) => sum + freed, 0)
  return wasPruned ? [named('prune:complete', { outputsPruned: gone.length, tokensSaved })] : []
}

function named(type: string, data: JsonObject): NamedEvent {
  return { name: type, data: { type, data } }
}

/** What a harness says of each of our actions; what is only shortened has no name there but that of clearing. */
const HARNESS_ACTIONS = {
  externalize: 'compaction_externalized',
  summarize: 'compaction_summarized',
  clear: 'compaction_cleared',
  shorten: 'compaction_cleared',
  drop: 'compaction_dropped',
} as const

function harnessEvents(event: CompactorEvent): readonly NamedEvent[] {
  if (event.kind === 'compaction-started') {
    const { before, limit } = event.tokens
    return [harness('compaction_check_started', { before, after: before, limit }, { details: { reason: event.reason } })]
  }
  if (event.kind === 'compaction-progress' && event.step.kind === 'planned') {
    const { strategy, tokens } = event.step
    return [harness('compaction_proposal_generated', tokens, { strategy })]
  }
  if (event.kind !== 'compaction-done') return broughtBack(event)
  const { tokens, strategy } = event
  const steps = event.records.map(({ action, from, to, freed }) =>
    harness(HARNESS_ACTIONS[action], tokens, { strategy, span: { from, to }, freed }),
  )
  return [...steps, harness('compaction_completed', tokens, { strategy, freed: tokens.before - tokens.after })]
}

/** What came back, what did not, and what the agent looked up. No tokens of the plan change by it. */
function broughtBack(event: CompactorEvent): readonly NamedEvent[] {
  const none = { before: 0, after: 0, limit: 0 }
  if (event.kind === 'rehydrated') {
    const tokens = { ...none, after: event.tokens }
    return [harness('rehydrated', tokens, { details: { brought: event.brought.map(({ what, why }) => `${what}: ${why}`) } })]
  }
  if (event.kind === 'rehydration-blocked') {
    const { what, why, by } = event
    return [harness('rehydration_blocked', none, { details: { what, why, by } })]
  }
  if (event.kind !== 'compaction-retrieved') return []
  return [harness('compaction_retrieved', none, { details: { tool: event.tool, failed: event.isError } })]
}

function harness(
  type: string,
  tokens: { readonly before: number; readonly after: number; readonly limit: number },
  more: {
    readonly strategy?: string
    readonly span?: { readonly from: number; readonly to: number }
    readonly freed?: number
    readonly details?: JsonObject
  },
): NamedEvent {
  const data = {
    ...{ event_type: type, tokens_before: tokens.before, tokens_after: tokens.after, budget_limit: tokens.limit },
    ...{ strategy: more.strategy ?? null, span: more.span ?? null, tokens_freed: more.freed ?? 0, details: more.details ?? {} },
  }
  return { name: type, data }
}
