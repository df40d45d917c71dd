import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'

/** Compressed sizes of what a bundler makes of an entry, apart from the vocabulary of the tokenizer, and windows and prices of models. */
interface BundleSizes {
  /** What is loaded with it. */
  readonly atOnce: number
  /** What has been loaded when a first thread has compacted without a model: one of people who talk in English, and one of an agent with tools. */
  readonly talk: number
  readonly agent: number
  /** All that can ever be loaded. */
  readonly all: number
  readonly data: number
}

const PAGE = 'a-page'

/** Modules that are data. */
const DATA = /vocabularies|parts\/bpe|@pydantic/

/** A page that has one long conversation. Prints the chunks that this has loaded. */
function compacting(messages: string): string {
  return `
// A page has none.
delete globalThis.process
const { createCompactor } = await import('./index.js')
const thread = await createCompactor({ dialect: 'openai-chat', window: 4_000 }).thread('first')
await thread.append(${messages})
const { receipt } = await thread.prepare()
if (receipt === undefined) throw new Error('nothing was compacted')
console.log(JSON.stringify([...globalThis.loadedChunks]))
`
}

const TALK = `Array.from({ length: 101 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: 'Step ' + at + ' changes src/part' + at + '.ts. '.repeat(20),
}))`

/** Rules, files that are read and changed, tests that fail, commits, searches. */
const AGENT = `[
  { role: 'user', content: 'Make the parser accept dates. Never push to main without asking me.' },
  ...Array.from({ length: 60 }, (_, at) => {
    const call = [
      ['read_file', { path: 'src/part' + at + '.ts' }, 'export function part(text: string) {\\n'.repeat(12)],
      ['edit_file', { path: 'src/part' + at + '.ts', old_string: 'part(text)', new_string: 'part(text, options)' }, 'ok'],
      ['bash', { command: 'npm test' }, ' FAIL test/part.test.ts > parses dates\\n AssertionError: expected 1 to be 2\\n'],
      ['bash', { command: 'git commit -am "Dates"' }, '[main abc1234] Dates\\n 1 file changed, 3 insertions(+)\\n'],
      ['bash', { command: 'rg -n parse src' }, 'src/part.ts:3: parse(text)\\n'.repeat(10)],
    ][at % 5]
    const [name, args, content] = call
    const id = 'call_' + at
    return [
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }] },
      { role: 'tool', tool_call_id: id, content },
      ...(at % 5 === 4 ? [{ role: 'assistant', content: 'Part ' + at + ' is done.' }, { role: 'user', content: 'Good, go on.' }] : []),
    ]
  }).flat(),
]`

/** As a page gets it that imports `createCompactor` and `presets`: minified, in chunks. */
export async function bundleSizes(door: string): Promise<BundleSizes> {
  const bundle = await rolldown({ input: { index: PAGE }, platform: 'browser', logLevel: 'silent', plugins: [page(door)] })
  const { output } = await bundle.generate({ minify: true, comments: false })
  await bundle.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  const first = chunks.filter(({ isEntry }) => isEntry)
  const isData = (chunk: OutputChunk): boolean => Object.keys(chunk.modules).some((id) => DATA.test(id))
  const code = chunks.filter((chunk) => !isData(chunk))
  const after = (messages: string): number => {
    const loaded = loadedBy(compacting(messages), chunks)
    return sizeOf(code.filter(({ fileName }) => loaded.has(fileName)))
  }
  return {
    atOnce: sizeOf([...closure(first, chunks)]),
    talk: after(TALK),
    agent: after(AGENT),
    all: sizeOf(code),
    data: sizeOf(chunks.filter(isData)),
  }
}

/** The module of a page that uses the door. */
function page(door: string): Plugin {
  return {
    name: 'page',
    resolveId: (id) => (id === PAGE ? id : null),
    load: (id) => (id === PAGE ? `export { createCompactor, presets } from ${JSON.stringify(resolve(door))}` : null),
  }
}

/** Chunks with all that they import when they are loaded. */
function closure(first: readonly OutputChunk[], chunks: readonly OutputChunk[]): ReadonlySet<OutputChunk> {
  const reached = new Set(first)
  for (const chunk of reached) {
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) reached.add(other)
  }
  return reached
}

/** The names of the chunks that a program over the bundle has loaded when it ends. */
function loadedBy(program: string, chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-weigh-'))
  try {
    for (const { fileName, code } of chunks) {
      const mark = `(globalThis.loadedChunks ??= new Set()).add(${JSON.stringify(fileName)})`
      writeFileSync(join(folder, fileName), `${code}\n;${mark}`)
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'program.mjs'), program)
    const { stdout, stderr, status } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`the bundle does not work: ${stderr}`)
    return new Set(JSON.parse(stdout) as string[])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sizeOf(chunks: readonly OutputChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}
