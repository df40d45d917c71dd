import { Argument, type Command } from 'commander'
import { KEYS } from '../config/keys.ts'
import { EXIT_HELP } from './flags.ts'

const AFTER_CONFIG = `
Settings stand in palimpsest.config.json of the project (the nearest on the way
up) and in ~/.config/palimpsest; the environment (PALIMPSEST_WINDOW and so on)
comes before files, flags before everything. pi's settings.json and
OPENCODE_DISABLE_AUTOCOMPACT are understood.

${EXIT_HELP}

Examples:
  palimpsest config
  palimpsest config window 200k
  palimpsest config store ~/sessions.db --user
  palimpsest config --schema > palimpsest.config.schema.json`

/** Declares what is about the program itself. */
export function addSettings(program: Command): void {
  program
    .command('config')
    .addArgument(new Argument('[key]', 'a setting').choices(KEYS.map(({ name }) => name)))
    .argument('[value]', 'what it is to be')
    .description('Say what is set and where each value comes from, or set one.')
    .option('--user', 'set it for all projects of this person')
    .option('--schema', 'print the JSON schema of the file')
    .option('--json', 'print one JSON array')
    .addHelpText('after', AFTER_CONFIG)
    .action(
      async (
        key: string | undefined,
        value: string | undefined,
        flags: { readonly json?: true; readonly schema?: true; readonly user?: true },
      ) => (await import('../config/run-config.ts')).runConfig(key, value, flags),
    )
  program
    .command('doctor')
    .description('Look at what is there, what is missing and how to mend it.')
    .option('--store <place>', 'look at this store, too')
    .option('--online', 'ask the providers that there are keys for whether they answer; nothing is generated')
    .option('--json', 'print one JSON array')
    .addHelpText('after', `\n${EXIT_HELP}\n\nExample:\n  palimpsest doctor --store agent.db --online`)
    .action(async (flags: { readonly store?: string; readonly online?: true; readonly json?: true }) =>
      (await import('../doctor/run-doctor.ts')).runDoctor(flags),
    )
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .description('Print what completes commands and flags in a shell.')
    .addHelpText(
      'after',
      '\nExamples:\n  source <(palimpsest completion bash)\n  palimpsest completion fish > ~/.config/fish/completions/palimpsest.fish',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionFor } = await import('../config/completion.ts')
      const { printOut } = await import('../output/print-out.ts')
      await printOut(completionFor(shell, program))
    })
}
