/**
 * Writes what the documents show of the command line: the tour (docs/tour.md) by running it, the reference (docs/commands.md) from the
 * commands themselves, the picture in the README from the tour, the reports in docs/presets.md. `npm run docs`
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { commandsDocument } from './docs/commands.ts'
import { TOUR } from './docs/tour.ts'

const main = resolve('src/cli/main.ts')
// Short, because lines are broken where the real path is long.
const home = mkdtempSync(join(tmpdir(), 't'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

/** What a command prints, in a folder of its own, on a terminal of 80 columns. */
function printed(line: string): string {
  const env = {
    ...process.env,
    HOME: home,
    COLUMNS: '80',
    NO_COLOR: '1',
    XDG_CONFIG_HOME: '',
    PALIMPSEST_NODE: process.execPath,
    PALIMPSEST_MAIN: main,
  }
  const script = `palimpsest() { "$PALIMPSEST_NODE" --disable-warning=ExperimentalWarning "$PALIMPSEST_MAIN" "$@" 2>&1; }; ${line}`
  return execFileSync('bash', ['-c', script], { cwd: home, env, encoding: 'utf8' }).replaceAll(home, '~').trimEnd()
}

/** A machine on which an agent has worked: the bundled session, as Claude Code keeps it. */
function setUp(): void {
  const project = join(home, '.claude/projects/-work-ferries')
  mkdirSync(project, { recursive: true })
  mkdirSync(join(home, 'work/ferries'), { recursive: true })
  cpSync('samples/ferry-timetable.json', join(home, 'ferry-timetable.json'))
  cpSync('samples', join(home, 'samples'), { recursive: true })
  printed(
    `cd work/ferries && palimpsest compact ../../ferry-timetable.json --to claude-code --out ${join(project, '5e55104e-0000-4000-8000-000000000001.jsonl')}`,
  )
}

setUp()
const blocks = TOUR.map(({ words, command }) => {
  const output = command === undefined ? '' : printed(command)
  return { command, output, text: command === undefined ? words : `${words}\n\n\`\`\`text\n$ ${command}\n${output}\n\`\`\`` }
})
writeFileSync('docs/tour.md', `${blocks.map(({ text }) => text).join('\n\n')}\n`)
writeFileSync(
  'docs/commands.md',
  commandsDocument((args) => printed(`palimpsest ${args}`)),
)
const picture = blocks.find(({ command }) => command?.startsWith('palimpsest compact --latest'))?.output ?? ''
const readme = readFileSync('README.md', 'utf8')
writeFileSync(
  'README.md',
  readme.replace(
    /(<!-- tour: compact -->\n```text\n)[\s\S]*?(\n```)/,
    (_, start: string, end: string) => `${start}${shortPicture(picture)}${end}`,
  ),
)

writeFileSync('docs/presets.md', rerun(readFileSync('docs/presets.md', 'utf8')))

/** The document with what its commands print today of the bundled sessions. */
function rerun(document: string): string {
  return document.replace(
    /(```text\n\$ (palimpsest [^\n]* samples\/[^\n]+)\n)[^`]*(\n```)/g,
    (_, start: string, command: string, end: string) => `${start}${printed(command)}${end}`,
  )
}

/** The picture without the sentences below it. */
function shortPicture(output: string): string {
  return output.split('\n\n').slice(0, 4).join('\n\n')
}
