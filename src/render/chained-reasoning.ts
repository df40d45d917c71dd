import type { PromptPart } from '../schema/prompt.ts'
import { nameless } from './item-ids.ts'
import { type Notes, noteRepair } from './notes.ts'
import type { ViewMessage } from './view.ts'

type EntryPart = Extract<PromptPart, { kind: 'entry' }>

/**
 * Reasoning stands right before what it led to, or is left out. The provider remembers which reasoning led to which piece, by the
 * piece's id: a piece whose reasoning is not shown goes without its id, and is then only what it says.
 *
 *     r1 c2 c3   stays         r1 [c2 folded] c3   becomes   c3 without id         c2 r3 (nothing after it)   becomes   c2
 */
export function chainReasoning(message: ViewMessage, notes: Notes): ViewMessage {
  if (message.role !== 'assistant') return message
  const led = leadsOn(message.parts)
  const parts: PromptPart[] = []
  let torn = false
  for (const [index, part] of message.parts.entries()) {
    if (part.kind === 'entry' && part.entry.kind === 'reasoning') torn = !led[index]
    else if (part.kind === 'entry' && !follows(part, message.parts[index - 1])) torn = part.entry.message.piece === 'later'
    if (torn && isReasoning(part)) {
      noteRepair(notes, 'reasoning-removed', part.entry.seq, 'reasoning without what it led to was left out')
    } else {
      parts.push(torn ? nameless(part, message, notes) : part)
    }
  }
  const same = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index])
  return same ? message : { ...message, parts }
}

/** For each part, whether it is reasoning that has the log's next entry right after it, and that one too if it is reasoning. */
function leadsOn(parts: readonly PromptPart[]): readonly boolean[] {
  const led: boolean[] = parts.map(() => false)
  for (let index = parts.length - 2; index >= 0; index -= 1) {
    const [part, next] = [parts[index], parts[index + 1]]
    if (part === undefined || next === undefined || !isReasoning(part) || !follows(next, part)) continue
    led[index] = !isReasoning(next) || (led[index + 1] ?? false)
  }
  return led
}

function isReasoning(part: PromptPart): part is EntryPart {
  return part.kind === 'entry' && part.entry.kind === 'reasoning'
}

function follows(part: PromptPart, before: PromptPart | undefined): boolean {
  return part.kind === 'entry' && before?.kind === 'entry' && before.entry.seq + 1 === part.entry.seq
}
