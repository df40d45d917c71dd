import type { Command } from 'commander'

/** Declares `palimpsest presets`. */
export function addPresets(program: Command): void {
  program
    .command('presets')
    .description('List the presets: when each acts, what it keeps, and what it tries, least aggressive first.')
    .action(async () => {
      const { runPresets } = await import('../presets/run-presets.ts')
      await runPresets()
    })
}
