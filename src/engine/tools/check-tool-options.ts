import { AGENT_TOOLS, type AgentToolOptions } from '../../schema/agent-tools.ts'
import { CompactionError } from '../../schema/failures.ts'
import { checkOptions } from '../options.ts'

/** Refuses an option of the agent's tools that does not exist, and a tool that is none of them: the agent would go without it, and nobody would know. */
export function checkToolOptions(of: string, given: AgentToolOptions): void {
  checkOptions(of, given, {
    ...{ only: 'object', tokens: 'number', requester: 'text', permissions: 'object', earlier: 'flag', compact: 'anything' },
  })
  const unknown = given.only?.find((name) => !AGENT_TOOLS.includes(name))
  if (unknown === undefined) return
  const [expected, found] = [`some of ${AGENT_TOOLS.join(', ')}`, String(JSON.stringify(unknown)).slice(0, 80)]
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'only', expected, found })
}
