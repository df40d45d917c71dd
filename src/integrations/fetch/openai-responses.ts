import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { fromCompaction } from './from-compaction.ts'
import { type Gatherer, systemBlocks, type Wire, withoutFront } from './wire.ts'

/** The Responses API of OpenAI. */
export const responsesWire: Wire = {
  dialect: 'openai-responses',
  path: '/responses',
  take(body) {
    const { input, instructions, ...envelope } = body
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
    if (!isJsonList(items) || 'conversation' in body || 'prompt' in body) return undefined
    const { front, rest } = withoutFront(items)
    const { previous_response_id: follows } = body
    const said = typeof instructions === 'string' ? [{ text: instructions }] : []
    return {
      ...{
        history: rest,
        inFront: front.length,
        system: [...said, ...systemBlocks(front)],
        envelope,
        isStored: body['store'] !== false,
      },
      yields: isJsonList(body['context_management']),
      ...(typeof follows === 'string' ? { follows } : {}),
      put: ({ previous_response_id: _, ...request }) => ({
        ...request,
        ...(instructions === undefined ? {} : { instructions }),
        input: [...front, ...fromCompaction(rest, shownIn(request))],
      }),
    }
  },
  answer: ({ output }) => (isJsonList(output) ? output.filter(isJsonObject) : []),
  gather: gatherResponse,
}

function shownIn({ input }: JsonObject): readonly Json[] {
  return isJsonList(input) ? withoutFront(input).rest : []
}

const OVER: ReadonlySet<Json> = new Set(['response.completed', 'response.incomplete'])
const PRELUDE: ReadonlySet<Json> = new Set(['response.created', 'response.queued', 'response.in_progress'])

/** The last event of a stream has all of the response. */
function gatherResponse(): Gatherer {
  let whole: JsonObject | undefined
  return {
    add({ type = '', response }) {
      if (type === 'error' || type === 'response.failed') return 'refusal'
      if (OVER.has(type) && isJsonObject(response)) whole = response
      return PRELUDE.has(type) ? 'prelude' : 'words'
    },
    whole: () => whole,
  }
}
