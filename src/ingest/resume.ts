import type { Entry } from '../schema/entry.ts'
import { EMPTY_STATE, type IngestState } from './ingest.ts'

/** The state after entries that are already in the log, so that appending goes on where another process stopped. */
export function resumeState(entries: readonly Entry[]): IngestState {
  const open = new Map<string, IngestState['open'] extends ReadonlyMap<string, infer Calls> ? Calls : never>()
  const seen = new Map<string, { readonly seq: number; readonly tool: string; readonly input: string }>()
  let lastRole: IngestState['lastRole'] = EMPTY_STATE.lastRole
  for (const entry of entries) {
    if (entry.message.block === 0 && entry.role === 'assistant' && lastRole !== 'assistant') open.clear()
    lastRole = entry.role
    if (entry.kind === 'tool-call') {
      const call = { seq: entry.seq, tool: entry.tool, input: entry.input }
      open.set(entry.callId, [...(open.get(entry.callId) ?? []), call])
      seen.set(entry.callId, call)
    }
    if (entry.kind === 'tool-result' && entry.answers.kind === 'call')
      open.set(entry.callId, (open.get(entry.callId) ?? []).slice(1))
  }
  return { length: entries.length, turn: entries.at(-1)?.turn ?? 0, lastRole, open, seen }
}
