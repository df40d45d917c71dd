import type { Outcome } from '../../schema/entry.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

/** One kind of item that answers a call: what it says, how it ended, and how it says something else instead. */
interface OutputKind {
  /** The fields that may hold the call's id, the likeliest first. */
  readonly ids: readonly string[]
  /** The field that is written if there is none. */
  readonly id: string
  text(item: JsonObject): string
  outcome(item: JsonObject): Outcome | undefined
  withText(item: JsonObject, text: string): JsonObject
}

const unknown = (): undefined => undefined

const said: OutputKind = {
  ids: ['call_id'],
  id: 'call_id',
  text: (item) => textOfParts(item['output']),
  outcome: unknown,
  withText: (item, text) => ({ ...item, output: text }),
}

/** A screenshot of one transparent point: the item has room for a picture only. */
const NO_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const OUTPUTS: Readonly<Record<string, OutputKind>> = {
  function_call_output: said,
  custom_tool_call_output: said,
  // Its `id` is the id of the call; some clients write `call_id`, as all the others do.
  local_shell_call_output: { ...said, ids: ['call_id', 'id'], id: 'id' },
  apply_patch_call_output: {
    ...said,
    text: (item) => stringField(item, 'output') || (stringField(item, 'status') ?? ''),
    outcome: (item) => (item['status'] === 'failed' ? 'failure' : undefined),
    withText: (item, text) => ({ status: 'completed', ...item, output: text }),
  },
  shell_call_output: {
    ...said,
    text: (item) => listAt(item, 'output').map(chunkText).join('\n'),
    outcome: (item) => worst(listAt(item, 'output').map((chunk) => objectAt(chunk, 'outcome'))),
    withText: (item, text) => {
      const outcome = listAt(item, 'output')
        .map((chunk) => chunk['outcome'])
        .find(isJsonObject)
      return { ...item, output: [{ stdout: text, stderr: '', outcome: outcome ?? { type: 'exit', exit_code: 0 } }] }
    },
  },
  computer_call_output: {
    ...said,
    text: (item) => `[${stringField(objectAt(item, 'output'), 'type') ?? 'computer_screenshot'}]`,
    withText: (item) => ({ ...item, output: { type: 'computer_screenshot', image_url: NO_PICTURE } }),
  },
  tool_search_output: {
    ...said,
    text: (item) =>
      `tools: ${listAt(item, 'tools')
        .map((tool) => stringField(tool, 'name') ?? stringField(tool, 'type'))
        .join(', ')}`,
    withText: (item) => ({ ...item, tools: [] }),
  },
  mcp_approval_response: {
    ids: ['approval_request_id'],
    id: 'approval_request_id',
    text: (item) => [item['approve'] === true ? 'approved' : 'denied', stringField(item, 'reason') ?? ''].join(' ').trim(),
    outcome: unknown,
    // A decision stays what it was.
    withText: (item) => item,
  },
}

/** The kind of an item that answers a call; `undefined` if it is something else, or names no call. */
export function outputKindOf(item: JsonObject): OutputKind | undefined {
  const type = stringField(item, 'type') ?? ''
  const kind = Object.hasOwn(OUTPUTS, type) ? OUTPUTS[type] : undefined
  return type === 'tool_search_output' && typeof item['call_id'] !== 'string' ? undefined : kind
}

/** The id of the call that an item answers. */
export function answeredId(item: JsonObject, kind: OutputKind): string {
  return kind.ids.map((field) => stringField(item, field)).find((id) => id !== undefined) ?? ''
}

/** The item, naming this call. */
export function withAnsweredId(item: JsonObject, kind: OutputKind, id: string): JsonObject {
  const field = kind.ids.find((name) => typeof item[name] === 'string') ?? kind.id
  return { ...item, [field]: id }
}

/** Text, or a list of texts, pictures and files line by line. */
function textOfParts(output: Json | undefined): string {
  if (typeof output === 'string') return output
  if (!Array.isArray(output)) return output === undefined || output === null ? '' : jsonText(output)
  return output
    .map((part) =>
      isJsonObject(part) ? (stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'part'}]`) : String(part),
    )
    .join('\n')
}

/** What a command printed, and how it ended if that is news. */
function chunkText(chunk: JsonObject): string {
  const printed = [stringField(chunk, 'stdout') ?? '', stringField(chunk, 'stderr') ?? ''].filter((text) => text !== '')
  const { type, exit_code: code = 0 } = objectAt(chunk, 'outcome')
  const end = type === 'timeout' ? ['[timeout]'] : code === 0 && printed.length > 0 ? [] : [`[exit code ${String(code)}]`]
  return [...printed, ...end].join('\n')
}

function worst(outcomes: readonly JsonObject[]): Outcome {
  if (outcomes.some(({ type }) => type === 'timeout')) return 'partial'
  return outcomes.some(({ exit_code: code = 0 }) => code !== 0) ? 'failure' : 'success'
}

function listAt(item: JsonObject, field: string): readonly JsonObject[] {
  const value = item[field]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function objectAt(item: JsonObject, field: string): JsonObject {
  const value = item[field]
  return isJsonObject(value) ? value : {}
}
