import { CompactionError } from '../schema/failures.ts'
import { type GivenJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts'

/** Where tool definitions may stand among what a caller hands in. */
interface GivenTools {
  readonly tools?: readonly GivenJson[] | undefined
  readonly around?: GivenSurroundings | undefined
}

/** What a request has besides its messages, as a caller hands it in: with the types of an SDK, or as JSON. */
export interface GivenSurroundings {
  readonly dialect: string
  /** `null` if the messages came as a bare list: then they go back as one. */
  readonly envelope: GivenJson
  readonly tools: readonly GivenJson[]
}

/** The tool definitions of a request. They are JSON, whatever types they have; the dialects read them as such. */
export function toolsIn({ tools, around }: GivenTools): readonly Json[] | undefined {
  const given: unknown = tools ?? around?.tools
  if (given === undefined || isJsonList(given)) return given
  const [expected, found] = ['a list of tool definitions', isJsonObject(given) ? 'an object' : `a ${typeof given}`]
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'tools', expected, found })
}

/** The envelope of a request, `null` if it has none. */
export function envelopeIn(around: GivenSurroundings | undefined): Json {
  const envelope: unknown = around?.envelope
  return isJsonObject(envelope) ? envelope : null
}
