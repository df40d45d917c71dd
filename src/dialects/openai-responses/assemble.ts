import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { Surroundings } from '../../schema/ports.ts'
import type { PromptMessage } from '../../schema/prompt.ts'
import { responsesTools } from '../tools.ts'
import { shownText, withPromptCache } from '../writing.ts'
import { OPENAI_RESPONSES } from './outline.ts'
import { writeItems } from './write.ts'

/** Puts a Responses request together: what came in as instructions goes back there, other system text stands in front. */
export function assembleResponses(system: readonly PromptMessage[], items: readonly Json[], around: Surroundings): Json {
  return withPromptCache(putTogether(system, items, around), around)
}

function putTogether(system: readonly PromptMessage[], items: readonly Json[], around: Surroundings): Json {
  const instructions = system.filter(isInstructions).flatMap((message) => message.parts.map(shownText))
  const inFront = writeItems(system.filter((message) => !isInstructions(message)))
  const input = [...inFront, ...withoutStaleTriggers(items)]
  const values: JsonObject =
    instructions.length === 0 ? { input } : { instructions: wellFormedJson(instructions.join('\n\n')), input }
  if (around.dialect !== OPENAI_RESPONSES) {
    const tools = responsesTools(around.tools)
    return { ...values, ...(tools.length === 0 ? {} : { tools }) }
  }
  const { envelope } = around
  if (isJsonObject(envelope)) return { ...(wellFormedJson(envelope) as JsonObject), ...values }
  return instructions.length === 0 ? input : values
}

/** The field is text and nothing else; a message is an object. */
function isInstructions({ shell }: PromptMessage): boolean {
  return shell?.dialect === OPENAI_RESPONSES && !isJsonObject(shell.raw)
}

/** The wish to compact is granted at the end of the input only: once something follows, it has been. */
function withoutStaleTriggers(items: readonly Json[]): readonly Json[] {
  return items.filter((item, index) => index === items.length - 1 || !isJsonObject(item) || item['type'] !== 'compaction_trigger')
}
