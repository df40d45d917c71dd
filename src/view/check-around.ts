import { CompactionError } from '../schema/failures.ts'
import type { PromptMessage } from '../schema/prompt.ts'
import type { Setting } from './setting.ts'

/**
 * Refuses what stands around the messages if the dialect's validator does: tools and system text. The messages themselves are validated
 * where they are written, each once. Rules that even an empty request breaks are about messages.
 */
export function checkAround({ dialect, around, system: handedIn }: Setting, system: readonly PromptMessage[]): void {
  const name = dialect.traits.name
  const empty = dialect.validate(dialect.assemble([], [], { dialect: name, envelope: {}, tools: [] }))
  const aboutMessages = new Set(empty.map(({ rule }) => rule))
  const found = dialect.validate(dialect.assemble([...handedIn, ...system], [], around))
  const violations = found.filter(({ rule }) => !aboutMessages.has(rule))
  if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
}
