/**
 * Counts the messages of session files with readers of its own, a few lines for each format, and compares them with what our formats read:
 * nothing may be lost. Files whose names have `__` for `/` are put back into folders first. `npm run imports -- <folder>`
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { readSession } from '../src/cli/input/read-transcript.ts'
import type { BlockDraft } from '../src/schema/draft.ts'
import { wordsExpected } from './imports/expected.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: npm run imports -- <folder of session files>')
  process.exit(64)
}
const unfolded = mkdtempSync(join(tmpdir(), 'palimpsest-imports-'))
process.once('exit', () => rmSync(unfolded, { recursive: true, force: true }))

let lost = 0
let files = 0
for (const file of globSync(`${folder}/**/*.{json,jsonl}`).sort()) unfold(file)
for (const file of globSync(`${unfolded}/**/*.{json,jsonl}`).sort()) await check(file)
console.log(`${files} sessions, ${lost} messages lost`)
process.exitCode = lost === 0 ? 0 : 1

/** Copies a file, `a__b__c.json` as `a/b/c.json`. */
function unfold(file: string): void {
  const to = join(unfolded, dirname(relative(folder ?? '', file)), ...basename(file).split('__'))
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, readFileSync(file))
}

/** Everything that the file says must be said in one of its conversations. */
async function check(file: string): Promise<void> {
  const expected = wordsExpected(file)
  if (expected === undefined) return
  files += 1
  const { transcripts, format, faults } = await readSession(file, 'auto')
  const said = new Map<string, number>()
  for (const { messages, origin } of transcripts) {
    const own = origin?.kind === 'branch' ? messages.slice(origin.shared) : messages
    for (const block of own.flatMap(({ blocks }) => blocks)) count(said, wordsOf(block))
  }
  const exact = expected.filter((words) => !(words === 'call' || words === 'reasoning'))
  const missing = [...exact, ...expected.filter((words) => !exact.includes(words))].filter((words) => !take(said, words))
  lost += missing.length
  const messages = transcripts.reduce((sum, each) => sum + each.messages.length, 0)
  const name = relative(unfolded, file)
  console.log(
    `${missing.length === 0 ? 'ok  ' : 'LOST'} ${name}: ${format.name}, ${expected.length} blocks expected, ${transcripts.length} conversations, ${messages} messages, ${faults.length} lines left out`,
  )
  for (const words of missing.slice(0, 5)) console.log(`       ${JSON.stringify(words.slice(0, 160))}`)
}

function count(said: Map<string, number>, words: string): void {
  said.set(words, (said.get(words) ?? 0) + 1)
}

/** Where the plain reader knows only what kind of block there is, any of that kind will do. */
function take(said: Map<string, number>, words: string): boolean {
  const exact = (said.get(words) ?? 0) > 0 ? words : undefined
  const alike = /^(?:call|reasoning)$/.test(words)
    ? [...said].find(([key, left]) => left > 0 && isAlike(key, words))?.[0]
    : undefined
  const found = exact ?? alike
  if (found !== undefined) said.set(found, (said.get(found) ?? 0) - 1)
  return found !== undefined
}

function isAlike(key: string, words: string): boolean {
  return key.startsWith(`${words}: `) || (words === 'call' && key === 'other')
}

/** A block as `kind: words`, calls by tool and input. */
function wordsOf(block: BlockDraft): string {
  switch (block.kind) {
    case 'text':
      return `text: ${block.text}`
    case 'reasoning':
      return `reasoning: ${block.text}`
    case 'tool-call':
      return `call: ${block.tool}`
    case 'tool-result':
      return 'result'
    case 'file':
    case 'opaque':
      return 'other'
    case 'turn-start':
      return 'turn'
  }
}
