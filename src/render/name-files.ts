import type { FileEntry } from '../schema/entry.ts'
import type { PromptPart } from '../schema/prompt.ts'
import { type Notes, noteRepair } from './notes.ts'
import { fileText } from './placeholders.ts'
import type { ViewMessage } from './view.ts'

/**
 * Names the files of an agent's message that says nothing else: of the packages that stand between a dialect and its providers, some leave
 * out what an agent drew or spoke, and then the message is empty, or missing between two of the user's.
 *
 *     agent: [image]          agent: [image] "[image: cat.png · e7]"
 */
export function nameLoneFiles(message: ViewMessage, notes: Notes): ViewMessage {
  if (message.role !== 'assistant' || !message.parts.every(mayBeLeftOut)) return message
  const files = message.parts.flatMap((part) => (isFile(part) ? [part.entry] : []))
  const [first] = files
  if (first === undefined) return message
  noteRepair(notes, 'file-named', first.seq, 'a message that holds nothing but files says which')
  const text = files.map(fileText).join('\n')
  return { ...message, parts: [...message.parts, { kind: 'synthetic', text, quotes: first.seq }] }
}

type FilePart = Extract<PromptPart, { kind: 'entry' }> & { readonly entry: FileEntry }

function isFile(part: PromptPart): part is FilePart {
  return part.kind === 'entry' && part.entry.kind === 'file' && part.text === undefined
}

/** Thoughts and what only one provider knows go the same way as files. */
function mayBeLeftOut(part: PromptPart): boolean {
  return isFile(part) || (part.kind === 'entry' && (part.entry.kind === 'reasoning' || part.entry.kind === 'opaque'))
}
