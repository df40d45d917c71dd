import { type Command, InvalidArgumentError } from 'commander'
import { EXIT_HELP } from './flags.ts'

const AFTER_HELP = `
Without --http it speaks over standard input and output, as clients start it
themselves. Over HTTP every request must bring the key of PALIMPSEST_MCP_KEY
(Authorization: Bearer …); without one, a key is made and printed. Clients
see the threads of one tenant and nothing else.

${EXIT_HELP}

Examples:
  palimpsest mcp --store agent.db
  palimpsest mcp --store agent.db --thread support-4711 --read-only
  palimpsest mcp --store agent.db --http 8377`

/** Declares the MCP server. */
export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Let any MCP client look up what was put away.')
    .requiredOption('--store <place>', 'an SQLite file, a PostgreSQL address, or a folder of session files')
    .option('--tenant <name>', 'tenant of the threads (default: default)')
    .option('--thread <name...>', 'only these threads')
    .option('--read-only', 'clients may not compact')
    .option('--http [port]', 'serve over HTTP, at this port or any', portNumber)
    .option('--host <address>', 'where to listen (default: 127.0.0.1, this machine alone)')
    .option('--name <host...>', 'host names by which it may be reached, besides localhost')
    .option('--prefix <name>', 'what the names of its tables begin with, if other tables stand beside them')
    .option('--schema <name>', 'schema of its tables in PostgreSQL (default: palimpsest)')
    .addHelpText('after', AFTER_HELP)
    .action(async (flags) => (await import('../mcp/run-mcp.ts')).runMcp(flags))
}

function portNumber(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new InvalidArgumentError('It has to be a number from 0 to 65535.')
}
