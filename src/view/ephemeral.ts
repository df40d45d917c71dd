import type { Dialect } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import { byteLength } from './byte-length.ts'
import type { View } from './live-view.ts'
import type { Sizes } from './sizes.ts'
import { addTo } from './tally.ts'

/** What stands at the end of one request and of no other: no later request begins with it (L9). */
function ephemeralMessage(text: string): PromptMessage {
  return { role: 'user', parts: [{ kind: 'synthetic', text }], synthetic: true }
}

/** A view with something at its end that is gone with the next. `undefined` if its dialect has no place for it there. */
export function withEphemeral(
  view: View,
  { dialect, sizes }: { readonly dialect: Dialect; readonly sizes: Sizes },
  text: string,
): View | undefined {
  const message = ephemeralMessage(text)
  const prompt = view.prompt()
  // Behind the agent's own words it would be a person's turn.
  if (prompt.messages.at(-1)?.role === 'assistant' || prompt.messages.length === 0) return undefined
  const written = dialect.writeMessages([message])
  const wire = [...view.wire(), ...written]
  if (dialect.validateMessages(wire, { index: 0, used: new Set() }).violations.length > 0) return undefined
  const tokens = sizes.messages([message])
  const ended: Prompt = { ...prompt, messages: [...prompt.messages, message] }
  return {
    ...view,
    tokens: view.tokens + tokens,
    bytes: view.bytes + byteLength([...written]),
    messages: view.messages + 1,
    prompt: () => ended,
    kinds: () => addTo({ ...view.kinds() }, { ...NONE, other: tokens }),
    shown: () => [...view.shown(), message],
    wire: () => wire,
    held: () => ({ wire, goneBytes: 0 }),
  }
}

const NONE = {
  ...{ system: 0, tools: 0, summary: 0, user: 0, assistant: 0 },
  ...{ reasoning: 0, calls: 0, results: 0, files: 0, other: 0 },
}
