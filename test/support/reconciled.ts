import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import { blockOf } from '../../src/reconcile/block-of.ts'
import { type KnownLog, knownLog } from '../../src/reconcile/known-log.ts'
import { reconcile } from '../../src/reconcile/reconcile.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import type { Reconciliation, ViewFacts } from '../../src/schema/reconciliation.ts'
import type { ModelMessage, ModelPart } from '../../src/testing/transcripts/model.ts'
import { type DialectName, PENS } from '../../src/testing/transcripts/transcripts.ts'
import { DIALECT } from '../laws/judge/subject.ts'

const message = (role: ModelMessage['role'], parts: readonly ModelPart[], shape: ModelMessage['shape'] = 'array') => ({
  role,
  parts,
  shape,
})

const text = (words: string): ModelPart => ({ kind: 'text', text: words })

export const system = (words: string): ModelMessage => message('system', [text(words)], 'string')
export const user = (...words: readonly string[]): ModelMessage =>
  message('user', words.map(text), words.length === 1 ? 'string' : 'array')
export const agent = (words: string): ModelMessage => message('assistant', [text(words)], 'string')
/** The agent thinks, and then says something. */
export const thoughtful = (thought: string, words: string): ModelMessage =>
  message('assistant', [{ kind: 'reasoning', text: thought, seal: 'signed' }, text(words)])
export const call = (...ids: readonly string[]): ModelMessage =>
  message(
    'assistant',
    ids.map((id) => ({ kind: 'call', id, tool: 'bash', input: JSON.stringify({ command: `run ${id}`, times: 1 }) })),
  )
/** The same call under another id. */
export const renamed = (given: ModelMessage, id: string): ModelMessage => ({
  ...given,
  parts: given.parts.map((part) => (part.kind === 'call' ? { ...part, id } : part)),
})
export const result = (id: string, words: string): ModelMessage =>
  message('tool', [{ kind: 'result', id, tool: 'bash', text: words, failed: false, shape: 'string' }])
export const picture = (words: string): ModelMessage =>
  message('user', [text(words), { kind: 'file', media: 'image', url: 'https://example.org/a.png' }])

/** Messages as a dialect writes them. */
export function written(dialect: DialectName, messages: readonly ModelMessage[]): readonly Json[] {
  return PENS[dialect](messages)
}

export function logFrom(dialect: Dialect, messages: readonly Json[]): KnownLog {
  return knownLog(ingest(EMPTY_STATE, dialect.readMessages(messages)).entries)
}

/** The log that messages of a dialect make. */
export function logIn(name: DialectName, messages: readonly ModelMessage[]): KnownLog {
  return logFrom(DIALECT[name], written(name, messages))
}

/** What a client that hands in `messages` says to a log. */
export function resentTo(name: DialectName, known: KnownLog, messages: readonly ModelMessage[]): Reconciliation {
  return reconcile({ known, incoming: DIALECT[name].readMessages(written(name, messages)) })
}

export interface SceneOptions {
  readonly view?: ViewFacts
  readonly isHeadDeleted?: boolean
}

/** A history in the log, and what a client hands in afterwards. */
export function resent(
  name: DialectName,
  log: readonly ModelMessage[],
  incoming: readonly ModelMessage[],
  options: SceneOptions = {},
): Reconciliation {
  const dialect = DIALECT[name]
  const given = written(name, incoming)
  return reconcile({ known: logFrom(dialect, written(name, log)), incoming: dialect.readMessages(given), ...options })
}

/** The log once what is new has been appended, or, for a branch, the branch's log. */
export function logAfter(known: KnownLog, { verdict, append }: Reconciliation): KnownLog {
  const end = verdict.kind === 'branch' ? verdict.at : verdict.kind === 'unrelated' ? 0 : known.entries.length
  const kept = known.entries.slice(0, end)
  const drafts = draftsOf(kept)
  return knownLog(ingest(EMPTY_STATE, [...drafts, ...append]).entries)
}

/** Entries as the drafts they came from. */
export function draftsOf(entries: KnownLog['entries']): readonly MessageDraft[] {
  return entries
    .filter((entry) => entry.message.block === 0)
    .map((first): MessageDraft => {
      const blocks = entries.slice(first.seq, first.seq + first.message.blocks)
      const { shell } = first.message
      if (shell === undefined) throw new Error(`entry ${first.seq} has no shell`)
      return { role: first.role, shell, author: first.author, blocks: blocks.map(blockOf) }
    })
}

/** What a reconciliation comes to, in a line each. */
export function print({ verdict, fates, append, revisions, omitted }: Reconciliation): readonly string[] {
  const words = 'at' in verdict ? `${verdict.kind} at e${verdict.at}${'why' in verdict ? `, ${verdict.why}` : ''}` : verdict.kind
  const range = (from: number, to: number): string => (from === to ? `${from}` : `${from}–${to}`)
  const runs = fates.map(({ fate, from, to, seq }) => `${fate} ${range(from, to)}${seq === undefined ? '' : ` = e${seq}`}`)
  return [
    words,
    ...runs.map((run) => `  ${run}`),
    ...append.map((draft) => `  + ${draft.role}: ${sayings(draft)}`),
    ...revisions.map(({ kind, seq, where, draft }) => `  ~ ${kind} e${seq}, ${where}: ${sayings(draft)}`),
    ...omitted.map(({ from, to }) => `  - e${range(from, to)}`),
  ]
}

export function sayings(draft: MessageDraft): string {
  return draft.blocks.map((block) => ('text' in block ? block.text : 'input' in block ? block.callId : block.kind)).join(' | ')
}
