/**
 * `npm run mcp`: 5,000 calls with whatever comes to mind, by the official client, half of them over each transport. Fails if the server goes down,
 * or says anything of another tenant. `-- --calls 500 --seed 3`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createCompactor } from '../src/index.ts'
import { serveMcpHttp } from '../src/mcp/index.ts'
import { openSqliteStore } from '../src/stores/sqlite.ts'
import { fuzz } from '../test/support/mcp-fuzz.ts'
import { agent, finishedTurns, messagesFor, user } from '../test/support/steps.ts'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } } })
const [calls, seed] = [Number(values.calls), Number(values.seed)]
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-mcp-'))
const path = join(folder, 'agent.db')
const compactor = createCompactor({ store: await openSqliteStore(path) })
const thread = await compactor.thread('t')
await thread.append(
  messagesFor('openai-chat', [user('The code is BLUEBIRD-7.'), agent('ok'), ...finishedTurns(30, 200), user('go')]),
)
await thread.compact({ window: 6_000 })
await (await compactor.thread('theirs', { tenant: 'other' })).append(messagesFor('openai-chat', [user('OTHERSECRET')]))

const key = 'a key that is long enough'
const { url, close } = await serveMcpHttp({ compactor, key })
const http = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${key}` } } })
const stdio = new StdioClientTransport({ command: process.execPath, args: ['bin/palimpsest.js', 'mcp', '--store', path] })
let leaks = 0
for (const [name, transport] of Object.entries({ http, stdio })) {
  const client = new Client({ name: 'fuzz', version: '1' })
  await client.connect(transport)
  const heard = transport.onmessage
  transport.onmessage = (message, ...rest) => {
    if (JSON.stringify(message).includes('OTHERSECRET')) leaks += 1
    heard?.(message, ...rest)
  }
  const counts = await fuzz(client, calls >> 1, seed)
  const { content } = await client.callTool({ name: 'recall', arguments: { thread: 't', query: 'the code' } })
  const isUp = JSON.stringify(content).includes('BLUEBIRD-7')
  console.log(`${name}: ${counts.answered} answered, ${counts.refused} refused, ${isUp ? 'still up' : 'DOWN'}`)
  if (!isUp) process.exitCode = 1
  await client.close()
}
console.log(`${leaks} answers held something of another tenant`)
if (leaks > 0) process.exitCode = 1
await close()
await compactor.close()
rmSync(folder, { recursive: true, force: true })
