import { isJsonObject, stringField } from '../schema/json.ts'
import type { PromptPart } from '../schema/prompt.ts'
import type { Taken } from './legal-names.ts'
import { type Notes, noteRepair } from './notes.ts'
import type { ViewMessage } from './view.ts'

/** The id by which a provider knows the message that a part came in; `undefined` if it has none. */
function itemIdOf(part: PromptPart, message: ViewMessage): string | undefined {
  if (part.kind !== 'entry' || part.entry.kind === 'tool-result') return undefined
  const shell = (part.shell ?? message.shell)?.raw
  const item = isJsonObject(shell) ? shell : part.entry.raw
  const id = isJsonObject(item) ? stringField(item, 'id') : undefined
  // A question to a person is answered by its id: that one is legal and its own, as every call's is.
  return part.entry.kind === 'tool-call' && part.entry.mayWait === true && id === part.entry.callId ? undefined : id
}

/** The part, to be written without its message's id. A note is made if there is an id. */
export function nameless(part: PromptPart, message: ViewMessage, notes: Notes): PromptPart {
  if (part.kind !== 'entry' || part.nameless === true || itemIdOf(part, message) === undefined) return part
  noteRepair(notes, 'item-id-removed', part.entry.seq, 'the id by which the provider knows it cannot stand here')
  return { ...part, nameless: true }
}

/** Under this name an item's id is among the call ids that are in use. */
const itemKey = (id: string): string => `item ${id}`

/**
 * Lets every id name one message only: a provider refuses a request in which two have the same. The second of two goes without.
 */
export function ownItemIds(
  messages: readonly ViewMessage[],
  { notes, taken, used }: { readonly notes: Notes; readonly taken: Taken; readonly used: ReadonlySet<string> },
): { readonly messages: readonly ViewMessage[]; readonly used: ReadonlySet<string> } {
  const all = new Set(used)
  const first = new Map<string, number>()
  const own = (part: PromptPart, message: ViewMessage): PromptPart => {
    const id = part.kind === 'entry' && part.nameless !== true ? itemIdOf(part, message) : undefined
    if (id === undefined || part.kind !== 'entry') return part
    const start = part.entry.seq - part.entry.message.block
    const isTaken = taken.has(itemKey(id)) || (first.get(id) ?? start) !== start
    first.set(id, first.get(id) ?? start)
    all.add(itemKey(id))
    return isTaken ? nameless(part, message, notes) : part
  }
  const named = messages.map((message) => {
    const parts = message.parts.map((part) => own(part, message))
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
  })
  return { messages: named, used: all }
}
