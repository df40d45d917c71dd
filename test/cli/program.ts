import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import type { Fate, RecordLine } from '../../src/schema/receipt.ts'
import type { Asked } from './host.ts'

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

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url))
let host: ChildProcess | undefined
let runs = 0

/** Runs the real program, from its sources, in a process that has it loaded already. */
export function palimpsest(args: readonly string[], { input = '', environment }: RunOptions = {}): Promise<Ended> {
  host ??= startHost()
  const [to, run] = [host, runs]
  runs += 1
  return new Promise((resolve, reject) => {
    const failed = (code: number | null): void => reject(new Error(`the host of the program ended with ${code}`))
    const heard = (message: { readonly run: number; readonly ended: Ended }): void => {
      if (message.run !== run) return
      to.off('message', heard).off('exit', failed)
      resolve(message.ended)
    }
    to.on('message', heard).on('exit', failed)
    to.send({ run, main: MAIN, args, input, environment: environmentOf(environment) } satisfies Asked)
  })
}

/** It is gone when this process is. */
function startHost(): ChildProcess {
  const started = fork(HOST, { env: environmentOf(), execArgv: ['--disable-warning=ExperimentalWarning'] }).setMaxListeners(0)
  started.unref()
  started.channel?.unref()
  return started
}

/** Runs the real program, from its sources, in a process of its own, as a person would start it. */
export function started(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, [MAIN, ...args], options)
}

/** Runs it as a user who may do only what the modes of files allow: root may do more. */
export function startedWithoutPrivileges(args: readonly string[]): Promise<Ended> {
  if (process.getuid?.() !== 0) return started(args)
  const without = ['--bounding-set', '-dac_override,-dac_read_search']
  return run('setpriv', [...without, process.execPath, MAIN, ...args])
}

function environmentOf(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _, COLUMNS: __, ...inherited } = process.env
  return { ...inherited, NODE_COMPILE_CACHE: CACHE, ...more }
}

export function run(command: string, args: readonly string[], { input, environment }: RunOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environmentOf(environment) })
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
