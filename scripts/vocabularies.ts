/**
 * Packs the vocabularies of tokenizers into modules of our own, a text each: `npm run prepare` does it. As the package has them, lists of
 * 200,000 texts, they take five times as long to load and 50 MB, and the package takes 30 MB on every user's disk.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toBase64 } from '../src/schema/base64.ts'

const FOLDER = new URL('../src/tokenizers/vocabularies/', import.meta.url)
const SOURCE = 'gpt-tokenizer'
const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL(`../node_modules/${SOURCE}/package.json`, import.meta.url), 'utf8'),
)

type Token = string | readonly number[] | undefined
const load = { o200k: 'o200k_base', cl100k: 'cl100k_base' } as const

mkdirSync(FOLDER, { recursive: true })
for (const [name, ranks] of Object.entries(load)) {
  const file = fileURLToPath(new URL(`${name}.ts`, FOLDER))
  const origin = `${ranks} of OpenAI's tiktoken, as in ${SOURCE} ${manifest.version} (both MIT)`
  if (existsSync(file) && readFileSync(file, 'utf8').includes(origin)) continue
  const { default: tokens }: { default: readonly Token[] } = await import(`${SOURCE}/bpeRanks/${ranks}`)
  writeFileSync(file, moduleOf(name, origin, tokens))
}

function moduleOf(name: string, origin: string, tokens: readonly Token[]): string {
  const [size, packed] = [tokens.length, toBase64(pack(tokens))]
  return [
    `/** ${origin}. Made by scripts/vocabularies.ts. */`,
    `export const ${name}: { readonly tokens: number; readonly packed: string } = { tokens: ${size}, packed: '${packed}' }`,
    '',
  ].join('\n')
}

/** The length of every token, a byte each, and behind them the bytes of all tokens, in the order of their ranks. A hole has no length. */
function pack(tokens: readonly Token[]): Uint8Array {
  const encoder = new TextEncoder()
  const bytes = Array.from(tokens, (token) => (typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token ?? [])))
  const long = bytes.find(({ length }) => length > 255)
  if (long !== undefined) throw new Error(`a token of ${long.length} bytes: its length does not fit into one`)
  return Buffer.concat([Uint8Array.from(bytes, ({ length }) => length), ...bytes])
}
