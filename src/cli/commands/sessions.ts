import { type Command, InvalidArgumentError, Option } from 'commander'
import { FORMAT_NAMES } from '../../formats/names.ts'
import type { Format } from '../compact/settings.ts'
import { EXIT_HELP, FORMATS, tokensFrom } from './flags.ts'

const AFTER_SESSIONS = `
Looks where Claude Code, Codex, pi, OpenCode, Gemini CLI, Qwen Code and Copilot
CLI keep their sessions, and writes nowhere. Tokens are what the model sees now,
about. Wherever a command takes a file, the beginning of an id will do.

${EXIT_HELP}

Examples:
  palimpsest sessions
  palimpsest sessions --project . --agent claude-code
  palimpsest stats --latest`

const AFTER_STATS = `
now is what the model sees, letter by kind; then what a compaction would leave.
Tokens are estimated: they may be some percent off, and take no time.

${EXIT_HELP}

Examples:
  palimpsest stats --latest
  palimpsest stats --latest --project . --agent codex
  palimpsest stats 3ae3ab59
  palimpsest stats session.jsonl --json | jq .now.tools`

/** Declares what looks at sessions of other agents. */
export function addSessions(program: Command): void {
  program
    .command('sessions')
    .description('List the sessions of all agents on this machine, newest first.')
    .option('--project <folder>', 'only those whose agent worked in a folder, or below it')
    .addOption(new Option('--agent <name>', 'only those of one agent').choices(FORMAT_NAMES))
    .option('--limit <number>', 'how many', wholeNumber, 20)
    .option('--json', 'print one JSON array')
    .addHelpText('after', AFTER_SESSIONS)
    .action(async (flags: SessionsFlags) => (await import('../sessions/run-sessions.ts')).runSessions(flags))
  chosenSession(program.command('stats'))
    .description('Show what fills a session: by kind, tool, file and turn, and what a compaction would save.')
    .addOption(new Option('--from <format>', 'format of the input').choices(FORMATS).default('auto'))
    .option('--conversation <name>', 'which conversation of a file that holds several: its name or its number')
    .option('--model <id>', 'model whose window counts (default: the last that answered)')
    .option('--window <tokens>', 'context window (default: that of the model, or 128k)', tokensFrom(1))
    .option('--json', 'print one JSON object')
    .addHelpText('after', AFTER_STATS)
    .action(async (file: string | undefined, { latest, project, agent, ...flags }: StatsFlags) => {
      const { chooseSession } = await import('../sessions/choose-session.ts')
      const { runStats } = await import('../stats/run-stats.ts')
      const choice = {
        ...(latest === undefined ? {} : { latest }),
        ...(project === undefined ? {} : { project }),
        ...(agent === undefined ? {} : { agent }),
      }
      await runStats({ ...flags, file: await chooseSession(file, choice) })
    })
}

interface SessionsFlags {
  readonly project?: string
  readonly agent?: string
  readonly limit: number
  readonly json?: true
}

interface StatsFlags {
  readonly latest?: true
  readonly project?: string
  readonly agent?: string
  readonly from: Format
  readonly conversation?: string
  readonly model?: string
  readonly window?: number
  readonly json?: true
}

/** A file, or how to find one among the sessions of this machine. */
function chosenSession(command: Command): Command {
  return command
    .argument('[file]', 'a session, or the beginning of its id; - reads standard input')
    .option('--latest', 'the newest session on this machine')
    .option('--project <folder>', 'the newest session whose agent worked in this folder')
    .addOption(new Option('--agent <name>', 'with these, only sessions of one agent').choices(FORMAT_NAMES))
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1 on.')
}
