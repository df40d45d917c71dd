import type { Seq } from '../../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { fieldOf } from './fields.ts'

/** A content with what is needed to decide whether it may be joined to the one before. */
export interface Written {
  readonly role: 'user' | 'model'
  readonly content: JsonObject
  /** Numbers of its first and last entry, if it came in from this dialect. */
  readonly native: { readonly first: Seq; readonly last: Seq } | undefined
  readonly hasCalls: boolean
  readonly hasResults: boolean
}

/**
 * Joins contents of one role if Gemini would refuse them apart, or if they meet for the first time: all results of a round stand in one
 * content, and calls in the content of all that the model said before them. What came in side by side and is legal stays as it is; results
 * and what a person wrote are never mixed.
 *
 *     model: hm · model: well · model: [call] · function: [r1] · function: [r2]
 *     model: hm, well, [call] · user: [r1, r2]
 */
export function joinContents(contents: readonly Written[]): readonly JsonObject[] {
  const groups: Group[] = []
  for (const content of contents) {
    const before = groups.at(-1)
    if (before === undefined || !belongTogether(before, content)) groups.push({ ...content, members: [content] })
    else {
      before.members.push(content)
      before.native = undefined
      before.hasResults ||= content.hasResults
    }
    if (content.role === 'model' && content.hasCalls) joinRun(groups)
  }
  return groups.map(join)
}

/** Contents that become one. */
interface Group {
  readonly role: Written['role']
  readonly members: Written[]
  native: Written['native']
  hasResults: boolean
}

function belongTogether(before: Group, next: Written): boolean {
  if (before.role !== next.role) return false
  if (before.hasResults || next.hasResults) return before.hasResults && next.hasResults
  return !cameAsNeighbours(before, next)
}

/** A turn with calls must follow a turn of another role: everything the model said just before belongs to it. */
function joinRun(groups: Group[]): void {
  let start = groups.length - 1
  while (start > 0 && groups[start - 1]?.role === 'model') start -= 1
  const run = groups.splice(start)
  const [first] = run
  if (first === undefined) return
  groups.push(run.length === 1 ? first : { ...first, members: run.flatMap((group) => group.members), native: undefined })
}

function cameAsNeighbours(a: Pick<Written, 'native'>, b: Written): boolean {
  return a.native !== undefined && b.native !== undefined && a.native.last + 1 === b.native.first
}

function join({ role, members }: Group): JsonObject {
  const [only] = members
  if (members.length === 1 && only !== undefined) return only.content
  const parts = members.flatMap(({ content }): readonly Json[] => (Array.isArray(content['parts']) ? content['parts'] : []))
  return { role, parts: [...parts.filter(isResponse), ...parts.filter((part) => !isResponse(part))] }
}

function isResponse(part: Json): boolean {
  return isJsonObject(part) && fieldOf(part, 'functionResponse') !== undefined
}
