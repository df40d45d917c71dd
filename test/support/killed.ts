import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TimeOrder } from './time-child.ts'

const SCRIPT = join(import.meta.dirname, 'time-child.ts')

/** Has a process make a move and die on the way. Gives whether it was killed: it may have been done before. */
export async function killedWithin(order: TimeOrder): Promise<boolean> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal === null && code !== 0) throw new Error(`a process ended with ${code}: ${said.join('')}`)
  return signal === 'SIGKILL'
}
