import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Entry } from '../../schema/entry.ts'
import { present } from '../fields.ts'

/** Entries as the drafts that they came from, with who wrote them said outright. */
export function draftsOf(entries: readonly Entry[]): readonly MessageDraft[] {
  return entries.flatMap((first, at): readonly MessageDraft[] => {
    const { block, blocks, shell } = first.message
    if (block !== 0 || shell === undefined) return []
    const own = entries.slice(at, at + blocks)
    const author = own.find((entry) => entry.kind !== 'text' && entry.kind !== 'tool-result')?.author
    const { time, model, usage, error, finishReason } = first
    return [
      {
        ...{ role: first.role, blocks: own.map(blockOf), shell, id: first.message.id },
        ...(first.message.piece === undefined ? {} : { piece: true as const }),
        ...present({ author, time, model, usage, error, finishReason }),
      },
    ]
  })
}

function blockOf(entry: Entry): BlockDraft {
  const { raw } = entry
  switch (entry.kind) {
    case 'text':
      return {
        kind: 'text',
        raw,
        text: entry.text,
        author: entry.author,
        ...present({ foreignSummary: entry.foreignSummary, signature: entry.signature }),
      }
    case 'reasoning':
      return { kind: 'reasoning', raw, text: entry.text, ...present({ signature: entry.signature }) }
    case 'tool-call': {
      const { callId, tool, input } = entry
      return {
        kind: 'tool-call',
        raw,
        callId,
        tool,
        input,
        ...present({
          inventedId: entry.inventedId,
          signature: entry.signature,
          approval: entry.approval,
          mayWait: entry.mayWait,
        }),
      }
    }
    case 'tool-result': {
      const { callId, text, envelope } = entry
      const { tool, outcome, keyFields } = envelope
      const known = present({ durability: envelope.durability, determinism: envelope.determinism })
      return {
        kind: 'tool-result',
        raw,
        callId,
        text,
        tool,
        outcome,
        keyFields,
        ...known,
        ...present({ inventedId: entry.inventedId }),
      }
    }
    case 'file':
      return { kind: 'file', raw, media: entry.media, description: entry.description }
    case 'opaque':
      return {
        kind: 'opaque',
        raw,
        type: entry.type,
        ...present({ approval: entry.approval, pair: entry.pair, unsent: entry.unsent }),
      }
    case 'turn-start':
      return { kind: 'turn-start', raw: null }
  }
}
