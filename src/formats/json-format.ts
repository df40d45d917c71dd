import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect } from '../schema/ports.ts'
import type { TranscriptFile, TranscriptFormat } from '../schema/transcript-format.ts'

/** A file that holds one request or one list of messages, as a provider has them. */
export function jsonFormat(dialect: Dialect): TranscriptFormat {
  return {
    name: dialect.traits.name,
    recognise(file) {
      const json = file.json ?? parsed(file.text)
      return json === undefined ? 0 : dialect.recognise(json)
    },
    read: (file) => ({ transcripts: [dialect.read(jsonIn(file))], faults: [] }),
  }
}

/** The file as one JSON value. */
function jsonIn({ text, json }: TranscriptFile): Json {
  const found = json ?? parsed(text)
  if (found !== undefined) return found
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'the file', expected: 'JSON', found: 'other text' })
}

/** The JSON of a text; `undefined` if the text is not JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The caller decides what that means.
  }
}
