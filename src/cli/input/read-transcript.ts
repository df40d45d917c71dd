import { ALL_DIALECTS } from '../../dialects/all.ts'
import { recogniseDialect } from '../../dialects/recognise.ts'
import type { Transcript } from '../../schema/draft.ts'
import { isFailure } from '../../schema/failures.ts'
import type { Dialect } from '../../schema/ports.ts'
import type { Format } from '../compact/settings.ts'
import { CliError, EXIT } from '../exit.ts'
import { parseJson } from './parse-json.ts'
import { nameOf, readText } from './read-text.ts'

/** A transcript from a file or standard input. Whatever is wrong with it is told with the file and the place in it. */
export async function readTranscript(file: string, from: Format): Promise<Transcript> {
  const input = parseJson(await readText(file), nameOf(file))
  const dialect = ALL_DIALECTS.find((known) => known.traits.name === from) ?? recogniseDialect(input, ALL_DIALECTS)
  const transcript = readWith(dialect, input, { file, from })
  if (transcript.messages.length > 0) return transcript
  throw new CliError(EXIT.input, `${nameOf(file)}: messages: expected at least one message, found none.`)
}

function readWith(
  dialect: Dialect,
  input: Parameters<Dialect['read']>[0],
  { file, from }: { readonly file: string; readonly from: Format },
): Transcript {
  try {
    return dialect.read(input)
  } catch (error) {
    if (!isFailure(error, 'input-invalid')) throw error
    const how = from === 'auto' ? 'the format that fits it best; --from names another' : 'as --from says'
    throw new CliError(EXIT.input, `${nameOf(file)}: ${error.message} (Read as ${dialect.traits.name}, ${how}.)`, {
      cause: error,
    })
  }
}
