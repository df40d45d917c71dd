import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { DEFINITIONS } from '../engine/tools/definitions.ts'
import { AGENT_TOOLS, type AgentToolName } from '../schema/agent-tools.ts'
import { isCompactionError } from '../schema/failures.ts'
import { isJsonObject, type JsonObject } from '../schema/json.ts'
import { addHandoff } from './handoff-prompt.ts'
import { addResources } from './resources.ts'
import { type McpScope, type OpenScope, openScope } from './scope.ts'

interface Answer {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: boolean
  readonly [field: string]: unknown
}

/** Makes servers for one scope: the SDK wants a new one for each connection, and for each request over HTTP. */
export function mcpServers(scope: McpScope): () => McpServer {
  const open = openScope(scope)
  return () => {
    const server = new McpServer({ name: 'palimpsest', version: VERSION }, { instructions: INSTRUCTIONS })
    for (const name of AGENT_TOOLS) addTool(server, { name, scope, open })
    addThreadList(server, open)
    addResources(server, open)
    addHandoff(server, open)
    return server
  }
}

const VERSION = '1'
const INSTRUCTIONS =
  'Looks up conversations that were compacted: nothing is gone. recall finds what was said, expand opens it by its handle (e57), list_threads names the conversations.'

const THREAD = { type: 'string', description: 'its name; may be left out if there is one' } as const
const READS: readonly AgentToolName[] = ['recall', 'expand', 'read_artifact', 'context_status']

function addTool(
  server: McpServer,
  at: { readonly name: AgentToolName; readonly scope: McpScope; readonly open: OpenScope },
): void {
  const { name, scope, open } = at
  const { description, inputSchema } = DEFINITIONS[name]
  const { compactor, tokens, compact } = scope
  // What a thread was handed off from may be out of scope.
  const earlier = scope.threads === undefined
  server.registerTool(
    name,
    {
      description: description.replaceAll('this whole conversation', 'a whole conversation'),
      inputSchema: fromJsonSchema<JsonObject>(withThread(inputSchema)),
      annotations: { readOnlyHint: READS.includes(name), destructiveHint: false, openWorldHint: false },
    },
    (input) =>
      answered(async () => {
        const { thread, ...rest } = isJsonObject(input) ? input : {}
        const wanted = typeof thread === 'string' ? thread : undefined
        const said = await open.on(wanted, (opened) => compactor.tools(opened, { tokens, compact, earlier }).execute(name, rest))
        return { content: [{ type: 'text', text: said.text }], isError: said.isError }
      }),
  )
}

function withThread(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  return { ...schema, properties: { ...properties, thread: THREAD } }
}

/** How many names a client is told at once. */
const MOST_NAMES = 200

function addThreadList(server: McpServer, open: OpenScope): void {
  const properties = { contains: { type: 'string' } } as const
  server.registerTool(
    'list_threads',
    {
      description: 'Names of the conversations that can be looked up.',
      inputSchema: fromJsonSchema<JsonObject>({ type: 'object', properties, required: [] }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input) =>
      answered(async () => {
        const contains = isJsonObject(input) && typeof input['contains'] === 'string' ? input['contains'] : ''
        const names = (await open.names()).filter((name) => name.includes(contains))
        const more = names.length > MOST_NAMES ? [`… and ${names.length - MOST_NAMES} more: ask with "contains".`] : []
        const text = [...names.slice(0, MOST_NAMES).map((name) => JSON.stringify(name)), ...more].join('\n')
        return { content: [{ type: 'text', text: text === '' ? 'There are none.' : text }] }
      }),
  )
}

/** A failure that was foreseen is told in its words, which name nothing out of scope; anything else is told as one, and no more. */
async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const text = isCompactionError(error) ? error.message : 'Something went wrong in the server.'
    return { content: [{ type: 'text', text }], isError: true }
  }
}
