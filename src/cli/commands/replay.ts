import { type Command, Option } from 'commander'
import { PRESETS } from '../../plan/presets/index.ts'
import type { Policy } from '../../schema/policy.ts'
import { EXIT_HELP, forTranscript, presetNamed, type RequestFlags, TOKENS_HELP, withKeepRecent, withModels } from './flags.ts'

type ReplayFlags = RequestFlags & { readonly preset?: readonly Policy[]; readonly json?: true }

const AFTER_HELP = `
Before each answer in the transcript stands a request: it is made as the agent
would have made it, compacted whenever the preset says so. A line tells how often
that was, the tokens of the last and of the largest request, whether all of
them were valid and within the budget, how many of the files that the agent
named again were still in its request (recall), what reading them costs with the
cache of the model that --model names, and their size over time; a full bar is a
full window. Status 3 means that no preset came to the end. With --json
standard output is one object and nothing else.
${TOKENS_HELP}

${EXIT_HELP}

Example:
  palimpsest replay session.json --preset balanced,codex,pi --window 32k`

/** Declares `palimpsest replay`. */
export function addReplay(program: Command): void {
  forTranscript(program.command('replay'))
    .description('Feed a transcript step by step to presets, and compare what each would have sent.')
    .addOption(new Option('--preset <names>', 'presets, with commas between them (default: all)').argParser(presetsNamed))
    .option('--json', 'print one JSON object: the size of every request under each preset')
    .addHelpText('after', AFTER_HELP)
    .action(async (file: string | undefined, flags: ReplayFlags, command: Command) => {
      const { runReplay } = await import('../replay/run-replay.ts')
      const { preset = [...PRESETS.values()].map((make) => make()), ...settings } = await withModels(file, flags)
      await runReplay({ ...settings, presets: withKeepRecent(preset, flags, command) })
    })
}

function presetsNamed(names: string): readonly Policy[] {
  return [...new Set(names.split(','))].map(presetNamed)
}
