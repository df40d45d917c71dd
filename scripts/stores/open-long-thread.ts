/** Opens the thread `long` of a store, prepares a request, parses the log beside it, and prints what that took. */
import { readFileSync } from 'node:fs'
import { threadTime } from '../../bench/clock.ts'
import { createCompactor } from '../../src/index.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import type { Opened } from './opening.ts'

const path = process.argv[2] ?? ''
const megabytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

// A first request warms up what every process warms up once: the tokenizer's tables, the validator.
const warm = await createCompactor().thread('warm')
await warm.append([{ role: 'user', content: 'hello' }])
await warm.prepare({ model: 'gpt-4o' }).then(({ request }) => JSON.stringify(request))

const before = megabytes()
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
const length = JSON.stringify(request).length
const openMs = threadTime() - started
const used = megabytes() - before
const shown = prompt.messages.reduce((sum, { parts }) => sum + parts.filter((part) => part.kind === 'entry').length, 0)

const text = readFileSync(`${path}.jsonl`, 'utf8')
const parsing = threadTime()
const entries = text
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const parseMs = threadTime() - parsing
await kept.close()
if (length === 0 || entries.length === 0) throw new Error('nothing was opened')
const opened: Opened = { openMs, parseMs, rows, shown, megabytes: used }
console.log(JSON.stringify(opened))
