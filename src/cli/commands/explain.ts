import type { Command } from 'commander'
import { balanced } from '../../plan/presets/balanced.ts'
import type { ExplainSettings } from '../compact/settings.ts'
import { EXIT_HELP, forTranscript, presetOption, type RequestFlags, TOKENS_HELP, withKeepRecent, withModels } from './flags.ts'

const AFTER_HELP = `
The first line says what the preset would decide before the next request and
why. Then comes each rung of its ladder with what it proposed: ✓ was taken,
+ was added, · was passed over, – was skipped. Then come laws that went before
the preset, numbers that could not be kept, and the plan.
${TOKENS_HELP}

${EXIT_HELP}

Example:
  palimpsest explain session.json --preset harness --window 32k`

/** Declares `palimpsest explain`. */
export function addExplain(program: Command): void {
  forTranscript(program.command('explain'))
    .description('Say what a preset would do with a transcript and which rule decides; changes nothing.')
    .addOption(presetOption('the preset to ask').default(balanced(), 'balanced'))
    .option('--json', 'print one JSON object: the decision, every rung and the plan')
    .addHelpText('after', AFTER_HELP)
    .action(
      async (file: string | undefined, flags: RequestFlags & Pick<ExplainSettings, 'preset' | 'json'>, command: Command) => {
        const { runExplain } = await import('../explain/run-explain.ts')
        const [preset = flags.preset] = withKeepRecent([flags.preset], flags, command)
        await runExplain({ ...(await withModels(file, flags)), preset })
      },
    )
}
