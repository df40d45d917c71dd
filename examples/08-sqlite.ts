/** A conversation that outlives its process: written, compacted, closed, opened again, shared, erased. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor, isFailure } from 'palimpsest'
import { openSqliteStore } from 'palimpsest/stores/sqlite'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-example-'))
const path = join(folder, 'agent.db')

// A first process: a person asks, the agent works, the history is compacted.
const first = await openSqliteStore(path)
const thread = await createCompactor({ store: first }).thread('support-4711')
await thread.append([{ role: 'user', content: 'My number is 0170 1234567. Call me when the lamp is repaired.' }])
await thread.pin({ text: 'Call me when' })
for (let day = 1; day <= 60; day += 1) {
  await thread.append([
    { role: 'user', content: `Day ${day}: is there any news about the lamp, and about the other ${day} parts of the order?` },
    {
      role: 'assistant',
      content: `Day ${day}: the workshop has looked at it and needs another part, which is on its way since noon.`,
    },
  ])
}
const { request, receipt } = await thread.compact({ window: 2_000 })
console.log(`compacted: ${receipt.tokens.before} -> ${receipt.tokens.after} tokens`)
await first.close()

// A second process opens the file: it reads only what is visible, and gives the same request.
const second = await openSqliteStore(path)
const compactor = createCompactor({ store: second })
const again = await compactor.thread('support-4711')
assert.deepEqual((await again.prepare({ window: 2_000 })).request, request)
assert.equal((await again.entries()).length, 121)
const { compactionCount, currentlyCompacting } = await again.session()
console.log(`opened again: ${compactionCount} compaction, compacting now: ${currentlyCompacting}`)

// Another handle on the same thread appends first: the slower one gets a failure, and nothing is lost.
const other = await compactor.thread('support-4711')
await other.append([{ role: 'user', content: 'From another window: hello?' }])
await assert.rejects(again.append([{ role: 'user', content: 'And from this one.' }]), (error) => isFailure(error, 'log-conflict'))
console.log(`after a second try: ${await again.append([{ role: 'user', content: 'And from this one.' }])} entries`)

// An erased entry is gone from the log, from plans and receipts, and from the files.
const erased = await compactor.erase({ thread: 'support-4711', entry: 'e0' })
console.log(`erased: ${erased.entries} entry, and what ${erased.commits} commit said of it`)
await assert.rejects(again.prepare(), (error) => isFailure(error, 'thread-erased'))
const left = await (await compactor.thread('support-4711')).entries()
assert.ok(!JSON.stringify(left).includes('0170'))
await second.close()
rmSync(folder, { recursive: true, force: true })
