/** A step of the tour: what it is about, and what is run. */
interface Step {
  readonly words: string
  readonly command?: string
}

/** The tour, in the order in which a person would go. */
export const TOUR: readonly Step[] = [
  {
    words: `# A tour of the command line

Everything below is real output: \`npm run docs\` runs each command and writes this page. The session is the bundled one, kept as Claude Code
would keep it. [commands.md](commands.md) lists every command with its flags.

## What is on this machine

Sessions of Claude Code, Codex, pi, OpenCode, Gemini CLI, Qwen Code and Copilot CLI are found where these programs keep them. Nothing is written
there.`,
    command: 'palimpsest sessions',
  },
  {
    words: `## What fills a session

\`now\` is what the model sees, \`then\` what a compaction would leave.`,
    command: 'palimpsest stats --latest',
  },
  {
    words: `## Make it fit

The request goes to a file, the picture to the screen. With \`--to claude-code\` a session comes out that the agent can go on with.`,
    command: 'palimpsest compact --latest --window 16k --out smaller.json',
  },
  { words: 'What a preset would do, and why:', command: 'palimpsest explain --latest --window 16k --preset balanced' },
  {
    words: `## Compare presets

The session is replayed step by step, as its agent would have sent it.`,
    command: 'palimpsest replay --latest --window 16k --preset balanced,claude-code,opencode --model claude-sonnet-4-5',
  },
  {
    words: '## Keep it\n\nA store keeps sessions as threads. Sub-agents become children, forks become branches.',
    command: 'palimpsest import --all --store sessions.db',
  },
  {
    words: 'Threads are compacted, compared, undone and redone there, across restarts:',
    command: 'palimpsest threads --store sessions.db',
  },
  {
    words: 'Compaction changes what the model sees, never the log.',
    command:
      'id=$(palimpsest threads --store sessions.db --json | grep -o "[0-9a-f-]*-[0-9a-f]\\{12\\}" | head -1); palimpsest compact $id --store sessions.db --window 16k --json > /dev/null; palimpsest diff $id none --store sessions.db; palimpsest undo $id --store sessions.db',
  },
  {
    words: 'Whatever was said can be found, and read whole:',
    command: 'palimpsest search "timetable" --store sessions.db --limit 3',
  },
  {
    words: '## Settings\n\nEvery value says where it comes from.',
    command: 'palimpsest config window 200k --user; palimpsest config',
  },
  { words: '## If something is wrong', command: 'palimpsest doctor --store sessions.db' },
  {
    words: 'Errors say what happened, where, and what to do, and end with a status that scripts can go by.',
    command: 'echo "Dear diary" > notes.txt; palimpsest stats notes.txt || echo "status $?"',
  },
]
