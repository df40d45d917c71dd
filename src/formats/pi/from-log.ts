import type { Commit } from '../../schema/commit.ts'
import type { Entry } from '../../schema/entry.ts'
import { after, before } from '../../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { SeqRange } from '../../schema/range.ts'
import { rangeShown } from '../../schema/stored-plan.ts'
import { type PiLine, type PiSession, piLine } from './lines.ts'

/**
 * A thread of ours as a session that pi can open: messages in order, and after each compaction that folded something its event, with
 * the exact number of messages that it keeps.
 */
export function piSessionFrom(
  log: { readonly entries: readonly Entry[]; readonly commits: readonly Commit[] },
  header: { readonly id: string; readonly timestamp: string; readonly cwd: string },
): PiSession {
  const messages = messagesIn(log.entries)
  const events = log.commits.flatMap((commit) => eventOf(commit, messages))
  const lines: PiLine[] = []
  for (const [index, { value }] of messages.entries()) {
    lines.push(piLine({ type: 'message', timestamp: header.timestamp, message: value }))
    for (const { after, line } of events) if (after === index + 1) lines.push(line)
  }
  return { header: piLine({ type: 'session', ...header }), lines, faults: [] }
}

interface Message extends SeqRange {
  readonly value: JsonObject
}

/** Entries put together again; pi has a message for each result. */
function messagesIn(entries: readonly Entry[]): readonly Message[] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const last = runs.at(-1)?.at(-1)
    const isSame =
      last !== undefined && last.message.id === entry.message.id && last.kind !== 'tool-result' && entry.kind !== 'tool-result'
    if (isSame) runs.at(-1)?.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    const value = first === undefined ? null : messageOf(first, run)
    return value === null || first === undefined || last === undefined ? [] : [{ value, from: first.seq, end: after(last.seq) }]
  })
}

function messageOf(first: Entry, run: readonly Entry[]): JsonObject | null {
  const timestamp = first.time ?? 0
  if (first.kind === 'tool-result') {
    const { tool, outcome } = first.envelope
    const content = [{ type: 'text', text: first.text }]
    return { role: 'toolResult', toolCallId: first.callId, toolName: tool, content, isError: outcome === 'failure', timestamp }
  }
  const content = run.flatMap(partOf)
  if (first.role === 'assistant') {
    const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = first.usage ?? {}
    const usage = { input, output, cacheRead, cacheWrite, totalTokens: input + output + cacheRead + cacheWrite }
    return { role: 'assistant', content, model: first.model ?? '', usage, stopReason: first.finishReason ?? 'stop', timestamp }
  }
  return content.length === 0 ? null : { role: 'user', content, timestamp }
}

function partOf(entry: Entry): readonly JsonObject[] {
  switch (entry.kind) {
    case 'text':
      return [{ type: 'text', text: entry.text }]
    case 'reasoning':
      return [{ type: 'thinking', thinking: entry.text }]
    case 'tool-call':
      return [{ type: 'toolCall', id: entry.callId, name: entry.tool, arguments: argumentsOf(entry.input) }]
    case 'file':
      return [{ type: 'text', text: `[${entry.media}: ${entry.description}]` }]
    case 'tool-result':
    case 'opaque':
    case 'turn-start':
      return []
  }
}

/** Arguments are an object in pi. Anything else is kept under a name. */
function argumentsOf(input: string): JsonObject {
  try {
    const value: Json = JSON.parse(input)
    return isJsonObject(value) ? value : { input: value }
  } catch {
    return { input } // The model wrote something that is not JSON.
  }
}

function eventOf(
  { plan, receipt }: Commit,
  messages: readonly Message[],
): readonly { readonly after: number; readonly line: PiLine }[] {
  const folds = plan.records.filter((record) => record.action === 'summarize' || record.action === 'drop')
  const last = folds.at(-1)
  if (last === undefined) return []
  const after = messages.filter(({ end }) => end <= plan.version).length
  // What is shown in spite of the fold, at its end, is kept; and a kept part begins with a person, as every reader has it.
  const carried = new Set(last.carries.map(({ seq }) => seq))
  let border = rangeShown(last.span).end
  while (carried.has(before(border))) border = before(border)
  const shown = messages.filter(({ from, end }) => from >= border && end <= plan.version)
  const start = shown.findIndex(({ value }) => value['role'] === 'user')
  const kept = start === -1 ? 0 : shown.length - start
  const summary = folds.flatMap((record) => (record.action === 'summarize' ? [record.summary] : [])).join('\n\n')
  const timestamp = new Date(receipt.at).toISOString()
  return [
    {
      after,
      line: piLine({ type: 'compaction', timestamp, summary, keepLastMessages: kept, tokensBefore: receipt.tokens.before }),
    },
  ]
}
