import { sha256Hex } from '../../src/index.ts'
import { verifyChain } from '../../src/log/verify-chain.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { rangeOf } from '../../src/schema/range.ts'

/** What is wrong with what processes have written by the order `write`: lost, doubled, out of order, a broken chain. */
export async function historyFaults(
  store: StoreWith<Capability>,
  expected: { readonly threads: readonly string[]; readonly names: readonly string[]; readonly steps: number },
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
  for (const name of expected.names) {
    for (let step = 0; step < expected.steps; step += 1) {
      for (let part = 0; part < 5; part += 1) {
        const count = seen.get(`${name}:${step}:${part}`) ?? 0
        if (count !== 1) faults.push(`${name}:${step}:${part} is there ${count} times`)
      }
    }
  }
  return faults
}
