import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'
import { textIn, violation } from '../validate/rules.ts'
import { callOf, partsOf, responseOf } from './validate-parts.ts'

interface Turn {
  readonly at: string
  readonly calls: readonly JsonObject[]
  readonly responses: readonly JsonObject[]
}

/**
 * Calls and responses: the content after a content with calls answers them all, as many responses as calls, each under the id of its call
 * or, if one of the two has no id, under its name.
 */
export function checkGeminiPairs(contents: readonly Json[], start: ValidationStart): MessagesCheck {
  const used = new Set<string>()
  const turns = contents.map((content, index) => turnOf(content, `contents[${start.index + index}]`))
  const violations = turns.flatMap((turn, index) => [
    ...answered(turn, turns[index + 1]),
    ...(turn.responses.length > 0 && (turns[index - 1]?.calls.length ?? 0) === 0
      ? [violation('result-has-call', turn.at, 'a function response turn that follows no function call turn')]
      : []),
    ...idsUnique(turn, used, start.used),
  ])
  return { violations, used }
}

function turnOf(content: Json, at: string): Turn {
  const parts = partsOf(content).filter(isJsonObject)
  return {
    at,
    calls: parts.map(callOf).filter((call) => call !== undefined),
    responses: parts.map(responseOf).filter((response) => response !== undefined),
  }
}

/** "Please ensure that the number of function response parts is equal to the number of function call parts." */
function answered(turn: Turn, next: Turn | undefined): readonly Violation[] {
  const responses = next?.responses ?? []
  if (turn.calls.length === 0) return []
  if (turn.calls.length !== responses.length) {
    return [violation('call-answered', turn.at, `${turn.calls.length} calls, ${responses.length} responses`)]
  }
  const strays = unanswered(turn.calls, responses)
  return strays === 0 ? [] : [violation('result-matches-call', next?.at ?? turn.at, `${strays} responses match no call`)]
}

/** How many responses find no call: by id first; by name, if one of the two has no id. */
function unanswered(calls: readonly JsonObject[], responses: readonly JsonObject[]): number {
  const byId = new Map(calls.filter(hasId).map((call) => [textIn(call, 'id'), call]))
  const left = new Set(calls)
  const rest = responses.filter((response) => {
    const call = hasId(response) ? byId.get(textIn(response, 'id')) : undefined
    return !(call !== undefined && textIn(call, 'name') === textIn(response, 'name') && left.delete(call))
  })
  const [open, said] = [countNames(left), countNames(rest)]
  return [...said].reduce((sum, [name, { withId, without }]) => {
    const calls = open.get(name) ?? { withId: 0, without: 0 }
    const strays = Math.max(0, withId - calls.without)
    return sum + strays + Math.max(0, without - (calls.withId + calls.without - (withId - strays)))
  }, 0)
}

interface Names {
  readonly withId: number
  readonly without: number
}

function countNames(all: Iterable<JsonObject>): ReadonlyMap<string, Names> {
  const counts = new Map<string, Names>()
  for (const one of all) {
    const { withId, without } = counts.get(textIn(one, 'name')) ?? { withId: 0, without: 0 }
    const next = hasId(one) ? { withId: withId + 1, without } : { withId, without: without + 1 }
    counts.set(textIn(one, 'name'), next)
  }
  return counts
}

function hasId(named: JsonObject): boolean {
  return textIn(named, 'id') !== ''
}

function idsUnique(turn: Turn, used: Set<string>, taken: ReadonlySet<string>): readonly Violation[] {
  return turn.calls.filter(hasId).flatMap((call) => {
    const id = textIn(call, 'id')
    const twice = used.has(id) || taken.has(id)
    used.add(id)
    return twice ? [violation('call-id-unique', turn.at, `call id ${id} is used twice`)] : []
  })
}
