import type { Entry } from '../schema/entry.ts'
import { isTemplateCommand } from '../schema/notices.ts'
import type { Ingested, IngestMemory } from './ingest.ts'
import { type OpenCall, openCalls } from './open-calls.ts'

/** What ingesting would have left behind, read off entries that are already in the log: appending goes on where another process stopped. */
export function resumeFrom(before: IngestMemory, entries: readonly Entry[]): Ingested {
  const open = openCalls(before.open)
  const calls = new Map<string, OpenCall>()
  let { lastRole, awaitsTemplate } = before
  for (const entry of entries) {
    if (entry.message.block === 0 && entry.role === 'assistant' && lastRole !== 'assistant') open.clear()
    lastRole = entry.role
    awaitsTemplate = entry.kind === 'text' ? isTemplateCommand(entry.text) : awaitsTemplate
    if (entry.role !== 'user') awaitsTemplate = false
    if (entry.kind === 'tool-call') {
      open.open(entry)
      calls.set(entry.callId, entry)
    }
    if (entry.kind === 'tool-result' && entry.answers.kind === 'call') open.close(entry.answers.seq)
  }
  const turn = entries.at(-1)?.turn ?? before.turn
  return { entries, calls, state: { length: before.length + entries.length, turn, lastRole, awaitsTemplate, open: open.byId() } }
}
