import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import { isStopWord } from './stop-words.ts'
import { termsOf } from './terms.ts'

/** A property of a tool's input that asks for something that was put away. */
interface SchemaNeed {
  /** What the tool and the property say of themselves. */
  readonly terms: ReadonlySet<string>
  /** Ids that the schema itself names. */
  readonly text: string
}

/** How deep schemas are looked at. */
const DEEPEST = 4
const ASKS = /artifacts?/i

/** Where tools ask for an artifact's id or content in their input (C11), in any dialect's definitions. */
export function schemaNeeds(tools: readonly Json[]): readonly SchemaNeed[] {
  return tools.flatMap((tool) => {
    if (!isJsonObject(tool)) return []
    const inner = [tool['function'], tool['custom']].find(isJsonObject) ?? tool
    const schema = [inner['input_schema'], inner['parameters'], inner['inputSchema'], inner['parametersJsonSchema']].find(
      isJsonObject,
    )
    const about = `${textAt(inner, 'name')} ${textAt(inner, 'description')}`
    return schema === undefined || OWN.test(textAt(inner, 'name')) ? [] : propertiesIn(schema, about, 0)
  })
}

/** Our own tools read artifacts when they are called. */
const OWN = /^(?:read_artifact|recall|expand)$/

function propertiesIn(schema: JsonObject, about: string, depth: number): readonly SchemaNeed[] {
  const { properties } = schema
  if (!isJsonObject(properties) || depth >= DEEPEST) return []
  return Object.entries(properties).flatMap(([name, property]): readonly SchemaNeed[] => {
    if (!isJsonObject(property)) return []
    const words = `${about} ${name} ${textAt(property, 'description')}`
    const deeper = propertiesIn(property, words, depth + 1)
    const asks = ASKS.test(name) || ASKS.test(textAt(property, 'description')) || property['format'] === 'artifact-id'
    if (!asks) return deeper
    const terms = new Set(termsOf(words).filter((term) => term.length > 2 && !isStopWord(term) && !ASKS.test(term)))
    return [{ terms, text: JSON.stringify(property) }, ...deeper]
  })
}

function textAt(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}
