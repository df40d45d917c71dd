import { type Command, InvalidArgumentError } from 'commander'
import { DIALECT_NAMES } from '../../dialects/names.ts'
import { SESSION_OUTPUTS } from '../../formats/names.ts'
import type { CompactSettings, Target } from '../compact/settings.ts'
import { EXIT_HELP, forTranscript, presetOption, type RequestFlags, TOKENS_HELP, withKeepRecent, withModels } from './flags.ts'

/** What the parser gives: no pin, no list. */
type CompactFlags = RequestFlags & Partial<Pick<CompactSettings, 'pin' | 'instructions' | 'json' | 'out' | 'preset'>>

const AFTER_HELP = `
The request goes to standard output, and the picture of what fills the window
to standard error; with --out the request goes to the file, and the picture to
standard output. With --json standard output is one object and nothing else.
${TOKENS_HELP}

Without --preset, balanced fills the whole budget. A preset that is named comes
down as far as it does by itself, now, even if everything fits; palimpsest
presets lists them. If there is nothing to fold, the picture says why.

With --to claude-code, codex or pi a session comes out that the agent can go on
with: what was in its own session stays as it was, and the compaction stands at
the end. It takes the place of the session only if --out names that file.

${EXIT_HELP}

Examples:
  palimpsest compact session.json --window 32k --out smaller.json
  palimpsest compact session.json --to anthropic --json | jq .receipt
  palimpsest compact session.json --preset codex --window 200k
  palimpsest compact 3ae3ab59.jsonl --to claude-code --window 64k --out n.jsonl
  palimpsest compact session.json --instructions "keep the schema" --window 16k
  palimpsest compact - --window 16k --pin "public API" < session.json`

const TARGETS: readonly Target[] = ['auto', ...DIALECT_NAMES, ...SESSION_OUTPUTS]

/** Declares `palimpsest compact`. The engine is loaded when the command runs, so that help is quick. */
export function addCompact(program: Command): void {
  forTranscript(program.command('compact'), TARGETS)
    .description('Compact a transcript until it fits a window; no model is called.')
    .addOption(presetOption('how to compact (default: balanced, to the whole budget)'))
    .option('--pin <text>', 'keep what a person wrote containing this text, byte for byte; may be repeated', collect)
    .option('--instructions <text>', 'what the summary should look out for: what it names has its place first')
    .option('--json', 'print one JSON object: the request and the receipt')
    .option('--out <file>', 'write the request to a file')
    .addHelpText('after', AFTER_HELP)
    .action(async (file: string | undefined, flags: CompactFlags, command: Command) => {
      const { runCompact } = await import('../compact/run-compact.ts')
      const [preset] = withKeepRecent(flags.preset === undefined ? [] : [flags.preset], flags, command)
      await runCompact({ pin: [], ...(await withModels(file, flags)), ...(preset === undefined ? {} : { preset }) })
    })
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  if (text === '') throw new InvalidArgumentError('Expected some text to look for.')
  return [...before, text]
}
