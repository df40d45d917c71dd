import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileTranscript, NamedText } from '../../schema/transcript-format.ts'
import { aboutOf, listIn, objectIn, spanOfTimes, timeOf } from '../fields.ts'
import { type JsonLine, readJsonLines } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { isSaid } from './lines.ts'
import { messagesIn } from './messages.ts'
import { threadsIn } from './threads.ts'

interface Session {
  readonly lines: readonly JsonLine[]
  readonly main: readonly JsonLine[]
  readonly session: string | undefined
  readonly beside: readonly NamedText[]
}

interface Children {
  readonly transcripts: readonly FileTranscript[]
  readonly faults: readonly FileFault[]
}

/**
 * What sub-agents did. Versions differ in where they write it: into files beside the session, as side chains between its lines, or as the
 * progress of the call that started them. The same agent is taken from the first of these that has it.
 */
export function childrenIn({ lines, main, session, beside }: Session): Children {
  const agents = new Map<string, readonly JsonLine[]>()
  const faults: FileFault[] = []
  for (const { path, text } of beside) {
    const agent = agentIn(path)
    if (agent === undefined) continue
    const read = readJsonLines(text)
    agents.set(agent, read.lines)
    faults.push(...read.faults.map((fault) => ({ ...fault, path })))
  }
  const inFile = lines.length === main.length ? [] : lines.filter(({ value }) => value['isSidechain'] === true)
  for (const [agent, own] of sideChains(inFile)) if (!agents.has(agent)) agents.set(agent, own)
  for (const [agent, own] of progressOf(lines)) if (!agents.has(agent)) agents.set(agent, own)
  const calls = startedBy(main)
  const transcripts = [...agents].flatMap(([agent, own]) => {
    const thread = session === undefined ? agent : `${session}/agent-${agent}`
    const call = calls.byAgent.get(agent) ?? calls.byPrompt.get(promptOf(own))
    const origin =
      session === undefined ? undefined : { kind: 'child' as const, of: session, ...(call === undefined ? {} : { call }) }
    return conversationsOf(own, { thread, origin, faults })
  })
  return { transcripts, faults }
}

/** What an agent did, and what it left for another try. */
function conversationsOf(
  lines: readonly JsonLine[],
  {
    thread,
    origin,
    faults,
  }: { readonly thread: string; readonly origin: FileTranscript['origin'] | undefined; readonly faults: FileFault[] },
): readonly FileTranscript[] {
  const nameOf = (index: number): string => (index === 0 ? thread : `${thread}/branch-${index}`)
  return threadsIn(lines).flatMap(({ nodes, left }, index): readonly FileTranscript[] => {
    const { messages, faults: unread } = messagesIn(nodes.filter(isSaid))
    if (index === 0) faults.push(...unread)
    if (messages.length === 0) return []
    const shared = left === undefined ? 0 : messagesIn(nodes.slice(0, left.shared).filter(isSaid)).messages.length
    const from = left === undefined ? origin : { kind: 'branch' as const, of: nameOf(left.of), shared }
    return [
      {
        ...{ dialect: 'anthropic', envelope: {}, tools: [], messages: withOwnIds(messages.map(({ draft }) => draft)) },
        thread: nameOf(index),
        ...(from === undefined ? {} : { origin: from }),
        ...aboutOf({ ...spanOfTimes(nodes.map(({ value }) => timeOf(value['timestamp']))) }),
      },
    ]
  })
}

/** Lines of side chains by their agent; without a name for it, by the line that the chain began with. */
function sideChains(lines: readonly JsonLine[]): ReadonlyMap<string, readonly JsonLine[]> {
  const chains = new Map<string, JsonLine[]>()
  const chainOf = new Map<string, string>()
  for (const line of lines) {
    const id = stringField(line.value, 'uuid') ?? `line-${line.line}`
    const parent = stringField(line.value, 'parentUuid')
    const chain = stringField(line.value, 'agentId') ?? (parent === undefined ? undefined : chainOf.get(parent)) ?? id
    chainOf.set(id, chain)
    chains.set(chain, [...(chains.get(chain) ?? []), line])
  }
  return chains
}

/** What agents said, as the progress of the calls that started them: a message in each line. */
function progressOf(lines: readonly JsonLine[]): ReadonlyMap<string, readonly JsonLine[]> {
  const agents = new Map<string, JsonLine[]>()
  for (const { line, value } of lines) {
    const data = objectIn(value, 'data')
    const said = objectIn(data, 'message')
    if (value['type'] !== 'progress' || data['type'] !== 'agent_progress' || !('message' in said)) continue
    const agent = stringField(data, 'agentId') ?? stringField(value, 'parentToolUseID') ?? ''
    agents.set(agent, [...(agents.get(agent) ?? []), { line, value: said }])
  }
  return agents
}

/** Which call started an agent: results name the agent, calls its task. */
function startedBy(main: readonly JsonLine[]): {
  readonly byAgent: ReadonlyMap<string, string>
  readonly byPrompt: ReadonlyMap<string, string>
} {
  const byAgent = new Map<string, string>()
  const byPrompt = new Map<string, string>()
  for (const { value } of main) {
    const blocks = listIn(objectIn(value, 'message'), 'content').filter(isJsonObject)
    const agent = stringField(objectIn(value, 'toolUseResult'), 'agentId')
    const answered = blocks.map((block) => stringField(block, 'tool_use_id')).find((id) => id !== undefined)
    if (agent !== undefined && answered !== undefined) byAgent.set(agent, answered)
    const running = stringField(objectIn(value, 'data'), 'agentId')
    const parent = stringField(value, 'parentToolUseID')
    if (running !== undefined && parent !== undefined) byAgent.set(running, parent)
    for (const block of blocks) {
      const prompt = stringField(objectIn(block, 'input'), 'prompt')
      const id = stringField(block, 'id')
      if (block['type'] === 'tool_use' && prompt !== undefined && id !== undefined) byPrompt.set(prompt.trim(), id)
    }
  }
  return { byAgent, byPrompt }
}

function promptOf(lines: readonly JsonLine[]): string {
  const first: JsonObject = objectIn(lines.find(isSaid)?.value ?? {}, 'message')
  const { content } = first
  if (typeof content === 'string') return content.trim()
  const [part] = listIn(first, 'content').filter(isJsonObject)
  return stringField(part ?? {}, 'text')?.trim() ?? ''
}

/** `…/subagents/agent-a0ad4f.jsonl` is the file of agent `a0ad4f`. */
function agentIn(path: string): string | undefined {
  const at = path.lastIndexOf('agent-')
  const name = at === -1 || !path.endsWith('.jsonl') ? '' : path.slice(at + 'agent-'.length, -'.jsonl'.length)
  return name === '' || name.includes('/') ? undefined : name
}
