import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import { type GivenJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts'
import { toolList } from './tool-records.ts'

/** Tool definitions as a caller has them: a list in any dialect's shape, or the AI SDK's object by name. */
export type GivenTools = readonly GivenJson[] | Readonly<Record<string, object>>

/** System text as a caller has it: text, or Anthropic's list of blocks. */
export type GivenSystem = string | readonly GivenJson[]

/** What a request has besides its messages, as a caller hands it in: with the types of an SDK, or as JSON. */
export interface GivenSurroundings {
  readonly dialect: string
  /** `null` if the messages came as a bare list: then they go back as one. */
  readonly envelope: GivenJson
  readonly tools: readonly GivenJson[]
}

/** The tool definitions of a request. They are JSON, whatever types they have; the dialects read them as such. */
export function toolsIn(options: {
  readonly tools?: GivenTools | undefined
  readonly around?: GivenSurroundings | undefined
}): readonly Json[] | undefined {
  const given: unknown = options.tools ?? options.around?.tools
  if (given === undefined) return undefined
  const isList = isJsonList(given)
  if (!isList && !isJsonObject(given)) refuse('tools', 'a list of tool definitions, or an object of them by name', given)
  const odd = isList ? undefined : Object.entries(given).find(([, tool]) => typeof tool !== 'object' || tool === null)
  if (odd !== undefined) refuse(`tools.${odd[0]}`, 'a tool definition', odd[1])
  const tools = isList ? given : toolList(given)
  for (const [index, tool] of tools.entries()) if (!isJsonObject(tool)) refuse(`tools[${index}]`, 'a tool definition', tool)
  return tools
}

/** System text of a request, block by block, each with its text. */
export function systemIn(given: GivenSystem | undefined): readonly SystemBlock[] {
  if (given === undefined || typeof given === 'string') return given === undefined || given.trim() === '' ? [] : [{ text: given }]
  if (!Array.isArray(given)) return refuse('system', 'text, or a list of text blocks', given)
  return (given as readonly Json[]).flatMap((block, index) => {
    if (typeof block === 'string') return systemIn(block)
    const text = isJsonObject(block) ? (block['text'] ?? block['content']) : undefined
    if (typeof text !== 'string') return refuse(`system[${index}]`, 'a text block', block)
    return text.trim() === '' ? [] : [{ text, raw: structuredClone(block) }]
  })
}

interface SystemBlock {
  readonly text: string
  /** The block as it was handed in, if it was more than text. */
  readonly raw?: Json
}

/** The envelope of a request, `null` if it has none. */
export function envelopeIn(around: GivenSurroundings | undefined): Json {
  const envelope: unknown = around?.envelope
  return isJsonObject(envelope) ? envelope : null
}

function refuse(at: string, expected: string, given: unknown): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: foundIn(given) })
}
