import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { type MessageRule, messagesPresent, runRules, textIn, violation } from '../validate/rules.ts'
import { checkTools } from '../validate/tools.ts'
import { checkGeminiPairs } from './validate-pairs.ts'
import { callOf, hasData, partsOf, responseOf, signatureOf } from './validate-parts.ts'

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/
const ROLES = new Set(['user', 'model', 'function'])

/** What Gemini's `generateContent` accepts. */
export function validateGemini(request: Json): readonly Violation[] {
  const contents = contentsIn(request)
  return [
    ...messagesPresent(contents),
    ...checkGeminiMessages(contents, { index: 0, used: new Set() }).violations,
    ...systemPresent(request),
    ...callsSealed(request, contents),
    ...checkTools(request, { shape: 'gemini', name: NAME }),
  ]
}

/** The same for a stretch of contents, the last of which ends the request. */
export function checkGeminiMessages(contents: readonly Json[], start: ValidationStart): MessagesCheck {
  const pairs = checkGeminiPairs(contents, start)
  const violations = [
    ...runRules(contents, RULES, start.index, 'contents'),
    ...pairs.violations,
    ...callTurnsPlaced(contents, start.index),
    ...(start.index === 0 ? firstUser(contents) : []),
    ...endsWithUser(contents, start.index),
  ]
  return { violations, used: pairs.used }
}

function contentsIn(request: Json): readonly Json[] {
  const contents = isJsonObject(request) ? request['contents'] : request
  return Array.isArray(contents) ? contents : []
}

const roleKnown: MessageRule = (content, at) =>
  ROLES.has(roleOf(content)) ? [] : [violation('role-known', at, `role ${JSON.stringify(content['role'])}`)]

const partsPresent: MessageRule = (content, at) =>
  partsOf(content).length > 0 ? [] : [violation('parts-present', at, 'contents.parts must not be empty')]

const partsHoldData: MessageRule = (content, at) =>
  eachPart(content, at, (part, place) => (hasData(part) ? [] : [violation('part-has-data', place, 'a part without data')]))

/** Empty text is refused, unless it is there to carry a seal. */
const textsPresent: MessageRule = (content, at) =>
  eachPart(content, at, (part, place) =>
    part['text'] === '' && signatureOf(part) === '' ? [violation('text-present', place, 'a text part without text')] : [],
  )

const callsLegal: MessageRule = (content, at) =>
  eachPart(content, at, (part, place) => {
    const call = callOf(part)
    if (call === undefined) return []
    return [
      ...(roleOf(content) === 'model' ? [] : [violation('call-by-model', place, 'a function call that the model did not make')]),
      ...nameLegal(call, place),
      ...(isJsonObject(call['args'] ?? {}) ? [] : [violation('args-object', place, 'args must be an object')]),
    ]
  })

const responsesLegal: MessageRule = (content, at) =>
  eachPart(content, at, (part, place) => {
    const response = responseOf(part)
    if (response === undefined) return []
    return [
      ...(roleOf(content) === 'model' ? [violation('response-by-user', place, 'a function response of the model')] : []),
      ...nameLegal(response, place),
      ...(isJsonObject(response['response']) ? [] : [violation('response-object', place, 'response must be an object')]),
    ]
  })

const wellFormed: MessageRule = (content, at) =>
  wellFormedJson(content) === content ? [] : [violation('text-well-formed', at, 'half a surrogate pair')]

const RULES: readonly MessageRule[] = [
  roleKnown,
  partsPresent,
  partsHoldData,
  textsPresent,
  callsLegal,
  responsesLegal,
  wellFormed,
]

function nameLegal(named: JsonObject, at: string): readonly Violation[] {
  return NAME.test(textIn(named, 'name')) ? [] : [violation('tool-name-legal', at, `name ${JSON.stringify(named['name'])}`)]
}

/** A content without a role is the user's. */
function roleOf(content: Json | undefined): string {
  if (!isJsonObject(content)) return ''
  return content['role'] === undefined ? 'user' : textIn(content, 'role')
}

function eachPart(
  content: JsonObject,
  at: string,
  check: (part: JsonObject, place: string) => readonly Violation[],
): readonly Violation[] {
  return partsOf(content).flatMap((part, index) => {
    const place = `${at}.parts[${index}]`
    return isJsonObject(part) ? check(part, place) : [violation('part-object', place, 'a part must be an object')]
  })
}

/** "Please ensure that function call turn comes immediately after a user turn or after a function response turn." */
function callTurnsPlaced(contents: readonly Json[], start: number): readonly Violation[] {
  return contents.flatMap((content, index) => {
    const calls = partsOf(content).some((part) => isJsonObject(part) && callOf(part) !== undefined)
    const misplaced = calls && index > 0 && roleOf(contents[index - 1]) === 'model'
    return misplaced
      ? [violation('call-turn-placed', `contents[${start + index}]`, 'a function call turn after a model turn')]
      : []
  })
}

function firstUser(contents: readonly Json[]): readonly Violation[] {
  return contents.length > 0 && roleOf(contents[0]) === 'model'
    ? [violation('starts-with-user', 'contents[0]', 'the first content must be the user’s')]
    : []
}

/** "Requests ending with a model turn are not supported." */
function endsWithUser(contents: readonly Json[], start: number): readonly Violation[] {
  return contents.length > 0 && roleOf(contents.at(-1)) === 'model'
    ? [violation('ends-with-user', `contents[${start + contents.length - 1}]`, 'the last content may not be the model’s')]
    : []
}

function systemPresent(request: Json): readonly Violation[] {
  if (!isJsonObject(request)) return []
  const config = isJsonObject(request['config']) ? request['config'] : {}
  const system = [request, config].flatMap((place) => [place['systemInstruction'], place['system_instruction']])
  return system
    .filter((value) => value !== undefined && value !== null)
    .flatMap((value) => {
      const parts = isJsonObject(value) && 'parts' in value ? partsOf(value) : Array.isArray(value) ? value : [value]
      const texts = parts.map((part) => (isJsonObject(part) ? part['text'] : part))
      const present = texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
      return present ? [] : [violation('system-present', 'systemInstruction', 'a system instruction without text')]
    })
}

/** From Gemini 3 on, the first call of every model content of the current turn must carry a seal. */
function callsSealed(request: Json, contents: readonly Json[]): readonly Violation[] {
  const model = isJsonObject(request) ? textIn(request, 'model') : ''
  if (!(Number(/gemini-(\d+)/.exec(model)?.[1]) >= 3)) return []
  const speaks = (content: Json): boolean =>
    roleOf(content) === 'user' && partsOf(content).some((part) => isJsonObject(part) && responseOf(part) === undefined)
  const turn = contents.findLastIndex(speaks)
  return contents.flatMap((content, index) => {
    const first = partsOf(content).find((part) => isJsonObject(part) && callOf(part) !== undefined)
    const sealed = index < turn || !isJsonObject(first) || signatureOf(first) !== ''
    return sealed ? [] : [violation('call-sealed', `contents[${index}]`, 'a function call without its thought signature')]
  })
}
