import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasNamespaces, startWriter, threadFaults, type Writer } from '../../test/support/writers.ts'
import type { Line } from '../stores.ts'

/** Session files: writers that cannot see each other's processes, and one that is stopped in the middle of a long step. */
export async function measureLocks(
  folder: string,
  { steps, stopMs }: { readonly steps: number; readonly stopMs: number },
): Promise<readonly Line[]> {
  return [...(hasNamespaces() ? await apart(folder, steps) : []), ...(await stopped(folder, stopMs))]
}

async function apart(folder: string, steps: number): Promise<readonly Line[]> {
  const place = join(folder, 'apart')
  mkdirSync(place)
  const order = { to: 'sessions', folder: place, steps, length: 20_000, rest: 2 } as const
  const writers = [false, true, true].map((isApart, number) => startWriter({ ...order, name: `n${number}` }, { apart: isApart }))
  await Promise.all(writers.map(({ ended }) => ended))
  const said = writers.flatMap(told)
  const faults = await threadFaults(order, said)
  return report(`three pid namespaces, ${said.length} steps`, faults)
}

async function stopped(folder: string, stopMs: number): Promise<readonly Line[]> {
  const place = join(folder, 'stopped')
  mkdirSync(place)
  const order = { to: 'sessions', folder: place } as const
  const before = startWriter({ ...order, name: 'before', steps: 60, length: 200 })
  await before.ended
  const long = startWriter({ ...order, name: 'long', steps: 1, length: 20_000_000, rest: 300 })
  await long.lines(1)
  long.child.kill('SIGSTOP')
  const waiting = startWriter({ ...order, name: 'waiting', steps: 60, length: 200 })
  await wait(stopMs)
  const early = [...waiting.said].map((step) => `${step} was written while another writer held the lock`)
  long.child.kill('SIGCONT')
  await Promise.all([long.ended, waiting.ended])
  const said = [before, long, waiting].flatMap(told)
  const faults = [...early, ...(await threadFaults(order, said))]
  return report(`a writer stopped for ${stopMs / 1000} s in a step of 20 MB, ${said.length} steps`, faults)
}

/** The steps that a writer was told of. */
function told({ said }: Writer): readonly string[] {
  return [...said].filter((line) => line !== 'half')
}

function report(what: string, faults: readonly string[]): readonly Line[] {
  return [
    { what: `${what}: lost, doubled, broken`, found: `${faults.length}`, target: 'none', met: faults.length === 0 },
    ...faults.slice(0, 5).map((found) => ({ what: 'fault', found })),
  ]
}
