import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { lightEngine } from './light-engine.ts'
import { type SessionOrder, THREAD } from './session-child.ts'

const SCRIPT = join(import.meta.dirname, 'session-child.ts')
const NAMESPACE = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'] as const

/** Whether this machine lets us make a process that counts processes anew, as containers do. */
export const hasNamespaces = (): boolean => spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), 'true']).status === 0

/** A writer in a process of its own. */
export interface Writer {
  readonly child: ChildProcess
  /** The steps that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  readonly ended: Promise<void>
  /** Waits until half of a step is written. */
  half(): Promise<void>
}

/** Starts a writer, in a namespace of its own if that is asked for. */
export function startWriter(order: SessionOrder, { apart = false }: { readonly apart?: boolean } = {}): Writer {
  const [command, ...rest] = [
    ...(apart ? NAMESPACE : []),
    ...[process.execPath, '--disable-warning=ExperimentalWarning', SCRIPT, JSON.stringify(order)],
  ]
  const child = spawn(command ?? '', rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const acknowledged = new Set<string>()
  const halves: (() => void)[] = []
  let [said, complaint] = ['', '']
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${said}${chunk}`.split('\n')
    said = lines.pop() ?? ''
    for (const line of lines) {
      if (line === 'half') for (const tell of halves.splice(0)) tell()
      else acknowledged.add(line)
    }
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      code === 0 || signal !== null ? resolve() : reject(new Error(`a writer ended with ${code}: ${complaint}`)),
    )
  })
  return { child, acknowledged, ended, half: () => new Promise((resolve) => halves.push(resolve)) }
}

/** What is wrong with a session file, given what its writers were told. */
export async function sessionFaults(folder: string, acknowledged: Iterable<string>): Promise<readonly string[]> {
  const faults: string[] = []
  const store = openJsonlStore(folder)
  const engine = lightEngine({ store })
  const seen = new Map<string, number>()
  for (const entry of await (await engine.thread(THREAD)).entries()) {
    const name = 'text' in entry ? (entry.text.split(' ')[0] ?? '') : ''
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  for (const step of acknowledged) if (!seen.has(step)) faults.push(`${step} is lost`)
  for (const [step, times] of seen) if (times > 1) faults.push(`${step} is there ${times} times`)
  const check = await engine.verify(THREAD)
  if (check.kind === 'broken') faults.push(`broken at ${check.at}: ${check.detail}`)
  await store.close()
  return faults
}
