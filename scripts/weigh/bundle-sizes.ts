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
  /** What has been loaded when a first thread has compacted without a model. */
  readonly compacted: number
  /** All that can ever be loaded. */
  readonly all: number
  readonly data: number
}

const PAGE = 'a-page'

/** Modules that are data. */
const DATA = /vocabularies|parts\/bpe|@pydantic/

/** What a page does that has one long conversation. Prints the chunks that this has loaded. */
const FIRST_COMPACTION = `
const { createCompactor } = await import('./index.js')
const thread = await createCompactor({ dialect: 'openai-chat', window: 4_000 }).thread('first')
const said = (at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: 'Step ' + at + ' changes src/part' + at + '.ts. '.repeat(20) })
await thread.append(Array.from({ length: 101 }, (_, at) => said(at)))
const { receipt } = await thread.prepare()
if (receipt === undefined) throw new Error('nothing was compacted')
console.log(JSON.stringify([...globalThis.loadedChunks]))
`

/** As a page gets it that imports `createCompactor` and `presets`: minified, in chunks. */
export async function bundleSizes(door: string): Promise<BundleSizes> {
  const bundle = await rolldown({ input: { index: PAGE }, platform: 'browser', logLevel: 'silent', plugins: [page(door)] })
  const { output } = await bundle.generate({ minify: true, comments: false })
  await bundle.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  const first = chunks.filter(({ isEntry }) => isEntry)
  const isData = (chunk: OutputChunk): boolean => Object.keys(chunk.modules).some((id) => DATA.test(id))
  const code = chunks.filter((chunk) => !isData(chunk))
  const loaded = loadedBy(FIRST_COMPACTION, chunks)
  return {
    atOnce: sizeOf([...closure(first, chunks)]),
    compacted: sizeOf(code.filter(({ fileName }) => loaded.has(fileName))),
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
