import type { Command } from 'commander'
import { EXIT_HELP } from './flags.ts'

const AFTER_HELP = `
A row is an object with a role and a content: plain text, or JSON of a text, of
parts (AI SDK, OpenAI, Anthropic), of a message or of several. Its thread is
thread_id, session_id, conversation_id or chat_id, its time created_at.
Run it again if it was cut short: what is there already is left alone.
Status 2 means that some rows could not be read; all others were appended.

${EXIT_HELP}

Examples:
  palimpsest migrate messages.jsonl sessions --report unread.jsonl
  palimpsest migrate messages.jsonl agent.db --tenant acme
  palimpsest migrate messages.jsonl app.db --prefix agent_`

/** Declares `palimpsest migrate`. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .argument('<in>', 'old rows: a JSON array, or a row a line')
    .argument('<out>', 'a folder for session files, a .db or .sqlite file, or a PostgreSQL address')
    .description('Turn old rows with one content field into threads.')
    .option('--tenant <name>', 'tenant of the threads', 'default')
    .option('--thread <name>', 'the thread of rows that name none', 'default')
    .option('--prefix <name>', 'what the names of its tables begin with, if other tables stand beside them')
    .option('--schema <name>', 'schema of its tables in PostgreSQL (default: palimpsest)')
    .option('--report <file>', 'write every row that could not be read to a file, one a line')
    .option('--json', 'print one JSON object')
    .addHelpText('after', AFTER_HELP)
    .action(async (input: string, output: string, flags: MigrateFlags) => {
      const { runMigrate } = await import('../migrate/run-migrate.ts')
      await runMigrate({ input, output, ...flags })
    })
}

interface MigrateFlags {
  readonly tenant: string
  readonly thread: string
  readonly prefix?: string
  readonly schema?: string
  readonly report?: string
  readonly json?: true
}
