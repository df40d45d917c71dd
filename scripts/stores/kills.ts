import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { artifactFaults, startWriter, threadFaults } from '../../test/support/writers.ts'
import type { WritingOrder } from '../../test/support/writing-child.ts'
import type { Line } from '../stores.ts'

/** So many kills, then the next begin anew: a thread of many megabytes would only be slower. */
const A_ROUND = 20
const LENGTHS = [200, 20_000, 300_000]
/** Time in which a writer is killed after it was told of its first step. */
const MOST_MS = 60

/** Writers, two at a time, each killed at any moment; what they were told is there, once. */
export async function measureKills(folder: string, kills: number): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const to of ['sqlite', 'sessions', 'artifacts'] as const) {
    const faults: string[] = []
    let acknowledged = 0
    for (let done = 0; done < kills; done += A_ROUND) {
      const place = join(folder, `kills-${to}-${done}`)
      mkdirSync(place)
      const length = LENGTHS[(done / A_ROUND) % LENGTHS.length] ?? 0
      const said = await killWriters({ to, folder: place, length }, Math.min(A_ROUND, kills - done))
      acknowledged += [...said].filter((line) => !line.startsWith('erasing')).length
      faults.push(
        ...(await (to === 'artifacts' ? artifactFaults(place, length, said) : threadFaults({ to, folder: place }, said))),
      )
    }
    lines.push(
      { what: `${to}: ${kills} writers killed; steps they were told of`, found: `${acknowledged}` },
      {
        what: `${to}: lost, doubled, hidden, chains broken`,
        found: `${faults.length}`,
        target: 'none',
        met: faults.length === 0,
      },
      ...faults.slice(0, 5).map((found) => ({ what: 'fault', found })),
    )
  }
  return lines
}

/** Kills writers, two at a time, and gives everything that they were told. */
async function killWriters(order: Pick<WritingOrder, 'to' | 'folder' | 'length'>, kills: number): Promise<ReadonlySet<string>> {
  const said = new Set<string>()
  const killOne = async (name: string): Promise<void> => {
    const writer = startWriter({ ...order, name, steps: 1_000_000 })
    await writer.lines(1)
    await wait(Math.random() * MOST_MS)
    writer.child.kill('SIGKILL')
    await writer.ended
    for (const line of writer.said) said.add(line)
  }
  const killInTurn = async (first: number): Promise<void> => {
    for (let number = first; number < kills; number += 2) await killOne(`w${number}`)
  }
  await Promise.all([killInTurn(0), killInTurn(1)])
  return said
}
