import {
  AGENT_TOOLS,
  type AgentTool,
  type AgentToolName,
  type AgentToolOptions,
  type AgentTools,
  type ToolAnswer,
} from '../../schema/agent-tools.ts'
import { CompactionError, isCompactionError } from '../../schema/failures.ts'
import { freshCopy } from '../../schema/fresh-copy.ts'
import type { AnyDialect, DialectChoice, ToolOf } from '../../schema/wire/request-of.ts'
import { knownDialect } from '../taking.ts'
import type { ThreadState } from '../thread-state.ts'
import { checkToolOptions } from './check-tool-options.ts'
import { DEFINITIONS } from './definitions.ts'
import { readInput } from './read-input.ts'

/** What a tool works with. */
export interface ToolScene {
  readonly state: ThreadState
  readonly options: AgentToolOptions
  /** Most tokens of an answer. */
  readonly tokens: number
}

const USUAL_TOKENS = 2_000
const LEAST_TOKENS = 200

const RUNS: Readonly<Record<AgentToolName, (scene: ToolScene, input: ReturnType<typeof readInput>) => Promise<string>>> = {
  recall: async (...given) => (await import('./look-up.ts')).recallFor(...given),
  expand: async (...given) => (await import('./look-up.ts')).expandFor(...given),
  read_artifact: async (...given) => (await import('./read-artifact.ts')).readArtifactFor(...given),
  context_status: async (scene) => (await import('./context-status.ts')).contextStatus(scene),
  compact_context: async (...given) => (await import('./ask-to-compact.ts')).askToCompact(...given),
}

/** The tools with which the agent of a thread looks up what was put away. */
export function agentTools(state: ThreadState, given: AgentToolOptions): AgentTools {
  checkToolOptions('compactor.tools', given)
  const options = { ...given }
  const tokens = Math.max(LEAST_TOKENS, Math.trunc(options.tokens ?? USUAL_TOKENS) || USUAL_TOKENS)
  const names = AGENT_TOOLS.filter((name) => options.only?.includes(name) ?? true)
  const all = names.map(
    (name): AgentTool =>
      Object.freeze({
        ...{ name, description: DEFINITIONS[name].description, inputSchema: freshCopy(DEFINITIONS[name].inputSchema) },
        execute: (input: unknown) => told(state, name, () => RUNS[name]({ state, options, tokens }, readInput(input))),
      }),
  )
  const find = (name: string): AgentTool | undefined => all.find((tool) => tool.name === name)
  return Object.freeze<AgentTools>({
    all,
    definitions<Choice extends DialectChoice = AnyDialect>(dialect?: Choice) {
      const { writeTools } = knownDialect(state.own, dialect)
      const written = writeTools(
        all.map(({ name, description, inputSchema }) => ({ name, description, input_schema: freshCopy(inputSchema) })),
      )
      return [...written] as ToolOf<Choice>[]
    },
    has: (name) => find(name) !== undefined,
    execute: (name, input) => find(name)?.execute(input) ?? answer(async () => unknown(name, names)),
  })
}

/** Carries out a call, and tells of it. */
async function told({ ports, key }: ThreadState, tool: AgentToolName, work: () => Promise<string>): Promise<ToolAnswer> {
  const said = await answer(async () => work())
  ports.events.tell(key, { kind: 'compaction-retrieved', tool, isError: said.isError })
  return said
}

/** What a tool says, or what went wrong: only failures that were foreseen, which name nothing of another tenant. */
async function answer(work: () => Promise<string>): Promise<ToolAnswer> {
  try {
    return { text: await work(), isError: false }
  } catch (error) {
    if (!isCompactionError(error)) throw error
    return { text: error.message, isError: true }
  }
}

function unknown(name: string, known: readonly string[]): never {
  throw new CompactionError<'option-unknown'>({
    ...{ code: 'option-unknown', of: 'compactor.tools', name: String(name).slice(0, 80), nearest: '', known },
  })
}
