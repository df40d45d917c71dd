/** A receipt says what was done, and to which entry: its plan and its fates. */
import assert from 'node:assert/strict'
import { createCompactor } from 'palimpsest'

const compactor = createCompactor()
const thread = await compactor.thread('audit')
await thread.append([
  { role: 'user', content: 'Find out why the nightly import fails.' },
  ...Array.from({ length: 30 }, (_, index) => step(index)).flat(),
  { role: 'user', content: 'What have you found so far?' },
])
const { receipt, changed } = await thread.compact({ window: 4_000 })
assert.equal(changed, true)

console.log(`${receipt.trigger}, ${receipt.strategy}: ${receipt.tokens.before} -> ${receipt.tokens.after} tokens`)
console.log('plan')
for (const { action, from, to, tokens } of receipt.records) console.log(`  ${action} e${from}–e${to}, ${tokens} tokens`)
console.log('fates')
for (const { fate, from, to } of receipt.fates) console.log(`  ${fate} e${from}–e${to}`)

// Every entry has exactly one fate: the runs follow each other from the first entry to the last.
const entries = await thread.entries()
const next = receipt.fates.reduce((expected, run) => {
  assert.equal(run.from, expected)
  return run.to + 1
}, 0)
assert.equal(next, entries.length)

// The commit carries the same receipt and the whole plan; the same compaction again changes nothing.
const [commit, ...others] = await thread.commits()
assert.deepEqual(others, [])
assert.deepEqual(commit?.receipt, receipt)
assert.equal((await thread.compact({ window: 4_000 })).changed, false)

/** A command and what it printed. */
function step(index: number) {
  const call = { name: 'bash', arguments: JSON.stringify({ command: `grep -n error import-${index}.log` }) }
  const output = Array.from({ length: 20 }, (_, line) => `import-${index}.log:${line * 31}: error: row ${line} has no key`)
  return [
    { role: 'assistant', content: null, tool_calls: [{ id: `call-${index}`, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: `call-${index}`, content: output.join('\n') },
  ]
}
