import { stringField } from '../../schema/json.ts'
import type { JsonLine } from '../json-lines.ts'
import { type Limb, limbsOf } from '../tree.ts'
import { answerId, answersIn, callsIn, isBoundary, isSaid } from './lines.ts'

/**
 * The conversations of a session's lines: the one that it ended with, and those that were left because a message was edited or an answer
 * asked for anew. Results of calls that were made at once are children of different lines, and all belong to the conversation.
 */
export function threadsIn(lines: readonly JsonLine[]): readonly Limb<JsonLine>[] {
  return limbsOf(withoutDoubles(lines), {
    idOf: ({ value }) => stringField(value, 'uuid'),
    parentOf: ({ value }) => stringField(value, 'parentUuid') ?? stringField(value, 'logicalParentUuid'),
    isEnd: (line) => (isSaid(line) && line.value['type'] !== 'attachment') || isBoundary(line),
    belongs,
  })
}

/** A line may have been written twice, word for word: it was said once. */
function withoutDoubles(lines: readonly JsonLine[]): readonly JsonLine[] {
  const seen = new Map<string, Set<string>>()
  return lines.filter(({ value }) => {
    const id = stringField(value, 'uuid')
    if (id === undefined) return true
    const texts = seen.get(id)
    if (texts === undefined) {
      seen.set(id, new Set([JSON.stringify(value)]))
      return true
    }
    const text = JSON.stringify(value)
    const isNew = !texts.has(text)
    texts.add(text)
    return isNew
  })
}

/** What the path has said so far, so that a long session is looked at once. */
interface PathFacts {
  size: number
  readonly ids: Set<string>
  readonly answers: Set<string>
  readonly calls: Set<string>
}

const FACTS = new WeakMap<ReadonlySet<JsonLine>, PathFacts>()

function belongs(line: JsonLine, path: ReadonlySet<JsonLine>): boolean {
  const facts = factsOf(path)
  if (line.value['type'] === 'attachment') return facts.ids.has(stringField(line.value, 'parentUuid') ?? '')
  const answer = answerId(line)
  if (answer !== undefined && facts.answers.has(answer)) return true
  return answersIn(line).some((id) => facts.calls.has(id))
}

function factsOf(path: ReadonlySet<JsonLine>): PathFacts {
  const known = FACTS.get(path)
  if (known?.size === path.size) return known
  const facts: PathFacts = { size: path.size, ids: new Set(), answers: new Set(), calls: new Set() }
  for (const line of path) {
    const id = stringField(line.value, 'uuid')
    if (id !== undefined) facts.ids.add(id)
    const answer = answerId(line)
    if (answer !== undefined) facts.answers.add(answer)
    for (const id of callsIn(line)) facts.calls.add(id)
  }
  FACTS.set(path, facts)
  return facts
}
