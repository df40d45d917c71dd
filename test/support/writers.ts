import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { verifyThread } from '../../src/engine/verify.ts'
import { sha256Hex } from '../../src/stores/sha256.ts'
import { artifactAt, artifactsOf, KEY, storeOf, type WritingOrder } from './writing-child.ts'

const SCRIPT = join(import.meta.dirname, 'writing-child.ts')
const NAMESPACE = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'] as const

/** Whether this machine lets us make a process that counts processes anew, as containers do. */
export const hasNamespaces = (): boolean => spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), 'true']).status === 0

/** A writer in a process of its own. */
export interface Writer {
  readonly child: ChildProcess
  /** What it printed: the steps that were acknowledged. */
  readonly said: ReadonlySet<string>
  readonly ended: Promise<void>
  /** Waits until so many lines were printed. */
  lines(count: number): Promise<void>
}

/** Starts a writer, in a namespace of its own if that is asked for. */
export function startWriter(order: WritingOrder, { apart = false }: { readonly apart?: boolean } = {}): Writer {
  const [command, ...rest] = [
    ...(apart ? NAMESPACE : []),
    ...[process.execPath, '--disable-warning=ExperimentalWarning', SCRIPT, JSON.stringify(order)],
  ]
  const child = spawn(command ?? '', rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = new Set<string>()
  let [open, complaint, count] = ['', '', 0]
  let told = (): void => undefined
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${open}${chunk}`.split('\n')
    open = lines.pop() ?? ''
    count += lines.length
    for (const line of lines) said.add(line)
    told()
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      code === 0 || signal !== null ? resolve() : reject(new Error(`a writer ended with ${code}: ${complaint}`)),
    )
  })
  const lines = async (least: number): Promise<void> => {
    while (count < least) {
      const more = new Promise<void>((resolve) => {
        told = resolve
      })
      await Promise.race([more, ended])
      if (child.exitCode !== null || child.signalCode !== null) return
    }
  }
  return { child, said, ended, lines }
}

/** What is wrong with a thread, given what its writers were told. */
export async function threadFaults(
  order: Pick<WritingOrder, 'to' | 'folder'>,
  acknowledged: Iterable<string>,
): Promise<readonly string[]> {
  const faults: string[] = []
  const store = await storeOf(order)
  const seen = new Map<string, number>()
  for (const entry of await store.read(KEY, 0, Number.MAX_SAFE_INTEGER)) {
    const name = 'text' in entry ? (entry.text.split(' ')[0] ?? '') : ''
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  for (const step of acknowledged) if (!seen.has(step)) faults.push(`${step} is lost`)
  for (const [step, times] of seen) if (times > 1) faults.push(`${step} is there ${times} times`)
  const check = await verifyThread({ store, hash: sha256Hex }, KEY)
  if (check.kind === 'broken') faults.push(`broken at ${check.at}: ${check.detail}`)
  await store.close()
  return faults
}

/** What is wrong with artifacts, given what their writers said: what was put is there, whole, and what was erased is gone. */
export async function artifactFaults(folder: string, length: number, said: ReadonlySet<string>): Promise<readonly string[]> {
  const faults: string[] = []
  const artifacts = artifactsOf({ folder })
  for (const line of said) {
    if (line.startsWith('eras')) continue
    const [name = '', step] = line.split(':')
    const expected = artifactAt(name, Number(step), length)
    const found = await artifacts.get(KEY, expected.id).catch((error) => `${error}`)
    if (said.has(`erased ${line}`)) {
      if (found !== null) faults.push(`${line} was erased and is there`)
    } else if (said.has(`erasing ${line}`) && found === null) continue
    else if (found === null) faults.push(`${line} is lost`)
    else if (typeof found === 'string' || found.content !== expected.content) faults.push(`${line} is damaged`)
  }
  return faults
}
