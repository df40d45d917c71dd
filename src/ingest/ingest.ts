import { itemAt } from '../schema/at.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { AnsweredCall, Author, Entry, MessagePlace } from '../schema/entry.ts'
import { entryId, messageId, seqOf } from '../schema/ids.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { authorReader } from './authorship.ts'
import { type CallFacts, envelopeFor } from './envelope.ts'
import { type OpenById, type OpenCall, type OpenCalls, openCalls } from './open-calls.ts'

/**
 * What must be remembered between appends to number, date and pair what comes next.
 * A *round* is a run of assistant messages and the results that follow it. A result answers a call of its own round only: once
 * the model has spoken again, a result that still arrives is late, and a request that was already sent must not change.
 */
export interface IngestState {
  readonly length: number
  readonly turn: number
  readonly lastRole: MessageDraft['role'] | null
  /** The last text was a slash command: its template comes next. */
  readonly awaitsTemplate: boolean
  /** Calls of the current round that have no result yet. */
  readonly open: OpenById
}

/** State, and the last call seen under each id. The latter grows with the history: it is added to, never copied. */
export interface IngestMemory extends IngestState {
  readonly seen: ReadonlyMap<string, OpenCall>
}

export interface Ingested {
  readonly entries: readonly Entry[]
  readonly state: IngestState
  /** What to add to `seen`. */
  readonly calls: ReadonlyMap<string, OpenCall>
}

export const EMPTY_STATE: IngestMemory = {
  length: 0,
  turn: 0,
  lastRole: null,
  awaitsTemplate: false,
  open: new Map(),
  seen: new Map(),
}

/** Turns what an adapter read into well-formed entries: numbered, with turn, author, envelope, and results tied to their calls. */
export function ingest(before: IngestMemory, drafts: readonly MessageDraft[], policies: ToolPolicies = {}): Ingested {
  const entries: Entry[] = []
  const open = openCalls(before.open)
  const { authorOf, awaitsTemplate } = authorReader({ ...before, isStart: isSilent(before) })
  // Only what is new: `seen` grows with the history and is never copied.
  const calls = new Map<string, OpenCall>()
  const lastCall = (id: string): OpenCall | undefined => calls.get(id) ?? before.seen.get(id)
  const pairing: Pairing = { policies, answer: (result) => answerTo(open, lastCall, result) }
  let { turn, lastRole } = before
  for (const draft of drafts) {
    if (draft.role === 'assistant' && lastRole !== 'assistant') open.clear()
    const first = seqOf(before.length + entries.length)
    const blocks: readonly BlockDraft[] = draft.blocks.length === 0 ? [{ kind: 'text', raw: null, text: '' }] : draft.blocks
    const id = messageId(draft.id ?? `m${first}`)
    const authors = blocks.map((block) => authorOf(draft, block))
    if (startsTurn(draft, blocks, authors)) turn += 1
    for (const [block, content] of blocks.entries()) {
      const seq = seqOf(first + block)
      const message = placeOf(draft, { id, block, blocks: blocks.length, lastRole })
      const base: Base = { seq, id: entryId(`e${seq}`), turn, role: draft.role, author: itemAt(authors, block), message }
      const entry = toEntry(draft, content, base, pairing)
      entries.push(entry)
      if (entry.kind === 'tool-call') {
        open.open(entry)
        calls.set(entry.callId, entry)
      }
    }
    lastRole = draft.role
  }
  return {
    entries,
    calls,
    state: { length: before.length + entries.length, turn, lastRole, awaitsTemplate: awaitsTemplate(), open: open.byId() },
  }
}

/** Nobody but the system has said anything yet. */
function isSilent({ turn, lastRole }: IngestState): boolean {
  return turn === 0 && (lastRole === null || lastRole === 'system')
}

/** A turn starts where a person speaks (B8, E6), or at a turn header. */
function startsTurn(draft: MessageDraft, blocks: readonly BlockDraft[], authors: readonly Author[]): boolean {
  if (blocks.some((block) => block.kind === 'turn-start')) return true
  return draft.role === 'user' && authors.includes('person')
}

interface Position {
  /** One text for all its blocks. */
  readonly id: MessagePlace['id']
  readonly block: number
  readonly blocks: number
  /** Of the message before. */
  readonly lastRole: IngestState['lastRole']
}

function placeOf(draft: MessageDraft, { id, block, blocks, lastRole }: Position): MessagePlace {
  const { shell } = draft
  const { dialect } = shell
  const isPiece = draft.piece === true && draft.role === 'assistant'
  if (!isPiece) return block === 0 ? { id, dialect, block, blocks, shell } : { id, dialect, block, blocks }
  return {
    ...{ id, dialect, block, blocks, ...(block === 0 ? { shell } : {}) },
    piece: lastRole === 'assistant' ? 'later' : 'first',
  }
}

type ResultDraft = Extract<BlockDraft, { kind: 'tool-result' }>
type Answer = (result: ResultDraft) => {
  readonly answers: AnsweredCall
  readonly call: CallFacts | undefined
  readonly callId: string
  readonly inventedId?: true | undefined
}

function answerTo(open: OpenCalls, lastCall: (id: string) => OpenCall | undefined, result: ResultDraft): ReturnType<Answer> {
  const { callId, inventedId } = result
  const call = open.answer(result)
  if (call !== undefined) {
    return { answers: { kind: 'call', seq: call.seq }, call, callId: call.callId, inventedId: call.inventedId }
  }
  const known = lastCall(callId)
  if (known === undefined) return { answers: { kind: 'no-call' }, call: undefined, callId, inventedId }
  const kind = open.had(callId) ? 'already-answered' : 'too-late'
  return { answers: { kind, seq: known.seq }, call: known, callId, inventedId }
}

/** What every entry has. */
type Base = Pick<Entry, 'seq' | 'id' | 'turn' | 'role' | 'author' | 'message'>

/** What results are tied to their calls with. One for all entries: what is made for each of them is soon as much as they are. */
interface Pairing {
  readonly policies: ToolPolicies
  readonly answer: Answer
}

function toEntry(draft: MessageDraft, content: BlockDraft, own: Base, { policies, answer }: Pairing): Entry {
  const isPlain = isBare(draft)
  const bare = isPlain ? bareEntry(own, content) : undefined
  if (bare !== undefined) return bare
  if (content.kind !== 'tool-result') return { ...withFacts(own, draft), ...content }
  const { answers, call, callId, inventedId } = answer(content)
  const { kind, raw, text } = content
  const envelope = envelopeFor({ ...content, callId }, call, policies)
  if (isPlain && inventedId === undefined) {
    const { seq, id, turn, role, author, message } = own
    return { seq, id, turn, role, author, message, kind, raw, callId, text, answers, envelope }
  }
  const invented = inventedId === undefined ? {} : { inventedId }
  return { ...withFacts(own, draft), kind, raw, callId, ...invented, text, answers, envelope }
}

function withFacts(own: Base, draft: MessageDraft) {
  return {
    ...own,
    ...(draft.time === undefined ? {} : { time: draft.time }),
    ...(draft.model === undefined ? {} : { model: draft.model }),
    ...(draft.usage === undefined ? {} : { usage: draft.usage }),
    ...(draft.error === undefined ? {} : { error: draft.error }),
    ...(draft.finishReason === undefined ? {} : { finishReason: draft.finishReason }),
  }
}

/** Nothing is known of a message but who says what. */
function isBare({ time, model, usage, error, finishReason }: MessageDraft): boolean {
  return time === undefined && model === undefined && usage === undefined && error === undefined && finishReason === undefined
}

/**
 * An entry with no field that most lack, made at once: an object that is put together by and by takes half as much memory again, and
 * entries are kept by the hundred thousand.
 */
function bareEntry({ seq, id, turn, role, author, message }: Base, content: BlockDraft): Entry | undefined {
  const fields = Object.keys(content).length
  if (content.kind === 'text' && fields === 3) {
    const { kind, raw, text } = content
    return { seq, id, turn, role, author, message, kind, raw, text }
  }
  if (content.kind === 'tool-call' && fields === 5) {
    const { kind, raw, callId, tool, input } = content
    return { seq, id, turn, role, author, message, kind, raw, callId, tool, input }
  }
  return undefined
}
