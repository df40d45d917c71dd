/** A strategy of your own: clears the largest tool results first, until the conversation fits. */
import assert from 'node:assert/strict'
import { createCompactor, presets } from 'palimpsest'
import type { Order, Scene, Strategy } from 'palimpsest/ports'
import { strategyCases } from 'palimpsest/testing'

const largestFirst: Strategy = {
  name: 'largest-first',
  propose(scene) {
    const sizeOf = (seq: number): number => scene.sizes[seq] ?? 0
    const results = scene.log.entries
      .filter(({ kind, seq }) => kind === 'tool-result' && seq >= scene.fixed && !scene.protected.has(seq))
      .toSorted((a, b) => sizeOf(b.seq) - sizeOf(a.seq))
    const orders: Order[] = []
    let over = historyTokens(scene) - scene.allowance
    for (const entry of results) {
      const tokens = scene.prices.cleared(entry)
      if (over <= 0 || tokens >= sizeOf(entry.seq)) break
      orders.push({ action: 'clear', seq: entry.seq, tokens, preservedFields: {} })
      over -= sizeOf(entry.seq) - tokens
    }
    if (orders.length === 0) return { kind: 'not-enough', reason: 'no result is larger than its placeholder' }
    return over > 0 ? { kind: 'partial', orders, reason: 'all large results are cleared' } : { kind: 'orders', orders }
  },
}

function historyTokens({ sizes, fixed }: Scene): number {
  return sizes.slice(fixed).reduce((sum, size) => sum + size, 0)
}

for (const { run } of strategyCases) run(largestFirst)

// It stands on the ladder in front of a rung of ours, which goes on if it is not enough.
const ladder = [largestFirst, ...presets.balanced().ladder]
const compactor = createCompactor({ policy: presets.balanced({ ladder, trigger: 1, release: 1 }) })
const thread = await compactor.thread('files')
for (const lines of [40, 400, 10, 200]) {
  const call = { id: `read_${lines}`, type: 'function', function: { name: 'read', arguments: `{"lines":${lines}}` } }
  await thread.append([
    { role: 'user', content: `Read the file of ${lines} lines.` },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: 'another line\n'.repeat(lines) },
    { role: 'assistant', content: 'Done.' },
  ])
}
const { receipt } = await thread.compact({ window: 1_200, reserve: 0 })
assert.equal(receipt.strategy, 'largest-first')
for (const { fate, from } of receipt.fates.filter(({ fate }) => fate === 'cleared')) console.log(`e${from} is ${fate}`)
console.log(`${receipt.tokens.before} -> ${receipt.tokens.after} tokens by ${receipt.strategy}`)
