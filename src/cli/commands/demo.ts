import type { Command } from 'commander'

/** Declares `palimpsest demo`: what `npm start` shows. */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('Compact a sample session that comes with the program, and show what fills the window before and after.')
    .addHelpText('after', '\nExample:\n  palimpsest demo')
    .action(async () => {
      const { runDemo } = await import('../compact/run-demo.ts')
      await runDemo()
    })
}
