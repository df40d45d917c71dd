import { type Command, InvalidArgumentError } from 'commander'
import { EXIT_HELP } from './flags.ts'

interface Flags {
  readonly store: string
  readonly tenant?: string
  readonly json?: true
  readonly out?: string
  readonly thread?: string
  readonly limit?: number
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
  inStore(program.command('export').argument('<thread>', 'its name'))
    .description('Write the messages of a stored thread as they came in, all of them.')
    .option('--out <file>', 'write them to a file')
    .action(async (thread: string, flags: Flags) => (await import('../store/run-export.ts')).runExport(thread, flags))
  inStore(program.command('verify').argument('[thread]', 'its name; without one, all threads'))
    .description('Check that stored threads are what was appended to them.')
    .action(async (thread: string | undefined, flags: Flags) => (await import('../store/run-verify.ts')).runVerify(thread, flags))
  inStore(program.command('search').argument('<words>', 'what to look for'))
    .description('Find entries of stored threads by their words, best first.')
    .option('--thread <name>', 'only in this thread')
    .option('--limit <number>', 'most hits (default: 20)', wholeNumber)
    .option('--json', 'print one JSON array')
    .action(async (words: string, flags: Flags) => (await import('../store/run-search.ts')).runSearch(words, flags))
}

function inStore(command: Command): Command {
  return command
    .requiredOption('--store <place>', 'an SQLite file, a PostgreSQL address, or a folder of session files')
    .option('--tenant <name>', 'tenant of the threads (default: default)')
    .addHelpText('after', AFTER_HELP)
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number up to 999.')
}
