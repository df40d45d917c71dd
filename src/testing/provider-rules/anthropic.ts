import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { brokenStrings, type Fault, must, onceEach } from './fault.ts'
import { wireMessages } from './flatten.ts'

const NAME = /^[a-zA-Z0-9_-]{1,128}$/
const ID = /^[a-zA-Z0-9_-]+$/
const MOST_CACHE_MARKS = 4

/**
 * Anthropic Messages, as its reference and its error messages have it: the first message is the user's, neighbours of one role
 * are taken as one, `tool_use` blocks are answered by `tool_result` blocks at the very front of the next message, all of them.
 */
export function anthropicFaults(request: Json): readonly Fault[] {
  const messages = wireMessages(request)
  return [
    ...must(messages.length > 0, 'there is at least one message', 'messages'),
    ...must(messages.length === 0 || messages[0]?.['role'] === 'user', 'the first message is the user’s', 'messages[0]'),
    ...messages.flatMap((message, index) => messageFaults(message, `messages[${index}]`)),
    ...pairFaults(messages),
    ...lastFaults(messages.at(-1)),
    ...systemFaults(request),
    ...must(cacheMarks(request) <= MOST_CACHE_MARKS, 'at most four cache marks', 'request'),
  ]
}

const messageFaults = onceEach((message, where) => {
  const { content, role } = message
  const blocks = blocksOf(message)
  const isText = typeof content === 'string'
  const lastKind = blocks.at(-1)?.['type']
  return [
    ...must(role === 'user' || role === 'assistant', 'the role is user or assistant', where),
    ...must(isText ? content.trim() !== '' : blocks.length > 0, 'content is not empty', where),
    ...must(lastKind !== 'thinking' && lastKind !== 'redacted_thinking', 'a message does not end in thinking', where),
    ...blocks.flatMap((block, index) => blockFaults(block, String(role), `${where}.content[${index}]`)),
    ...must(!['id', 'model', 'stop_reason', 'usage'].some((key) => key in message), 'extra inputs are not permitted', where),
    ...must(!Array.isArray(content) || content.length === blocks.length, 'blocks are objects', where),
    ...brokenStrings(message, where),
  ]
})

/** The content unions of MessageParam, as far as they differ by role. */
const USERS = ['image', 'document', 'search_result', 'container_upload']
const ASSISTANTS = ['thinking', 'redacted_thinking', 'server_tool_use', 'mcp_tool_use']

function blockFaults(block: JsonObject, role: string, where: string): readonly Fault[] {
  const type = String(block['type'])
  const isServers = ASSISTANTS.includes(type) || /\w_tool_result$/.test(type)
  return [
    ...must(!(role === 'assistant' && USERS.includes(type)), 'what only users send is the user’s', where),
    ...must(!(role === 'user' && isServers), 'what only the model says is the assistant’s', where),
    ...must(!(/thinking$/.test(type) && 'cache_control' in block), 'thinking has no cache mark', where),
    ...must(!(block['is_error'] === true && holdsFiles(block)), 'all content is text if is_error is true', where),
    ...must(!(block['is_error'] === true && isHollow(block)), 'content is not empty if is_error is true', where),
    ...ownFaults(block, role, where),
  ]
}

function ownFaults(block: JsonObject, role: string, where: string): readonly Fault[] {
  switch (block['type']) {
    case 'text':
      return must(typeof block['text'] === 'string' && block['text'].trim() !== '', 'text blocks hold text', where)
    case 'tool_use':
      return [
        ...must(role === 'assistant', 'only the assistant calls tools', where),
        ...must(ID.test(String(block['id'])), 'the call id is legal', where),
        ...must(NAME.test(String(block['name'])), 'the tool name is legal', where),
        ...must(isJsonObject(block['input']), 'input is an object', where),
      ]
    case 'tool_result':
      return [...must(role === 'user', 'results are the user’s', where), ...resultFaults(block['content'], where)]
    default:
      return must(typeof block['type'] === 'string', 'a block has a type', where)
  }
}

function resultFaults(content: Json | undefined, where: string): readonly Fault[] {
  if (!Array.isArray(content))
    return must(content === undefined || typeof content === 'string', 'a result holds text or blocks', where)
  return content.flatMap((part) => {
    const isHollow =
      isJsonObject(part) && part['type'] === 'text' && (typeof part['text'] !== 'string' || part['text'].trim() === '')
    return must(isJsonObject(part) && !isHollow, 'text blocks in results hold text', where)
  })
}

/** Messages of one role in a row are one message to the API. */
function pairFaults(messages: readonly JsonObject[]): readonly Fault[] {
  const runs: { role: Json; blocks: JsonObject[] }[] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (last !== undefined && last.role === message['role']) last.blocks.push(...blocksOf(message))
    else runs.push({ role: message['role'] ?? null, blocks: [...blocksOf(message)] })
  }
  const used = new Set<string>()
  return runs.flatMap((run, index) => {
    const calls = run.blocks.filter((block) => block['type'] === 'tool_use').map((block) => String(block['id']))
    const repeated = calls.filter((id) => used.has(id) || calls.indexOf(id) !== calls.lastIndexOf(id))
    for (const id of calls) used.add(id)
    const next = runs[index + 1]?.blocks ?? []
    const before = runs[index - 1]?.blocks ?? []
    return [
      ...must(repeated.length === 0, 'call ids are unique', `run ${index}`),
      ...must(
        sameIds(calls, leadingResults(next)),
        'the next message begins with exactly the results of the calls',
        `run ${index}`,
      ),
      ...must(
        run.blocks.every((block) => block['type'] !== 'tool_result') || before.some((block) => block['type'] === 'tool_use'),
        'results follow calls',
        `run ${index}`,
      ),
      ...must(serverToolsAnswered(run.blocks) || next.length === 0, 'server tools have their results', `run ${index}`),
      ...must(
        leadingResults(run.blocks).length === run.blocks.filter((block) => block['type'] === 'tool_result').length,
        'results come first',
        `run ${index}`,
      ),
    ]
  })
}

function serverToolsAnswered(blocks: readonly JsonObject[]): boolean {
  const made = blocks.filter((block) => /^(?:server|mcp)_tool_use$/.test(String(block['type']))).map((block) => block['id'])
  const came = blocks.filter((block) => /\w_tool_result$/.test(String(block['type']))).map((block) => block['tool_use_id'])
  return made.every((id) => came.includes(id ?? null)) && came.every((id) => made.includes(id ?? null))
}

function leadingResults(blocks: readonly JsonObject[]): readonly string[] {
  const end = blocks.findIndex((block) => block['type'] !== 'tool_result')
  return blocks.slice(0, end === -1 ? blocks.length : end).map((block) => String(block['tool_use_id']))
}

function sameIds(calls: readonly string[], results: readonly string[]): boolean {
  return calls.length === results.length && calls.every((id) => results.includes(id))
}

function lastFaults(last: JsonObject | undefined): readonly Fault[] {
  if (last?.['role'] !== 'assistant') return []
  const text = typeof last['content'] === 'string' ? last['content'] : blocksOf(last).at(-1)?.['text']
  return must(
    typeof text !== 'string' || text === text.trimEnd(),
    'the last assistant text does not end in white space',
    'the end',
  )
}

function systemFaults(request: Json): readonly Fault[] {
  if (!isJsonObject(request) || !('system' in request)) return []
  const { system } = request
  const texts =
    typeof system === 'string'
      ? [system]
      : Array.isArray(system)
        ? system.map((block) => (isJsonObject(block) ? block['text'] : ''))
        : []
  return [
    ...must(
      texts.length > 0 && texts.every((text) => typeof text === 'string' && text.trim() !== ''),
      'system holds text',
      'system',
    ),
    ...brokenStrings(system ?? null, 'system'),
  ]
}

function isHollow({ content }: JsonObject): boolean {
  return content === undefined || content === '' || (Array.isArray(content) && content.length === 0)
}

function holdsFiles({ content }: JsonObject): boolean {
  return Array.isArray(content) && content.some((part) => isJsonObject(part) && part['type'] !== 'text')
}

function cacheMarks(node: Json): number {
  if (Array.isArray(node)) return node.reduce<number>((sum, item) => sum + cacheMarks(item), 0)
  if (!isJsonObject(node)) return 0
  const own = isJsonObject(node['cache_control']) ? 1 : 0
  // What a call's arguments are named is none of the provider's business.
  return Object.entries(node).reduce<number>((sum, [key, value]) => sum + (key === 'input' ? 0 : cacheMarks(value)), own)
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  const { content } = message
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isJsonObject) : []
}
