// A process of its own, in plain JavaScript over the built library: nothing is in memory that a user's program would not have there.
// `node memory-child.js <case> <file of messages, a line each> [<database>]` prints what it took, in MiB.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createCompactor, memoryStore } from '../dist/index.js'
import { openSqliteStore } from '../dist/stores/sqlite.js'

const [name, lines, database] = process.argv.slice(2)
const BATCH = 1_000
const STEP = 50
/** Nothing has to be done, or the history is forty times too long. */
const BOUNDLESS = { window: 2 ** 40 }
const WINDOW = { window: 200_000 }

/** Messages as they come from outside; nothing here holds them afterwards. */
async function* batches(size) {
  let batch = []
  for await (const line of createInterface({ input: createReadStream(lines) })) {
    batch.push(JSON.parse(line))
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const open = (store) => createCompactor({ store }).thread('bench')

async function filled(store) {
  const thread = await open(store)
  for await (const batch of batches(BATCH)) await thread.append(batch)
  return thread
}

/** Asks for a request and reads it. */
async function read(asked) {
  const { request } = await asked
  if (request.messages.length === 0) throw new Error('an empty request')
}

async function reopened() {
  const thread = await open(await openSqliteStore(database))
  await thread.append(Array.from({ length: 10 }, (_, index) => ({ role: 'user', content: `Go on, part ${index}.` })))
  return thread
}

async function inUse(messages) {
  const thread = await open(await openSqliteStore(database))
  for await (const batch of batches(messages)) {
    await thread.append(batch)
    await read(thread.prepare(WINDOW))
    await thread.settle()
  }
  return thread
}

const CASES = {
  async prepare() {
    const thread = await filled(memoryStore())
    await read(thread.prepare(BOUNDLESS))
    return thread
  },
  async compact() {
    const thread = await CASES.prepare()
    await read(thread.compact(WINDOW))
    return thread
  },
  async fill() {
    return filled(await openSqliteStore(database))
  },
  async reopen() {
    const thread = await reopened()
    await read(thread.prepare(WINDOW))
    return thread
  },
  /** As an agent does whose window is 200,000 tokens: it compacts on the way. */
  use: () => inUse(BATCH),
  /** The same in steps that are nearer to an agent's. */
  steps: () => inUse(STEP),
  async 'reopen whole'() {
    const thread = await reopened()
    await read(thread.prepare(BOUNDLESS))
    return thread
  },
}

const before = live()
const start = process.memoryUsage.rss()
const thread = await CASES[name]()
const peak = process.resourceUsage().maxRSS / 2 ** 10
console.log(JSON.stringify({ start: start / 2 ** 20, peak, live: live() - before }))
// Still in use until here.
await thread.state()
process.exit()

/** What is alive, buffers included; nothing is known without `--expose-gc`. */
function live() {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
