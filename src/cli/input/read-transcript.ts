import { ALL_DIALECTS } from '../../dialects/all.ts'
import { jsonFormat } from '../../formats/json-format.ts'
import { piSessions } from '../../formats/pi/session.ts'
import { readAlike } from '../../ingest/read-alike.ts'
import type { Transcript } from '../../schema/draft.ts'
import { isFailure } from '../../schema/failures.ts'
import type { FileReading, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import type { Format } from '../compact/settings.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { parseJson } from './parse-json.ts'
import { nameOf, readText } from './read-text.ts'

/** Files that hold one JSON value, as providers have it. */
const JSON_FORMATS: readonly [TranscriptFormat, ...TranscriptFormat[]] = [
  jsonFormat(ALL_DIALECTS[0]),
  ...ALL_DIALECTS.slice(1).map(jsonFormat),
]

/** Files with a mark of their own, that need not be JSON as a whole. */
const MARKED_FORMATS: readonly TranscriptFormat[] = [piSessions]

/** A transcript from a file or standard input. Whatever is wrong with it is told with the file and the place in it. */
export async function readTranscript(file: string, from: Format): Promise<Transcript> {
  const text = await readText(file)
  const marked = from === 'auto' ? MARKED_FORMATS.find((format) => format.recognise({ text }) === 1) : undefined
  const given: TranscriptFile = marked === undefined ? { text, json: parseJson(text, nameOf(file)) } : { text }
  const format = marked ?? JSON_FORMATS.find(({ name }) => name === from) ?? formatOf(given, file)
  const { transcripts, faults } = readWith(format, given, { file, from })
  for (const { line, detail } of faults) process.stderr.write(`palimpsest: left out: line ${line}: ${harmless(detail)}.\n`)
  const [transcript] = transcripts
  if (transcript !== undefined && transcript.messages.length > 0) return transcript
  throw new CliError(EXIT.input, `${nameOf(file)}: messages: expected at least one message, found none.`)
}

/** The format that is surest of a file. If several are, they must read it alike. */
function formatOf(given: TranscriptFile, file: string): TranscriptFormat {
  const sure = JSON_FORMATS.map((format) => format.recognise(given))
  const best = Math.max(...sure)
  const [first = JSON_FORMATS[0], ...others] = JSON_FORMATS.filter((_, index) => sure[index] === best)
  if (others.length === 0) return first
  const candidate = (format: TranscriptFormat) => ({
    ...{ format, name: format.name },
    read: () => format.read(given).transcripts.flatMap(({ messages }) => messages),
  })
  try {
    return readAlike([candidate(first), ...others.map(candidate)]).format
  } catch (error) {
    if (!isFailure(error, 'dialect-ambiguous')) throw error
    const names = error.failure.candidates.join(' and ')
    throw new CliError(EXIT.input, `${nameOf(file)}: ${names} read it differently; --from says which it is.`, { cause: error })
  }
}

function readWith(
  format: TranscriptFormat,
  given: TranscriptFile,
  { file, from }: { readonly file: string; readonly from: Format },
): FileReading {
  try {
    return format.read(given)
  } catch (error) {
    if (!isFailure(error, 'input-invalid')) throw error
    const how = from === 'auto' ? 'the format that fits it best; --from names another' : 'as --from says'
    throw new CliError(EXIT.input, `${nameOf(file)}: ${error.message} (Read as ${format.name}, ${how}.)`, { cause: error })
  }
}
