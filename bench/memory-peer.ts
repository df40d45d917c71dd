/** `node memory-peer.ts <contestant> <file of messages, a line each>`: what a list of messages takes that is checked and compacted once. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Contestant, makeWatch } from './contestant.ts'
import type { ChatMessage } from './sessions.ts'

const [name = '', lines = ''] = process.argv.slice(2)
const LIMIT = 200_000
const SECONDS = 600

const contestant = await contestantNamed(name)
const start = process.memoryUsage.rss()
const messages: ChatMessage[] = []
for await (const line of createInterface({ input: createReadStream(lines) })) messages.push(JSON.parse(line) as ChatMessage)
const opened = await contestant?.open(messages, makeWatch(SECONDS))
await opened?.check()
const compact = await opened?.compaction(LIMIT)
const made = await compact?.()
console.log(JSON.stringify({ start: start / 2 ** 20, peak: process.resourceUsage().maxRSS / 2 ** 10 }))
// Still in use until here.
if (messages.length === 0 || made === null) throw new Error('nothing was measured')

async function contestantNamed(wanted: string): Promise<Contestant | undefined> {
  if (wanted === 'naive recount') return (await import('./peers/naive-recount.ts')).naiveRecount
  if (wanted === 'pruneMessages') return (await import('./peers/prune-messages.ts')).prune
  return undefined
}
