import { isJsonObject, type Json } from '../../schema/json.ts'
import type { DialectName, GeneratedTranscript } from '../transcripts/transcripts.ts'
import { aiSdkFaults } from './ai-sdk.ts'
import { anthropicFaults } from './anthropic.ts'
import { brokenStrings, type Fault, must, onceEach } from './fault.ts'
import { flatten, wireMessages } from './flatten.ts'
import { geminiFaults } from './gemini.ts'
import { langchainFaults } from './langchain.ts'
import { openaiFaults } from './openai-chat.ts'
import { responsesFaults } from './openai-responses.ts'
import { storedItemFaults } from './stored-items.ts'
import { toolFaults } from './tools.ts'

/** What the provider behind a dialect would refuse about a request; `past` is what it has seen of the conversation before. */
export function providerFaults(dialect: DialectName, request: Json, past?: GeneratedTranscript): readonly Fault[] {
  return [...messageFaults(dialect, request, past), ...toolFaults(dialect, request)]
}

function messageFaults(dialect: DialectName, request: Json, past: GeneratedTranscript | undefined): readonly Fault[] {
  switch (dialect) {
    case 'openai-chat':
      return openaiFaults(request)
    case 'anthropic':
      return anthropicFaults(request)
    case 'ai-sdk':
      return aiSdkFaults(request)
    case 'langchain':
      return langchainFaults(request)
    case 'gemini':
      return geminiFaults(request)
    case 'neutral':
      return neutralFaults(request)
    case 'openai-responses':
      return [...responsesFaults(request), ...(past?.dialect === dialect ? storedItemFaults(request, past.input) : [])]
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
