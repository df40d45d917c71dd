import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addArchive } from './commands/archive.ts'
import { addCompact } from './commands/compact.ts'
import { addDemo } from './commands/demo.ts'
import { addExplain } from './commands/explain.ts'
import { addMcp } from './commands/mcp.ts'
import { addMigrate } from './commands/migrate.ts'
import { addPresets } from './commands/presets.ts'
import { addReplay } from './commands/replay.ts'
import { addSessions } from './commands/sessions.ts'
import { addSettings } from './commands/settings.ts'
import { addStores } from './commands/stores.ts'
import { addThreads } from './commands/threads.ts'
import { applyConfig } from './config/apply-config.ts'
import { endOnInterrupt } from './interrupt.ts'
import { reportError } from './report-error.ts'

// A reader that goes away (`| head`) is not our fault. Code that must know whether a write arrived is told by its callback.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
endOnInterrupt()

const manifest: { readonly version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const program = new Command('palimpsest')
  .description('Makes the conversation of an LLM agent fit its context window, as a request that the provider accepts.')
  .version(manifest.version)
  .exitOverride()
  .showHelpAfterError('Run with --help to see what there is.')
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'palimpsest: ')) })
addCompact(program)
addExplain(program)
addReplay(program)
addPresets(program)
addSessions(program)
addStores(program)
addThreads(program)
addArchive(program)
addMigrate(program)
addMcp(program)
addDemo(program)
addSettings(program)
program.hook('preSubcommand', (_, command) => applyConfig(command))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportError(error)
}
