import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { checkPairs, type PairStep } from '../validate/pairs.ts'
import { textIn, violation } from '../validate/rules.ts'
import { checkTools } from '../validate/tools.ts'
import { ITEM_RULES } from './item-rules.ts'
import { ANSWERS, isAnswer, isCall, itemType, roleOfItem } from './items.ts'

/** What OpenAI's Responses accept. */
export function validateOpenaiResponses(request: Json): readonly Violation[] {
  const items = itemsIn(request)
  return [
    ...(items.length === 0 ? [violation('input-present', 'input', 'there are no items')] : []),
    ...checkResponseItems(items, { index: 0, used: new Set() }).violations,
    ...instructionsText(request),
    ...triggerLast(items),
    ...checkTools(request, { shape: 'openai-responses', name: /^[a-zA-Z0-9_-]{1,64}$/ }),
  ]
}

/** The same for a stretch of items. What the model put out in one go is in one stretch. */
export function checkResponseItems(items: readonly Json[], start: ValidationStart): MessagesCheck {
  const placed = items.map((item, index) => ({ item, at: `input[${start.index + index}]` }))
  const sound = placed.flatMap(({ item, at }) => (isJsonObject(item) ? [{ item, at }] : []))
  const ids = itemIdsUnique(sound, start.used)
  const pairs = checkPairs(stepsOf(sound), { together: false, taken: start.used })
  const violations = [
    ...placed.flatMap(({ item, at }) => (isJsonObject(item) ? [] : [violation('item-object', at, 'an item must be an object')])),
    ...sound.flatMap(({ item, at }) => ITEM_RULES.flatMap((rule) => rule(item, at))),
    ...reasoningFollowed(sound),
    ...resultsFitCalls(sound),
    ...approvalsAsked(sound),
    ...pairs.violations,
    ...ids.violations,
  ]
  return { violations, used: new Set([...pairs.used, ...ids.used]) }
}

interface Placed {
  readonly item: JsonObject
  readonly at: string
}

/** The items of a request that may be a bare array, or one text. */
function itemsIn(request: Json): readonly Json[] {
  if (Array.isArray(request)) return request
  const input = isJsonObject(request) ? request['input'] : undefined
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? input : []
}

function reasoningFollowed(items: readonly Placed[]): readonly Violation[] {
  return items.flatMap(({ item, at }, index) => {
    if (itemType(item) !== 'reasoning') return []
    const next = items[index + 1]?.item
    return next !== undefined && roleOfItem(next) === 'assistant'
      ? []
      : [violation('reasoning-followed', at, 'reasoning without the item that it led to')]
  })
}

/** A call of one kind is answered by an output of its own kind. */
function resultsFitCalls(items: readonly Placed[]): readonly Violation[] {
  const calls = new Map(items.flatMap(({ item }) => (isCall(item) ? [[textIn(item, 'call_id'), itemType(item)]] : [])))
  return items.flatMap(({ item, at }) => {
    const call = isAnswer(item) ? calls.get(answeredBy(item)) : undefined
    return call === undefined || ANSWERS[call]?.includes(itemType(item)) === true
      ? []
      : [violation('result-fits-call', at, `${itemType(item)} answers ${call}`)]
  })
}

/** A decision names a question that was asked before. */
function approvalsAsked(items: readonly Placed[]): readonly Violation[] {
  const asked = new Set<string>()
  return items.flatMap(({ item, at }) => {
    if (itemType(item) === 'mcp_approval_request') asked.add(textIn(item, 'id'))
    return itemType(item) !== 'mcp_approval_response' || asked.has(textIn(item, 'approval_request_id'))
      ? []
      : [violation('approval-asked', at, 'the approval that is answered was not asked for')]
  })
}

function itemIdsUnique(items: readonly Placed[], taken: ReadonlySet<string>): MessagesCheck {
  const used = new Set<string>()
  const violations = items.flatMap(({ item, at }) => {
    const id = textIn(item, 'id')
    if (id === '' || roleOfItem(item) === 'tool' || itemType(item) === 'item_reference') return []
    const key = `item ${id}`
    const again = used.has(key) || taken.has(key)
    used.add(key)
    return again ? [violation('item-id-unique', at, `two items have the id ${id}`)] : []
  })
  return { violations, used }
}

function instructionsText(request: Json): readonly Violation[] {
  const instructions = isJsonObject(request) ? (request['instructions'] ?? null) : null
  return instructions === null || typeof instructions === 'string'
    ? []
    : [violation('instructions-text', 'instructions', 'instructions must be a string')]
}

function triggerLast(items: readonly Json[]): readonly Violation[] {
  return items
    .slice(0, -1)
    .flatMap((item, index) =>
      isJsonObject(item) && itemType(item) === 'compaction_trigger'
        ? [violation('trigger-last', `input[${index}]`, 'compaction_trigger must be the last item')]
        : [],
    )
}

/** One step for what the model put out in one go, one for every other item. Calls that may wait need no answer. */
function stepsOf(items: readonly Placed[]): readonly PairStep[] {
  const waiting = new Set(items.filter(({ item }) => item['async'] === true).map(({ item }) => textIn(item, 'call_id')))
  const steps: { at: string; calls: string[]; results: string[]; speaks: boolean; role: string }[] = []
  for (const { item, at } of items) {
    const role = roleOfItem(item)
    const last = steps.at(-1)
    const step =
      role === 'assistant' && last?.role === role ? last : { at, calls: [], results: [], speaks: role !== 'tool', role }
    if (step !== last) steps.push(step)
    if (isCall(item) && !waiting.has(textIn(item, 'call_id'))) step.calls.push(textIn(item, 'call_id'))
    if (isAnswer(item) && !waiting.has(answeredBy(item))) step.results.push(answeredBy(item))
  }
  return steps
}

function answeredBy(item: JsonObject): string {
  const id = textIn(item, 'call_id')
  return id === '' && itemType(item) === 'local_shell_call_output' ? textIn(item, 'id') : id
}
