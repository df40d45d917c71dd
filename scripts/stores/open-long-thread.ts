/** Opens the thread `long` of a store, prepares a request, reads and parses the log beside it, and prints what that took. */
import { readFileSync } from 'node:fs'
import { medianOf, threadTime } from '../../bench/clock.ts'
import { createCompactor } from '../../src/index.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import type { Opened } from './opening.ts'

/** As many as a server that has run for a while has opened: by then the code is compiled. The first is reported by itself. */
const ROUNDS = 25
const path = process.argv[2] ?? ''
const megabytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

// The tokenizer's tables are loaded by the first text that a process counts.
const warm = await createCompactor().thread('warm')
await warm.append([{ role: 'user', content: 'hello' }])
await warm.prepare({ model: 'gpt-4o' }).then(({ request }) => JSON.stringify(request))

const before = megabytes()
const first = await open()
const used = megabytes() - before
const later: number[] = []
for (let round = 0; round < ROUNDS; round += 1) later.push((await open()).ms)
const parsed = Array.from({ length: 3 }, parse)
const opened: Opened = {
  ...{ firstMs: first.ms, openMs: medianOf(later), parseMs: medianOf(parsed) },
  ...{ rows: first.rows, shown: first.shown, megabytes: used },
}
console.log(JSON.stringify(opened))

/** As a server that is asked for the thread does: store, thread, request, its JSON. */
async function open(): Promise<{ readonly ms: number; readonly rows: number; readonly shown: number }> {
  const started = threadTime()
  const kept = await openSqliteStore(path)
  let rows = 0
  const store: typeof kept = {
    ...kept,
    async rows(key, ranges) {
      const read = await kept.rows(key, ranges)
      rows += read.length
      return read
    },
  }
  const thread = await createCompactor({ store }).thread('long')
  const { request, prompt } = await thread.prepare({ window: 1_000_000 })
  if (JSON.stringify(request).length === 0) throw new Error('nothing was opened')
  const ms = threadTime() - started
  await kept.close()
  const shown = prompt.messages.reduce((sum, { parts }) => sum + parts.filter((part) => part.kind === 'entry').length, 0)
  return { ms, rows, shown }
}

function parse(): number {
  const started = threadTime()
  const entries = readFileSync(`${path}.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  if (entries.length === 0) throw new Error('nothing was parsed')
  return threadTime() - started
}
