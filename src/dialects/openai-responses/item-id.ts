import { isJsonObject, type Json } from '../../schema/json.ts'
import { isLegalItemId } from './item-rules.ts'
import { itemType } from './items.ts'

/** Items whose id is not their own name but says which call or item they are about. */
const ID_IS_MEANT = new Set(['mcp_approval_request', 'item_reference', 'local_shell_call_output'])

/** An item with the id by which the provider knows it, if it may keep it and could have given it; otherwise without. */
export function withLegalId(item: Json, nameless: boolean): Json {
  if (!isJsonObject(item) || typeof item['id'] !== 'string') return item
  const type = itemType(item)
  if (ID_IS_MEANT.has(type) || (!nameless && isLegalItemId(type, item['id']))) return item
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'id'))
}
