import { searchable } from '../../recall/terms.ts'
import type { Entry } from '../../schema/entry.ts'
import type { Json } from '../../schema/json.ts'

/** What an entry says in words of its own: of a call the values of its arguments, not the names that the tool has given them. */
export function spokenIn(entry: Entry): string {
  return entry.kind === 'tool-call' ? valuesIn(entry.input) : searchable(entry)
}

function valuesIn(input: string): string {
  const texts: string[] = []
  try {
    JSON.parse(input, (_, value: Json) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
  } catch {
    return input // Broken, or never meant to be JSON.
  }
  return texts.join('\n')
}
