import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Order } from './store-child.ts'

const SCRIPT = join(import.meta.dirname, 'store-child.ts')

/** How a process of its own ended: what it printed, or the signal it died of. */
export interface Ended {
  readonly signal: string | null
  readonly printed: unknown
}

/** Starts a process that carries out an order. */
export function startChild(order: Order): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const [out, error]: [string[], string[]] = [[], []]
  child.stdout?.on('data', (chunk) => out.push(String(chunk)))
  child.stderr?.on('data', (chunk) => error.push(String(chunk)))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal !== null) resolve({ signal, printed: null })
      else if (code === 0) resolve({ signal: null, printed: JSON.parse(out.join('')) })
      else reject(new Error(`a process ended with ${code}: ${error.join('')}`))
    })
  })
  return { child, ended }
}

/** Starts processes that wait for one another, tells them to go once all are ready, and gives what they printed. */
export async function startTogether(orders: readonly Order[]): Promise<readonly Ended[]> {
  const started = orders.map(startChild)
  // One that ends without having been ready says why.
  await Promise.all(started.map(({ child, ended }) => Promise.race([once(child, 'message'), ended])))
  for (const { child } of started) child.send('go')
  return Promise.all(started.map(({ ended }) => ended))
}
