/**
 * `npm run runtimes`: the same conversation in Node, Bun, Deno, workerd and as a page, through the built package. Fails unless all of them
 * make the same of it, byte for byte. The runtimes are installed first, into runtimes/node_modules (350 MB).
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFor, runAsPage } from './as-page.ts'

const HERE = import.meta.dirname
const RUN = join(HERE, 'run.js')
const bin = (name: string): string => join(HERE, 'node_modules', '.bin', name)
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-runtimes-'))

const RUNTIMES: Readonly<Record<string, () => string | Promise<string>>> = {
  node: () => told(process.execPath, [RUN]),
  bun: () => told(bin('bun'), [RUN]),
  deno: () => told(bin('deno'), ['run', '--no-lock', '--node-modules-dir=manual', '--allow-read', '--allow-env', RUN]),
  workerd: () => toldByWorker(),
  page: () => runAsPage(join(folder, 'page')),
}

install()
try {
  const answers = new Map<string, string>()
  for (const [name, run] of Object.entries(RUNTIMES)) {
    const answer = await run()
    answers.set(name, answer)
    const { before, after, messages }: { before: number; after: number; messages: number } = JSON.parse(answer)
    console.log(`${name}: ${messages} messages, ${before} tokens before, ${after} after`)
  }
  const isSame = new Set(answers.values()).size === 1
  console.log(isSame ? 'the same in all of them' : `not the same: ${differing(answers).join(', ')}`)
  process.exitCode = isSame ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runtimes that say something else than Node does. */
function differing(answers: ReadonlyMap<string, string>): readonly string[] {
  return [...answers].filter(([, answer]) => answer !== answers.get('node')).map(([name]) => name)
}

function install(): void {
  if (existsSync(bin('workerd'))) return
  console.error('The runtimes are installed first, into runtimes/node_modules (about 350 MB).')
  const { status } = spawnSync('npm', ['install', '--prefix', HERE, '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm install in runtimes ended with ${status}; is the network there?`)
}

function told(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', cwd: HERE }).trim()
}

/** A worker with every chunk as a module of its own, which is what Cloudflare's tools upload. */
async function toldByWorker(): Promise<string> {
  const to = join(folder, 'worker')
  const files = await bundleFor('worker.js', to)
  const port = await freePort()
  writeFileSync(join(to, 'config.capnp'), configOf(files, port))
  const server = spawn(bin('workerd'), ['serve', 'config.capnp'], { cwd: to, stdio: ['ignore', 'inherit', 'inherit'] })
  try {
    return await (await answered(server, port)).text()
  } finally {
    server.kill()
  }
}

function configOf(files: readonly string[], port: number): string {
  const modules = files.map((file) => `(name = "${file}", esModule = embed "${file}")`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (modules = [${modules.join(', ')}], compatibilityDate = "2026-01-01");
`
}

/** Asks until the server listens, or has ended. */
async function answered(server: ChildProcess, port: number): Promise<Response> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer !== undefined) return answer
    if (server.exitCode !== null) throw new Error(`workerd ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
