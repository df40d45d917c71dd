import type { Json, JsonObject } from '../../schema/json.ts'
import { type Fault, must } from './fault.ts'
import { itemRole, wireItems } from './flatten-items.ts'

/**
 * What a provider that stores answers remembers of the items it gave out: which reasoning led to which. "Item 'fc_…' of type
 * 'function_call' was provided without its required 'reasoning' item", and "Item 'rs_…' of type 'reasoning' was provided without
 * its required following item".
 */
export function storedItemFaults(request: Json, past: Json): readonly Fault[] {
  const stored = storedItems(wireItems(past))
  const items = wireItems(request)
  const places = new Map(items.map((item, index) => [item['id'], index]))
  return items.flatMap((item, index) => {
    const known = typeof item['id'] === 'string' ? stored.get(item['id']) : undefined
    if (known === undefined) return []
    const reasoning = known.reasoning === undefined ? undefined : (places.get(known.reasoning) ?? items.length)
    const next = items[index + 1]?.['id']
    return [
      ...must(reasoning === undefined || reasoning < index, 'an item comes with the reasoning that led to it', `input[${index}]`),
      ...must(
        known.next === undefined || next === undefined || next === known.next,
        'reasoning comes with the item it led to',
        `input[${index}]`,
      ),
    ]
  })
}

interface Stored {
  /** The reasoning that led to it, by its id. */
  readonly reasoning: string | undefined
  /** Of reasoning: the item that it led to. */
  readonly next: string | undefined
}

/** Ids that no provider gives, or that stand twice, were not given by one: nothing is known of them. */
function storedItems(items: readonly JsonObject[]): ReadonlyMap<string, Stored> {
  const ids = items.map((item) => item['id'])
  const isOwn = (id: Json | undefined): id is string =>
    typeof id === 'string' && /^[\w-]{1,64}$/.test(id) && ids.indexOf(id) === ids.lastIndexOf(id)
  const stored = new Map<string, Stored>()
  let reasoning: string | undefined
  for (const [index, item] of items.entries()) {
    if (itemRole(item) !== 'assistant') reasoning = undefined
    const { id } = item
    const isReasoning = item['type'] === 'reasoning'
    if (isReasoning) reasoning = isOwn(id) ? id : undefined
    // What is asked for is known by its id and nothing else: it cannot go without.
    else if (isOwn(id) && item['type'] !== 'mcp_approval_request') stored.set(id, { reasoning, next: undefined })
    const next = ids[index + 1]
    if (isReasoning && isOwn(id)) stored.set(id, { reasoning: undefined, next: isOwn(next) ? next : undefined })
  }
  return stored
}
