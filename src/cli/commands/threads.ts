import { type Command, Option } from 'commander'
import type { Format } from '../compact/settings.ts'
import { EXPORT_TARGETS } from '../store/export-targets.ts'
import { EXIT_HELP, FORMATS, tokensFrom } from './flags.ts'
import { inStore } from './stores.ts'

interface Flags {
  readonly store: string
  readonly tenant?: string
  readonly json?: true
  readonly at?: string
  readonly include?: true
  readonly name?: string
  readonly entry?: string
  readonly text?: string
  readonly yes?: true
}

/** Declares what changes or opens a stored thread. */
export function addThreads(program: Command): void {
  const command: Declare = (name, description, example) =>
    inStore(program.command(name).argument('<thread>', 'its name'), example)
      .description(description)
      .option('--json', 'print one JSON object')
  addTimes(command)
  addContents(command)
  addTransfer(program)
}

/** A command on one thread, with an example for its help. */
type Declare = (name: string, description: string, example: string) => Command

/** What the model sees of a thread, and threads that go on from it. */
function addTimes(command: Declare): void {
  command('undo', 'Take the last compaction of a thread back.', 'undo support-4711 --store agent.db').action(
    async (thread: string, flags: Flags) => (await import('../store/run-thread-verbs.ts')).runUndo(thread, flags),
  )
  command('redo', 'Take the last undo back.', 'redo support-4711 --store agent.db').action(async (thread: string, flags: Flags) =>
    (await import('../store/run-thread-verbs.ts')).runRedo(thread, flags),
  )
  command(
    'diff',
    'Say what the model sees otherwise: since the last compaction, or between two commits.',
    'diff support-4711 none 51d0 --store agent.db',
  )
    .argument('[commits...]', 'one or two commits by the beginning of their ids; none is the log as it is')
    .action(async (thread: string, commits: readonly string[], flags: Flags) =>
      (await import('../store/run-thread-verbs.ts')).runDiff(thread, commits.slice(0, 2), flags),
    )
  command(
    'branch',
    'Go on from before a message of a thread, in a new one; without --at, list where.',
    'branch support-4711 --at e57 --store agent.db',
  )
    .option('--at <entry>', 'the entry whose message the branch begins before')
    .option('--include', 'begin behind that message instead')
    .option('--name <name>', 'name of the branch')
    .action(async (thread: string, flags: Flags) => (await import('../store/run-thread-verbs.ts')).runBranch(thread, flags))
  command(
    'handoff',
    'Begin a new thread with what a goal needs of a thread, and print what it begins with.',
    'handoff support-4711 --goal "write the release notes" --store agent.db',
  )
    .requiredOption('--goal <text>', 'what the new thread is for')
    .option('--name <name>', 'name of the new thread')
    .option('--tokens <tokens>', 'most of what it begins with (default: 3000)', tokensFrom(1))
    .action(async (thread: string, flags: Flags & { readonly goal: string; readonly tokens?: number }) =>
      (await import('../store/run-handoff.ts')).runHandoff(thread, flags),
    )
}

/** What stands in a thread. */
function addContents(command: Declare): void {
  command('expand', 'Print what entries say, all of it.', 'expand support-4711 e57-e60 --store agent.db')
    .argument('<handle>', 'an entry or a range, as prompts name them: e57, e57-e60')
    .action(async (thread: string, handle: string, flags: Flags) =>
      (await import('../store/run-thread-verbs.ts')).runExpand(thread, handle, flags),
    )
  command('artifact', 'Print content that was put away.', 'artifact support-4711 a1b2c3 --store agent.db')
    .argument('<id>', 'its id')
    .action(async (thread: string, id: string, flags: Flags) =>
      (await import('../store/run-thread-verbs.ts')).runArtifact(thread, id, flags),
    )
  command(
    'pin',
    'Keep an entry, or what a person wrote with some words, byte for byte.',
    'pin support-4711 --text "public API" --store agent.db',
  )
    .option('--entry <entry>', 'an entry: e57')
    .option('--text <words>', 'what a person wrote containing these words')
    .action(async (thread: string, flags: Flags) => (await import('../store/run-thread-verbs.ts')).runPin(thread, flags))
  command('recall', 'Find what a thread has put away about something.', 'recall support-4711 "retry limit" --store agent.db')
    .argument('<words>', 'what to look for')
    .action(async (thread: string, words: string, flags: Flags) =>
      (await import('../store/run-thread-verbs.ts')).runRecall(thread, words, flags),
    )
  command('erase', 'Remove an entry or a thread for good.', 'erase support-4711 --entry e57 --yes --store agent.db')
    .option('--entry <entry>', 'only this entry, with its message')
    .option('--yes', 'it is meant')
    .action(async (thread: string, flags: Flags) => (await import('../store/run-thread-verbs.ts')).runErase(thread, flags))
}

const AFTER_IMPORT = `
A session becomes a thread with everything that was said, sub-agents become
children of it, and what was left for another try becomes branches. What is
there already is left alone: import again what has grown. Status 2 means that
some could not be read; all others were imported.

${EXIT_HELP}

Examples:
  palimpsest import session.jsonl --store sessions.db
  palimpsest import --all --store sessions.db`

function addTransfer(program: Command): void {
  program
    .command('import')
    .argument('[files...]', 'sessions or transcripts, in any format that is known')
    .description('Take sessions of agents, or other transcripts, into a store.')
    .requiredOption(
      '--store <place>',
      'an SQLite file, a PostgreSQL address, or a folder for session files; made if it is not there',
    )
    .option('--tenant <name>', 'tenant of the threads', 'default')
    .option('--prefix <name>', 'what the names of its tables begin with')
    .option('--schema <name>', 'schema of its tables in PostgreSQL')
    .addOption(new Option('--from <format>', 'format of the files').choices(FORMATS).default('auto'))
    .option('--all', 'every session of every agent on this machine')
    .option('--json', 'print one JSON object')
    .addHelpText('after', AFTER_IMPORT)
    .action(async (files: readonly string[], flags: ImportFlags) =>
      (await import('../import/run-import.ts')).runImport({ ...flags, files }),
    )
  inStore(
    program.command('export').argument('<thread>', 'its name'),
    'export support-4711 --to claude-code --out 4711.jsonl --store agent.db',
  )
    .description('Write a stored thread: its messages as they came in, all of them, or in another form.')
    .addOption(
      new Option(
        '--to <form>',
        'as it came, everything (palimpsest), a session that an agent goes on with, or messages in a dialect',
      )
        .choices(EXPORT_TARGETS)
        .default('as-it-came'),
    )
    .option('--out <file>', 'write it to a file')
    .action(async (thread: string, flags: Flags & { readonly out?: string }) =>
      (await import('../store/run-export.ts')).runExport(thread, flags),
    )
}

interface ImportFlags {
  readonly store: string
  readonly tenant: string
  readonly prefix?: string
  readonly schema?: string
  readonly from: Format
  readonly all?: true
  readonly json?: true
}
