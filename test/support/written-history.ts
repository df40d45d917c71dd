import { sha256Hex } from '../../src/index.ts'
import { verifyChain } from '../../src/log/verify-chain.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { rangeOf } from '../../src/schema/range.ts'

/**
 * What is wrong with what processes have written by the orders `write` and `go on`: lost, doubled, never acknowledged, out of order, a broken
 * chain. `steps` are those that were acknowledged, of all or of each.
 */
export async function historyFaults(
  store: StoreWith<Capability>,
  expected: {
    readonly threads: readonly string[]
    readonly names: readonly string[]
    readonly steps: number | Readonly<Record<string, number>>
  },
): Promise<readonly string[]> {
  const faults: string[] = []
  const seen = new Map<string, number>()
  const tenant = tenantId('default')
  for (const thread of expected.threads) {
    const key = { tenant, thread: threadId(thread) }
    const rows = await store.rows(key, [rangeOf(0, 10_000_000)])
    const check = verifyChain(rows, sha256Hex, await store.secrets.fingerprintKey(tenant))
    const head = await store.head(key)
    if (check.kind === 'broken') faults.push(`${thread}: e${check.at} ${check.detail}`)
    else if (check.hash !== head.hash || check.length !== head.length)
      faults.push(`${thread}: the head is not the end of the chain`)
    const last = new Map<string, number>()
    for (const { entry } of rows) {
      const text = 'text' in entry ? entry.text : ''
      const [name = '', step, part] = text.split(':')
      const place = Number(step) * 5 + Number(part)
      if (place <= (last.get(name) ?? -1)) faults.push(`${thread}: ${text} comes too late`)
      last.set(name, place)
      seen.set(text, (seen.get(text) ?? 0) + 1)
    }
  }
  const { names, steps } = expected
  let acknowledged = 0
  for (const name of names) {
    const own = typeof steps === 'number' ? steps : (steps[name] ?? 0)
    acknowledged += own * 5
    for (let place = 0; place < own * 5; place += 1) {
      const text = `${name}:${Math.floor(place / 5)}:${place % 5}`
      const count = seen.get(text) ?? 0
      if (count !== 1) faults.push(`${text} is there ${count} times`)
    }
  }
  if (seen.size > acknowledged) faults.push(`${seen.size - acknowledged} entries were never acknowledged`)
  return faults
}
