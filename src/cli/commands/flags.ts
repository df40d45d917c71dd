import { type Command, InvalidArgumentError, Option } from 'commander'
import { DIALECT_NAMES } from '../../dialects/names.ts'
import { FORMAT_NAMES } from '../../formats/names.ts'
import { PRESETS } from '../../plan/presets/index.ts'
import type { Policy } from '../../schema/policy.ts'
import { keepingRecent } from '../compact/keep-recent.ts'
import { parseTokens } from '../compact/parse-tokens.ts'
import type { Format, RequestSettings, Target } from '../compact/settings.ts'
import { CliError, EXIT } from '../exit.ts'

export const FORMATS: readonly Format[] = ['auto', ...DIALECT_NAMES, ...FORMAT_NAMES]
const TARGETS: readonly Target[] = ['auto', ...DIALECT_NAMES]

/** What the parser gives: models are still the name of a file. */
export type RequestFlags = Omit<RequestSettings, 'file' | 'models'> & {
  readonly models?: string
  readonly latest?: true
  readonly project?: string
  readonly keepRecent?: number
}

export const TOKENS_HELP = 'A number of tokens is whole, k is thousands and m millions: 8192, 32k, 1m.'

export const EXIT_HELP = `Exit status:
   0  done
   2  the input is unreadable or invalid
   3  what may not be touched is larger than the budget
  64  wrong usage
  69  Node is too old
  70  a bug
  73  the output cannot be written
 130  interrupted`

/** Declares the transcript and the request it is for, alike in every command that reads one. */
export function forTranscript(command: Command, targets: readonly Target[] = TARGETS): Command {
  return command
    .argument('[file]', 'a transcript, a session, or the beginning of its id; - reads standard input; with --store a thread')
    .option('--latest', 'take the newest session on this machine')
    .option('--project <folder>', 'take the newest session whose agent worked in this folder')
    .addOption(new Option('--from <format>', 'format of the input').choices(FORMATS).default('auto'))
    .addOption(new Option('--to <format>', "format of the request (auto: the input's)").choices(targets).default('auto'))
    .option('--conversation <name>', 'which conversation of a file that holds several: its name or its number')
    .option('--visible', 'only what the program that wrote the session still showed its model')
    .option('--model <id>', 'model the request is for; its window is used if --window is not given')
    .option('--window <tokens>', 'context window (default: that of the model, or 128k)', tokensFrom(1))
    .option(
      '--reserve <tokens>',
      'room kept for the answer (default: what the request asks for, or the model can give, or 4096; at most a quarter of the window)',
      tokensFrom(0),
    )
    .option(
      '--keep-recent <tokens>',
      'how much of the newest stays, with the presets pi and timeline (default: 20000)',
      tokensFrom(0),
    )
    .option('--store <place>', 'take a thread of a store: an SQLite file, a PostgreSQL address, or a folder of session files')
    .option('--tenant <name>', 'tenant of the thread, with --store (default: default)')
    .option('--prefix <name>', 'what the names of its tables begin with, with --store')
    .option('--schema <name>', 'schema of its tables in PostgreSQL, with --store (default: palimpsest)')
    .option('--models <file>', 'your own numbers about models, a JSON file: { "my-llama": { "window": 32768 } }')
}

/** `--preset` with one name. What it means to leave it out is each command's own. */
export function presetOption(description: string): Option {
  return new Option('--preset <name>', description).argParser(presetNamed)
}

/** Refuses a name that no preset has, and says which there are. */
export function presetNamed(name: string): Policy {
  const preset = PRESETS.get(name)
  if (preset !== undefined) return preset()
  throw new InvalidArgumentError(`Known presets are ${[...PRESETS.keys()].join(', ')}.`)
}

/**
 * Presets with the number of recent tokens that was asked for. A setting holds for those that go by such a number; a flag that none of them
 * goes by is refused.
 */
export function withKeepRecent(presets: readonly Policy[], { keepRecent }: RequestFlags, command: Command): readonly Policy[] {
  if (keepRecent === undefined) return presets
  const changed = presets.map((preset) => keepingRecent(preset, keepRecent))
  if (command.getOptionValueSource('keepRecent') === 'cli' && changed.every((preset) => preset === undefined)) {
    const known = [...PRESETS].flatMap(([name, make]) => (keepingRecent(make(), keepRecent) === undefined ? [] : [name]))
    throw new CliError(EXIT.usage, `--keep-recent needs a preset that goes by a number of recent tokens: ${known.join(', ')}.`)
  }
  return changed.map((preset, at) => preset ?? presets[at]).filter((preset) => preset !== undefined)
}

/** What was asked for: the file that is meant, and the numbers of the models' file read. */
export async function withModels<Flags extends RequestFlags>(
  given: string | undefined,
  { models, latest, project, keepRecent: _, ...flags }: Flags,
): Promise<Omit<Flags, 'models' | 'latest' | 'project' | 'keepRecent'> & Pick<RequestSettings, 'file' | 'models'>> {
  const file = flags.store === undefined ? await sessionFile(given, latest, project) : given
  if (file === undefined) throw new CliError(EXIT.usage, 'Expected the name of a thread; palimpsest threads lists them.')
  if (models === undefined) return { ...flags, file }
  const { readModels } = await import('../compact/read-models.ts')
  return { ...flags, file, models: await readModels(models) }
}

export function tokensFrom(least: number): (text: string) => number {
  return (text) => {
    const parsed = parseTokens(text, least)
    if (parsed.kind === 'tokens') return parsed.tokens
    throw new InvalidArgumentError(`Expected ${parsed.expected}.`)
  }
}

/** The file that is meant. Sessions are looked for only if none was named that is there. */
async function sessionFile(file: string | undefined, latest: true | undefined, project: string | undefined): Promise<string> {
  const { chooseSession } = await import('../sessions/choose-session.ts')
  return chooseSession(file, { ...(latest === undefined ? {} : { latest }), ...(project === undefined ? {} : { project }) })
}
