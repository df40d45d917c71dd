import type { Command } from 'commander'
import { EXIT_HELP } from './flags.ts'

/** Declares `palimpsest presets`. */
export function addPresets(program: Command): void {
  program
    .command('presets')
    .description('List the presets: when each acts, what it keeps, and what it tries, least aggressive first.')
    .option('--json', 'print one JSON array: the policies, with a word for each thing they do')
    .addHelpText('after', `\n${EXIT_HELP}\n\nExample:\n  palimpsest presets --json | jq '.[].name'`)
    .action(async (flags: { readonly json?: true }) => {
      const { runPresets } = await import('../presets/run-presets.ts')
      await runPresets(flags)
    })
}
