import { isJsonObject, type Json } from '../schema/json.ts'
import { flatten, wireMessages } from './flatten.ts'
import { anthropicFaults } from './provider-rules/anthropic.ts'
import { brokenStrings, type Fault, must, onceEach } from './provider-rules/fault.ts'
import { openaiFaults } from './provider-rules/openai-chat.ts'
import type { DialectName } from './transcripts/transcripts.ts'

/** What the provider behind a dialect would refuse about a request. */
export function providerFaults(dialect: DialectName, request: Json): readonly Fault[] {
  switch (dialect) {
    case 'openai-chat':
      return openaiFaults(request)
    case 'anthropic':
      return anthropicFaults(request)
    case 'neutral':
      return neutralFaults(request)
  }
}

const soundMessage = onceEach(brokenStrings)

/** The neutral shape has no provider; calls and results must still pair, and nothing may be empty. */
function neutralFaults(request: Json): readonly Fault[] {
  const blocks = flatten('neutral', request)
  const faults: Fault[] = [
    ...must(blocks.length > 0, 'there is at least one block', 'messages'),
    ...wireMessages(request).flatMap((message, index) => soundMessage(message, `messages[${index}]`)),
    ...brokenStrings(isJsonObject(request) ? { ...request, messages: [] } : [], 'request'),
  ]
  let waiting = new Set<string>()
  const used = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    const where = `block ${index}`
    if (block.kind === 'result') {
      faults.push(
        ...must(waiting.delete(block.id), 'a result answers an open call', where),
        ...must(block.text !== '', 'a result holds text', where),
      )
      continue
    }
    const sameMessage = blocks[index - 1]?.message === block.message
    faults.push(...must(waiting.size === 0 || sameMessage, 'every call is answered before anybody speaks', where))
    if (block.kind === 'text') faults.push(...must(block.text !== '', 'a text holds text', where))
    if (block.kind !== 'call') continue
    if (!sameMessage) waiting = new Set()
    faults.push(...must(!used.has(block.id) && block.id !== '', 'call ids are unique', where))
    used.add(block.id)
    waiting.add(block.id)
  }
  return [...faults, ...must(waiting.size === 0, 'every call is answered', 'the end')]
}
