import type { Json, JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'
import { inputOf, writeAiSdkMessages } from './ai-sdk.ts'

type CallPart = Extract<ModelPart, { kind: 'call' }>
type ResultPart = Extract<ModelPart, { kind: 'result' }>

/** How a version of the AI SDK shows a tool's work to people: in parts of the message, or in a list beside its content. */
export type PeopleForm = 'parts' | 'invocations'

/** A conversation as a chat page keeps it, and the same as a model would be sent it: what laws hold a request against. */
interface ForPeople {
  readonly messages: readonly Json[]
  readonly asSent: readonly Json[]
}

type Answers = ReadonlyMap<CallPart, ResultPart>

/**
 * Writes generated messages as a chat page keeps them. A call and the result that follows it are one there; what such a message cannot
 * say (a result without its call, a second one, one that came early) stays a message for models between the others.
 */
export function writeForPeople(messages: readonly ModelMessage[], form: PeopleForm): ForPeople {
  const written: Json[] = []
  const asSent: Json[] = []
  for (let at = 0; at < messages.length; ) {
    const message = messages[at] as ModelMessage
    at += 1
    if (!isForPeople(message, form)) {
      const same = writeAiSdkMessages([message])
      written.push(...same)
      asSent.push(...same)
      continue
    }
    const answers = new Map<CallPart, ResultPart>()
    const calls = message.parts.filter((part) => part.kind === 'call')
    while (messages[at]?.role === 'tool' && takeAnswers(messages[at] as ModelMessage, calls, answers)) at += 1
    const isInSteps = form === 'invocations' && at % 2 === 0
    written.push(form === 'parts' ? withParts(message, answers, at) : withInvocations(message, answers, isInSteps))
    asSent.push(...(form === 'parts' ? partsSent(message, answers) : invocationsSent(message, answers, isInSteps)))
  }
  return { messages: written, asSent }
}

/** One message with everything, and one with the results. */
function partsSent(message: ModelMessage, answers: Answers): readonly Json[] {
  const said = message.parts.filter((part) => part.kind !== 'opaque')
  return [{ role: message.role, content: said.flatMap(sentPart) }, ...resultsSent([...answers.values()])]
}

function invocationsSent(message: ModelMessage, answers: Answers, isInSteps: boolean): readonly Json[] {
  const calls = message.parts.filter((part) => part.kind === 'call')
  const isWaiting = calls.some((call) => !answers.has(call))
  const text = textOf(message)
  const texts = text === '' ? [] : [{ type: 'text', text }]
  const steps = isInSteps ? calls.map((call) => [call]) : [calls]
  const rounds = steps.flatMap((step, index) => {
    const lead = isWaiting && index === 0 ? texts : []
    // That version had no word for a result that is an error.
    const results = step.flatMap((call) => answers.get(call) ?? []).map((result) => ({ ...result, failed: false }))
    return [{ role: 'assistant', content: [...lead, ...step.flatMap(sentPart)] }, ...resultsSent(results)]
  })
  return isWaiting || text === '' ? rounds : [...rounds, { role: 'assistant', content: texts }]
}

function resultsSent(results: readonly ResultPart[]): readonly Json[] {
  const content = results.map((result) => {
    const value = result.failed ? result.text : outputOf(result)
    const type = typeof value === 'string' ? (result.failed ? 'error-text' : 'text') : 'json'
    return { type: 'tool-result', toolCallId: result.id, toolName: result.tool, output: { type, value } }
  })
  return content.length === 0 ? [] : [{ role: 'tool', content }]
}

function sentPart(part: ModelPart): readonly Json[] {
  if (part.kind === 'call') return [{ type: 'tool-call', toolCallId: part.id, toolName: part.tool, input: inputOf(part.input) }]
  return part.kind === 'opaque' ? [] : [shownPart(part)]
}

function textOf({ parts }: ModelMessage): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

function isForPeople({ role, parts }: ModelMessage, form: PeopleForm): boolean {
  if (form === 'parts') return role !== 'tool' && parts.every((part) => part.kind !== 'result')
  const calls = parts.filter((part) => part.kind === 'call')
  return role === 'assistant' && calls.length > 0 && parts.every(({ kind }) => kind === 'text' || kind === 'call')
}

/** Takes the answers of a message if each is the first to a call of its own; otherwise none. */
function takeAnswers({ parts }: ModelMessage, calls: readonly CallPart[], answers: Map<CallPart, ResultPart>): boolean {
  const taken = new Map<CallPart, ResultPart>()
  for (const part of parts) {
    const call = part.kind === 'result' ? calls.find(({ id }) => id === part.id) : undefined
    if (part.kind !== 'result' || call === undefined || answers.has(call) || taken.has(call)) return false
    taken.set(call, part)
  }
  for (const [call, result] of taken) answers.set(call, result)
  return true
}

function withParts(message: ModelMessage, answers: Answers, at: number): Json {
  const isAgent = message.role === 'assistant'
  const parts = message.parts.map((part) => (part.kind === 'call' ? toolPart(part, answers.get(part)) : shownPart(part)))
  return { id: `m${at}`, role: message.role, ...message.extras, parts: isAgent ? [{ type: 'step-start' }, ...parts] : parts }
}

function toolPart(call: CallPart, result: ResultPart | undefined): Json {
  const isDynamic = call.input.length % 2 === 0
  const name = isDynamic ? { type: 'dynamic-tool', toolName: call.tool } : { type: `tool-${call.tool}` }
  const base = { ...name, toolCallId: call.id, input: inputOf(call.input) }
  if (result === undefined) return { ...base, state: 'input-available' }
  if (result.failed) return { ...base, state: 'output-error', errorText: result.text, ...result.extras }
  return {
    ...base,
    state: 'output-available',
    ...(result.shape === 'absent' ? {} : { output: outputOf(result) }),
    ...result.extras,
  }
}

function withInvocations(message: ModelMessage, answers: Answers, isInSteps: boolean): Json {
  const calls = message.parts.filter((part) => part.kind === 'call')
  const toolInvocations = calls.map((call, index): JsonObject => {
    const base = { toolCallId: call.id, toolName: call.tool, args: inputOf(call.input), ...(isInSteps ? { step: index } : {}) }
    const result = answers.get(call)
    return result === undefined ? { state: 'call', ...base } : { state: 'result', ...base, result: outputOf(result) }
  })
  return { role: 'assistant', content: textOf(message), ...message.extras, toolInvocations }
}

/** Tools give people what they return: a text, a value, nothing. */
function outputOf(result: ResultPart): Json {
  switch (result.shape) {
    case 'string':
      return result.text
    case 'null':
    case 'absent':
      return null
    default:
      return { content: [{ type: 'text', text: result.text }] }
  }
}

function shownPart(part: ModelPart): Json {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text, state: 'done', ...part.extras }
    case 'reasoning': {
      const sealed = { providerMetadata: { anthropic: { signature: `sig-${part.text.length}-EqRkLmNo` } } }
      return { type: 'reasoning', text: part.text, ...(part.seal === 'signed' ? sealed : {}) }
    }
    case 'file': {
      const mediaType = { image: 'image/png', document: 'application/pdf', audio: 'audio/mp3' }[part.media]
      return { type: 'file', mediaType, url: part.url }
    }
    case 'opaque':
      return { type: `data-${part.type}`, data: part.body }
    default:
      return { type: 'data-unknown', data: null }
  }
}
