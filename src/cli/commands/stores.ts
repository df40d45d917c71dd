import { type Command, InvalidArgumentError } from 'commander'
import { EXIT_HELP } from './flags.ts'

interface Flags extends SchemaFlags {
  readonly store: string
  readonly tenant?: string
  readonly json?: true
  readonly thread?: string
  readonly limit?: number
}

interface SchemaFlags {
  readonly store?: string
  readonly prefix?: string
  readonly schema?: string
}

const AFTER_HELP = `
A store is an SQLite file, a PostgreSQL address, or a folder of session
files. Opening one brings it to the program's schema.

${EXIT_HELP}

Examples:
  palimpsest threads --store agent.db
  palimpsest show support-4711 --store agent.db
  palimpsest compact support-4711 --store agent.db --window 32k > request.json
  palimpsest search "retry limit" --store postgres://agent@db/agents`

/** Declares what looks into a store. */
export function addStores(program: Command): void {
  inStore(program.command('threads'))
    .description('List the threads of a store.')
    .option('--json', 'print one JSON array')
    .action(async (flags: Flags) => (await import('../store/run-threads.ts')).runThreads(flags))
  inStore(program.command('show').argument('<thread>', 'its name'))
    .description('Say where a stored thread stands, and what the model sees of it.')
    .option('--json', 'print one JSON object')
    .action(async (thread: string, flags: Flags) => (await import('../store/run-show.ts')).runShow(thread, flags))
  inStore(program.command('verify').argument('[thread]', 'its name; without one, all threads'))
    .description('Check that stored threads are what was appended to them.')
    .option('--json', 'print one JSON array')
    .action(async (thread: string | undefined, flags: Flags) => (await import('../store/run-verify.ts')).runVerify(thread, flags))
  inStore(program.command('search').argument('<words>', 'what to look for'))
    .description('Find entries of stored threads by their words, best first.')
    .option('--thread <name>', 'only in this thread')
    .option('--limit <number>', 'most hits (default: 20)', wholeNumber)
    .option('--json', 'print one JSON array')
    .action(async (words: string, flags: Flags) => (await import('../store/run-search.ts')).runSearch(words, flags))
  addSchema(program)
}

const AFTER_SCHEMA = `
Nothing is opened: of --store only the kind of database counts. The
statements are those that opening an empty database carries out; where they
ran, a store can be opened by a user who may not make tables.

${EXIT_HELP}

Examples:
  palimpsest schema | sqlite3 agent.db
  palimpsest schema --prefix agent_ | sqlite3 app.db
  palimpsest schema --store postgres --schema app --prefix agent_ | psql`

function addSchema(program: Command): void {
  program
    .command('schema')
    .description('Print the SQL statements that make a store.')
    .option('--store <place>', 'sqlite or postgres, or a file or address of that kind (default: sqlite)')
    .option('--prefix <name>', 'what the names of the tables begin with')
    .option('--schema <name>', 'schema of the tables in PostgreSQL (default: palimpsest)')
    .addHelpText('after', AFTER_SCHEMA)
    .action(async (flags: SchemaFlags) => (await import('../store/run-schema.ts')).runSchema(flags))
}

/** Declares where threads are. `example` is shown in the help of a command that has one of its own. */
export function inStore(command: Command, example?: string): Command {
  return command
    .requiredOption('--store <place>', 'an SQLite file, a PostgreSQL address, or a folder of session files')
    .option('--tenant <name>', 'tenant of the threads (default: default)')
    .option('--prefix <name>', 'what the names of its tables begin with, if other tables stand beside them')
    .option('--schema <name>', 'schema of its tables in PostgreSQL (default: palimpsest)')
    .addHelpText('after', example === undefined ? AFTER_HELP : `\n${EXIT_HELP}\n\nExample:\n  palimpsest ${example}`)
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number up to 999.')
}
