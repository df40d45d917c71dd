import { ALL_DIALECTS } from '../../dialects/all.ts'
import { ALL_FORMATS } from '../../formats/all.ts'
import { jsonFormat, parsed } from '../../formats/json-format.ts'
import { readAlike } from '../../ingest/read-alike.ts'
import { isFailure } from '../../schema/failures.ts'
import { isTooDeep } from '../../schema/json-depth.ts'
import type { FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import type { Format } from '../compact/settings.ts'
import { CliError, EXIT } from '../exit.ts'
import { harmless } from '../harmless.ts'
import { besideOf } from './beside.ts'
import { inDatabase } from './in-database.ts'
import { looksLike } from './looks-like.ts'
import { parseJson } from './parse-json.ts'
import { nameOf, readText } from './read-text.ts'

/** Files that hold one JSON value, as providers have it. */
const JSON_FORMATS: readonly [TranscriptFormat, ...TranscriptFormat[]] = [
  jsonFormat(ALL_DIALECTS[0]),
  ...ALL_DIALECTS.slice(1).map(jsonFormat),
]

/** A file as it was read: its conversations, in which format, and its text. */
export interface ReadFile extends FileReading {
  readonly file: string
  readonly format: TranscriptFormat
  readonly text: string
}

/** Which conversation of a file is meant, and how much of it. */
interface Choice {
  /** Its name, the end of its name, or its number, counted from 1; without one, the first. */
  readonly conversation?: string
  /** Only what its own program still showed its model. */
  readonly visible?: true
}

/** A transcript from a file or standard input. Whatever is wrong with it is told with the file and the place in it. */
export async function readTranscript(file: string, from: Format, choice: Choice = {}): Promise<FileTranscript> {
  const read = await readSession(file, from)
  tellFaults(read)
  return chosen(read, choice)
}

/** The conversation that was asked for. */
export function chosen({ file, transcripts }: ReadFile, { conversation, visible }: Choice): FileTranscript {
  const found = conversation === undefined ? transcripts[0] : named(transcripts, conversation)
  if (found === undefined && conversation !== undefined) {
    const names = transcripts.map(({ thread }, index) => `${index + 1} ${thread ?? ''}`.trim()).join(', ')
    throw new CliError(EXIT.usage, `${nameOf(file)}: there is no conversation ${conversation} in it; there are ${names}.`)
  }
  if (found === undefined || found.messages.length === 0)
    throw new CliError(EXIT.input, `${nameOf(file)}: messages: expected at least one message, found none.`)
  return visible === true && found.seen !== undefined ? { ...found, messages: found.seen } : found
}

function named(transcripts: readonly FileTranscript[], name: string): FileTranscript | undefined {
  const ends = transcripts.filter(({ thread }) => thread?.endsWith(name) === true)
  return (
    transcripts.find(({ thread }) => thread === name) ??
    (ends.length === 1 ? ends[0] : undefined) ??
    transcripts[Number(name) - 1]
  )
}

/** Says what was left out, one line each, and where. */
export function tellFaults({ file, faults }: ReadFile): void {
  for (const { line, detail, path } of faults.slice(0, MOST_FAULTS)) {
    const where = path === undefined ? '' : `${path}: `
    process.stderr.write(`palimpsest: left out: ${harmless(where)}line ${line}: ${harmless(detail)}.\n`)
  }
  if (faults.length > MOST_FAULTS)
    process.stderr.write(`palimpsest: left out: ${faults.length - MOST_FAULTS} more lines of ${harmless(nameOf(file))}.\n`)
}

const MOST_FAULTS = 20

/** Everything that a file holds. */
export async function readSession(file: string, from: Format): Promise<ReadFile> {
  const database = inDatabase(file) === undefined ? undefined : (await import('./opencode-database.ts')).readDatabase(file)
  const text = database?.text ?? (await readText(file))
  const name = file === '-' ? {} : { name: file.split(/[\\/]/).at(-1) ?? file }
  const format = ALL_FORMATS.find((each) => each.name === from) ?? (from === 'auto' ? markedFormat(text, name) : undefined)
  const given: TranscriptFile = format === undefined ? { text, json: parseWhole(text, file) } : { text, ...name }
  const chosenFormat = format ?? JSON_FORMATS.find((each) => each.name === from) ?? formatOf(given, file)
  const beside = database?.beside ?? (await besideOf(chosenFormat.name, file, text))
  const reading = readWith(chosenFormat, { ...given, ...(beside === undefined ? {} : { beside }) }, { file, from })
  return { ...reading, file, text, format: chosenFormat }
}

/** The format whose mark the file has; none if only its whole JSON could tell. */
function markedFormat(text: string, name: Pick<TranscriptFile, 'name'>): TranscriptFormat | undefined {
  // Parsed once for all of them; lines of JSON fail at the second line.
  const json = /^\uFEFF?\s*[[{]/.test(text) && !isTooDeep(text) ? parsed(text.replace(/^\uFEFF/, '')) : undefined
  const file: TranscriptFile = { text, ...name, ...(json === undefined ? {} : { json }) }
  const sure = ALL_FORMATS.map((format) => format.recognise(file))
  const best = Math.max(...sure)
  return best >= SURE_ENOUGH ? ALL_FORMATS[sure.indexOf(best)] : undefined
}

const SURE_ENOUGH = 0.6

function parseWhole(text: string, file: string): NonNullable<TranscriptFile['json']> {
  try {
    return parseJson(text, nameOf(file)) ?? []
  } catch (error) {
    const like = error instanceof CliError ? looksLike(text) : undefined
    if (like === undefined || !(error instanceof CliError)) throw error
    throw new CliError(EXIT.input, `${error.message} ${like}`, { cause: error })
  }
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
