import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { Fate, RecordLine } from '../../src/schema/receipt.ts'

/** How the program ended. */
export interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
/** Compiled sources are shared between the many short runs of these tests. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/palimpsest-tests', import.meta.url))

/** Runs the real program, from its sources, in a process of its own. */
export function palimpsest(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, [MAIN, ...args], options)
}

export function run(command: string, args: readonly string[], { input, environment }: RunOptions = {}): Promise<Ended> {
  const { NO_COLOR: _, COLUMNS: __, ...inherited } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...inherited, NODE_COMPILE_CACHE: CACHE, ...environment } })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (exit) => resolve({ exit, stdout, stderr }))
    // A program that refuses its flags never reads what it is given.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

const ROOT = mkdtempSync(join(tmpdir(), 'palimpsest-'))
process.once('exit', () => rmSync(ROOT, { recursive: true, force: true }))

/** A new folder that is gone when the tests are done. */
export function folder(): string {
  return mkdtempSync(join(ROOT, 'test-'))
}

/** A file with `content`, as it is or as JSON, in a folder of its own. */
export function file(content: string | Uint8Array | Json, name: string = 'session.json'): string {
  const path = join(folder(), name)
  const isText = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(path, isText ? content : JSON.stringify(content))
  return path
}

/** What `--json` prints. */
export interface Printed {
  readonly request: Json
  readonly receipt: {
    readonly tokens: { readonly before: number; readonly after: number; readonly budget: number }
    readonly bytes: { readonly before: number; readonly after: number }
    readonly fates: Readonly<Record<Fate, number>>
    readonly plan: readonly RecordLine[]
    readonly repairs: readonly JsonObject[]
    readonly utilisation: number
    readonly summarizerCalls: number
    readonly strategy: string
    readonly losses: readonly JsonObject[]
    readonly lawOverrides: readonly JsonObject[]
    readonly model: string | null
    readonly window: number
    readonly windowSource: string
  }
}

/** Runs `compact --json` and expects it to be done. */
export async function compacted(args: readonly string[], options: RunOptions = {}): Promise<Printed> {
  const { exit, stdout, stderr } = await palimpsest(['compact', ...args, '--json'], options)
  if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
  return JSON.parse(stdout) as Printed
}
