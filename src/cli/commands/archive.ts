import type { Command } from 'commander'
import { EXIT_HELP } from './flags.ts'

interface Flags {
  readonly store: string
  readonly tenant?: string
  readonly out?: string
  readonly thread?: string
  readonly json?: true
}

const AFTER_HELP = `
An archive holds a thread with its commits, receipts, requests and artifacts,
and ends with a hash of all of it. What does not verify is refused, and
nothing is written.

${EXIT_HELP}

Examples:
  palimpsest archive support-4711 --store agent.db --out support-4711.archive
  palimpsest unarchive support-4711.archive --store elsewhere.db`

/** Declares what takes threads out of a store and back, whole. */
export function addArchive(program: Command): void {
  inStore(program.command('archive').argument('<thread>', 'its name'))
    .description('Write a thread with everything that belongs to it to one file.')
    .option('--out <file>', 'write it to a file')
    .action(async (thread: string, flags: Flags) => (await import('../store/run-archive.ts')).runArchive(thread, flags))
  inStore(program.command('unarchive').argument('<file>', 'an archive; - is standard input'))
    .description('Make a thread of an archive.')
    .option('--thread <name>', 'under another name')
    .option('--json', 'print one JSON object')
    .action(async (file: string, flags: Flags) => (await import('../store/run-archive.ts')).runUnarchive(file, flags))
}

function inStore(command: Command): Command {
  return command
    .requiredOption('--store <place>', 'an SQLite file, a PostgreSQL address, or a folder of session files')
    .option('--tenant <name>', 'tenant of the thread (default: default)')
    .option('--prefix <name>', 'what the names of its tables begin with, if other tables stand beside them')
    .option('--schema <name>', 'schema of its tables in PostgreSQL (default: palimpsest)')
    .addHelpText('after', AFTER_HELP)
}
