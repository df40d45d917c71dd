import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'

/** Compressed sizes of what a bundler makes of an entry. */
interface BundleSizes {
  /** What is loaded with it. */
  readonly atOnce: number
  /** What it loads later, apart from data. */
  readonly later: number
  /** The vocabulary of the tokenizer, and windows and prices of models. */
  readonly data: number
}

/** Modules that are data. */
const DATA = /vocabularies|parts\/bpe|genai-prices/

/** As a page gets it: minified, in chunks. */
export async function bundleSizes(entry: string): Promise<BundleSizes> {
  const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ minify: true, comments: false })
  await bundle.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  const first = chunks.filter(({ isEntry }) => isEntry)
  const atOnce = closure(first, chunks)
  const others = chunks.filter((chunk) => !atOnce.has(chunk))
  const isData = (chunk: OutputChunk): boolean => Object.keys(chunk.modules).some((id) => DATA.test(id))
  return {
    atOnce: sizeOf([...atOnce]),
    later: sizeOf(others.filter((chunk) => !isData(chunk))),
    data: sizeOf(others.filter(isData)),
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

function sizeOf(chunks: readonly OutputChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}
