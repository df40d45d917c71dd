import type { Entry } from '../schema/entry.ts'
import { isJsonObject, type Json, stringField } from '../schema/json.ts'
import { isSameJson } from '../schema/same-json.ts'
import { approvalIn, sideOf } from './block-key.ts'
import { isInvented, mayBeSame } from './call-ids.ts'
import { canonicalArguments, canonicalItem } from './canonical-json.ts'
import { fileContent } from './file-content.ts'
import { type GivenBlock, isBlank, isMarkedSummary, isUnsent } from './given-blocks.ts'
import { plainResult, plainText } from './plain-text.ts'

/** What of a given block is compared: whoever wrote it, it is the same if it says the same. */
type Compared = Omit<GivenBlock, 'author'>

/** True if a block says what an entry says. Equal strings are told by a comparison of bytes, without looking at characters. */
export function isSame(entry: Entry, given: Compared): boolean {
  const { block, ids } = given
  switch (block.kind) {
    case 'text':
      return entry.kind === 'text' && sideOf(entry.role) === sideOf(given.role) && sameText(entry.text, block.text)
    case 'reasoning':
      return entry.kind === 'reasoning' && sameText(entry.text, block.text) && (block.text !== '' || sameSeal(entry, block))
    case 'tool-call':
      return (
        entry.kind === 'tool-call' &&
        mayBeSame(entry, block, ids) &&
        entry.tool === block.tool &&
        (entry.input === block.input || canonicalArguments(entry.input) === canonicalArguments(block.input))
      )
    case 'tool-result':
      if (entry.kind !== 'tool-result') return false
      // The log may have put it to another call than its id says, because no call had that id.
      if (!mayBeSame(entry, block, ids))
        return entry.message.dialect === given.draft.shell.dialect && isSameJson(entry.raw, block.raw)
      // Under another id, an empty result matches no entry.
      if (entry.callId !== block.callId && !isInvented(entry, block) && block.text.trim() === '') return false
      return sameResult(entry.text, block.text)
    case 'file': {
      if (entry.kind !== 'file') return false
      if (entry.message.dialect === given.draft.shell.dialect) return sameFile(entry.raw, block.raw)
      return entry.media === block.media && entry.description === block.description
    }
    case 'opaque':
      return (
        entry.kind === 'opaque' && entry.type === block.type && (isSameApproval(entry, given) || sameItem(entry.raw, block.raw))
      )
    case 'turn-start':
      return entry.kind === 'turn-start'
  }
}

/** Entries that clients leave out of old messages and put in again. */
export function isPassingEntry(entry: Entry): boolean {
  if (entry.kind === 'reasoning' || entry.kind === 'turn-start' || isBlank(entry) || isUnsent(entry)) return true
  return entry.kind === 'text' && entry.role === 'user' && entry.author === 'harness' && !isMarkedSummary(entry)
}

/** A client's own summary, known as one. */
export function isSummaryEntry(entry: Entry): boolean {
  return entry.kind === 'text' && entry.foreignSummary === true
}

function sameText(a: string, b: string): boolean {
  return a === b || plainText(a) === plainText(b)
}

function sameResult(a: string, b: string): boolean {
  return a === b || plainResult(a) === plainResult(b)
}

/** A dialect without signatures loses them. */
function sameSeal(a: { readonly signature?: string }, b: { readonly signature?: string }): boolean {
  return (a.signature ?? '') === (b.signature ?? '') || !a.signature || !b.signature
}

/** An approval is the same under its own id: a request for it names its call, which a prompt may show under another id. */
function isSameApproval(entry: Entry, { role, block }: Compared): boolean {
  const approval = approvalIn(entry.role, entry)
  return approval !== undefined && approval === approvalIn(role, block)
}

/** An item without its own id is still the same; under another id it is another. */
function sameItem(a: Json, b: Json): boolean {
  if (isSameJson(a, b)) return true
  const [one, other] = [itemId(a), itemId(b)]
  if (one !== undefined && other !== undefined && one !== other) return false
  const spelled = canonicalItem(a)
  return spelled !== undefined && spelled === canonicalItem(b)
}

function itemId(item: Json): string | undefined {
  return isJsonObject(item) ? stringField(item, 'id') : undefined
}

function sameFile(a: Json, b: Json): boolean {
  if (isSameJson(a, b)) return true
  const content = fileContent(a)
  return content !== undefined && content === fileContent(b)
}
