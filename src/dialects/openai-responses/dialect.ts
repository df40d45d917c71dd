import { isJsonObject, type Json } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { OpenaiResponsesItem, OpenaiResponsesRequest } from '../../schema/wire/openai-responses.ts'
import { ours } from '../ours.ts'
import { expectArray, expectObject, toolsOf } from '../reading.ts'
import { assembleResponses } from './assemble.ts'
import { OPENAI_RESPONSES, OPENAI_RESPONSES_OUTLINE } from './outline.ts'
import { readItems, readText } from './read.ts'
import { checkResponseItems, validateOpenaiResponses } from './validate.ts'
import { writeItems } from './write.ts'

/** OpenAI Responses: a list of items, of which a message is only one kind. */
export const openaiResponses: Dialect<OpenaiResponsesItem, OpenaiResponsesRequest> = ours({
  ...OPENAI_RESPONSES_OUTLINE,
  read(input) {
    const { instructions, items } = partsOf(input)
    const system = instructions === undefined ? [] : [readText(instructions, 'system')]
    const messages = [...system, ...(typeof items === 'string' ? [readText(items, 'user')] : readItems(items))]
    return { dialect: OPENAI_RESPONSES, envelope: envelopeOf(input), messages, tools: toolsOf(input) }
  },
  readMessages: readItems,
  restore(envelope, messages) {
    if (!isJsonObject(envelope)) return messages
    const whole = envelope['input'] === WHOLE
    const inField = messages.length > (whole ? 1 : 0) && typeof messages[0] === 'string'
    const [first, ...others] = messages
    const items = inField ? others : messages
    return {
      ...envelope,
      ...(inField && first !== undefined ? { instructions: first } : {}),
      input: whole ? (items[0] ?? '') : items,
    }
  },
  writeMessages: writeItems,
  assemble: assembleResponses,
  validate: validateOpenaiResponses,
  validateMessages: checkResponseItems,
})

/** Stands in the envelope for an input that is one text; `null` stands for a list. */
const WHOLE = ''

interface RequestParts {
  readonly instructions: string | undefined
  readonly items: string | readonly Json[]
}

function partsOf(input: Json): RequestParts {
  if (Array.isArray(input)) return { instructions: undefined, items: input }
  const { instructions, input: items } = expectObject(input, 'input', 'an object with input, or an array of items')
  return {
    instructions: typeof instructions === 'string' ? instructions : undefined,
    items: typeof items === 'string' ? items : expectArray(items, 'input', 'a string or an array of items'),
  }
}

/** The request without what was taken out of it. */
function envelopeOf(input: Json): Json {
  if (!isJsonObject(input)) return null
  const { instructions, items } = partsOf(input)
  return {
    ...input,
    ...(instructions === undefined ? {} : { instructions: null }),
    input: typeof items === 'string' ? WHOLE : null,
  }
}
