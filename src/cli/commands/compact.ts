import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseTokens } from '../compact/parse-tokens.ts'
import type { CompactSettings } from '../compact/settings.ts'

const FORMATS = ['auto', 'openai-chat', 'anthropic', 'neutral'] as const

/** What the parser gives: no pin, no list. */
type CompactFlags = Omit<CompactSettings, 'file' | 'pin' | 'models'> &
  Partial<Pick<CompactSettings, 'pin'>> & { readonly models?: string }

const AFTER_HELP = `
The request goes to standard output, and the picture of what fills the window
to standard error; with --out the request goes to the file, and the picture to
standard output. With --json standard output is one object and nothing else.
A number of tokens is whole, k is thousands and m millions: 8192, 32k, 1m.

Exit status:
   0  done
   2  the input is unreadable or invalid
   3  what may not be touched is larger than the budget
  64  wrong usage
  69  Node is too old
  70  a bug
  73  the output cannot be written

Examples:
  palimpsest compact session.json --window 32k --out smaller.json
  palimpsest compact session.json --to anthropic --json | jq .receipt
  palimpsest compact - --window 16k --pin "public API" < session.json`

/** Declares `palimpsest compact`. The engine is loaded when the command runs, so that help is quick. */
export function addCompact(program: Command): void {
  program
    .command('compact')
    .description('Compact a transcript until it fits a window; no model is called.')
    .argument('<file>', 'the transcript, a JSON file; - reads standard input')
    .addOption(new Option('--from <format>', 'format of the input').choices(FORMATS).default('auto'))
    .addOption(new Option('--to <format>', "format of the request (auto: the input's)").choices(FORMATS).default('auto'))
    .option('--model <id>', 'model the request is for; its window is used where --window is not given')
    .option('--window <tokens>', 'context window (default: that of the model, or 128k)', tokensFrom(1))
    .option('--reserve <tokens>', 'room kept for the answer (default: what the request asks for, or 4096)', tokensFrom(0))
    .option('--models <file>', 'your own numbers about models, a JSON file: { "my-llama": { "window": 32768 } }')
    .option('--pin <text>', 'keep what a person wrote containing this text, byte for byte; may be repeated', collect)
    .option('--json', 'print one JSON object: the request and the receipt')
    .option('--out <file>', 'write the request to a file')
    .addHelpText('after', AFTER_HELP)
    .action(async (file: string, { models, ...options }: CompactFlags) => {
      const { runCompact } = await import('../compact/run-compact.ts')
      const { readModels } = await import('../compact/read-models.ts')
      const own = models === undefined ? {} : { models: await readModels(models) }
      await runCompact({ pin: [], ...options, ...own, file })
    })
}

function tokensFrom(least: number): (text: string) => number {
  return (text) => {
    const parsed = parseTokens(text, least)
    if (parsed.kind === 'tokens') return parsed.tokens
    throw new InvalidArgumentError(`Expected ${parsed.expected}.`)
  }
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  if (text === '') throw new InvalidArgumentError('Expected some text to look for.')
  return [...before, text]
}
