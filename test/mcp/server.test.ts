import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, it } from 'vitest'
import { type Compactor, createCompactor } from '../../src/index.ts'
import { type McpHttpOptions, serveMcpHttp } from '../../src/mcp/index.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { emptyFolder } from '../support/folders.ts'
import { fuzz } from '../support/mcp-fuzz.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'

const KEY = 'a key that is long enough'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A store with three threads of one tenant, one of them compacted, and one of another. */
async function filled(path: string): Promise<Compactor> {
  const store = await openSqliteStore(path)
  const compactor = createCompactor({ store, artifacts: storeArtifacts(store), tokenizer: characterTokenizer() })
  const talk = messagesFor('openai-chat', [
    user('The launch code of the rocket is BLUEBIRD-7.'),
    agent('Noted.'),
    ...finishedTurns(12, 200),
    user('go'),
  ])
  const thread = await compactor.thread('t')
  await thread.append(talk)
  await thread.compact({ window: 4_000 })
  for (const name of ['u', 'v']) await (await compactor.thread(name)).append(talk.slice(0, 4))
  await (await compactor.thread('theirs', { tenant: 'other' })).append(messagesFor('openai-chat', [user('OTHERSECRET')]))
  return compactor
}

async function overStdio(path: string, ...flags: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ['bin/palimpsest.js', 'mcp', '--store', path, ...flags] }),
  )
  ends.push(() => client.close())
  return client
}

async function served(compactor: Compactor, options: Partial<McpHttpOptions> = {}): Promise<string> {
  const { url, close } = await serveMcpHttp({ compactor, key: KEY, ...options })
  ends.push(close)
  return url
}

async function overHttp(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  ends.push(() => client.close())
  return client
}

async function textOf(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = Array.isArray(content) ? content : []
  return `${isError === true ? 'ERROR ' : ''}${first?.type === 'text' ? first.text : ''}`
}

/** Everything that the server can do, asked for by a client. */
async function tryEverything(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    ...['compact_context', 'context_status', 'expand', 'list_threads', 'read_artifact', 'recall'],
  ])
  expect(await textOf(client, 'list_threads', {})).toBe('"t"\n"u"\n"v"')
  const found = await textOf(client, 'recall', { thread: 't', query: 'launch code of the rocket' })
  expect(found).toContain('BLUEBIRD-7')
  const [handle = ''] = /\be\d+\b/.exec(found) ?? []
  expect(await textOf(client, 'expand', { thread: 't', handle })).toContain('BLUEBIRD-7')
  expect(await textOf(client, 'context_status', { thread: 't' })).toMatch(/\d/)
  expect(await textOf(client, 'read_artifact', { thread: 't', id: 'nothing' })).toMatch(/^ERROR /)
  expect(await textOf(client, 'compact_context', { thread: 'u', reason: 'full', preserve: [] })).not.toMatch(/^ERROR /)
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['t', 'u', 'v'].map((name) => `palimpsest://thread/${name}`))
  const { contents } = await client.readResource({ uri: 'palimpsest://thread/t' })
  const about = JSON.parse(String(contents[0] !== undefined && 'text' in contents[0] ? contents[0].text : ''))
  expect(about).toMatchObject({ thread: 't', session: { compactionCount: 1 }, commits: [{ kind: 'compaction' }] })
  const receipt = await client.readResource({ uri: about.commits[0].receipt })
  expect(JSON.stringify(receipt)).toContain('fates')
  const { messages } = await client.getPrompt({ name: 'handoff', arguments: { goal: 'launch the rocket', thread: 't' } })
  expect(JSON.stringify(messages)).toContain('BLUEBIRD-7')
}

describe('the MCP server', () => {
  it('F8 · does everything for the official client over standard input and output', async () => {
    const path = join(emptyFolder(), 'agent.db')
    await (await filled(path)).close()
    const client = await overStdio(path)
    await tryEverything(client)
    // The process stays up whatever it is asked.
    const { answered, refused } = await fuzz(client, 25, 7)
    expect(answered + refused).toBe(25)
    expect(answered).toBeGreaterThan(5)
    expect(await textOf(client, 'recall', { thread: 't', query: 'launch code' })).toContain('BLUEBIRD-7')
  })

  it('F8 · and over streamable HTTP, with a key', async () => {
    const compactor = await filled(':memory:')
    ends.push(() => compactor.close())
    const client = await overHttp(await served(compactor))
    await tryEverything(client)
    expect((await fuzz(client, 25, 8)).answered).toBeGreaterThan(5)
    expect(await textOf(client, 'list_threads', { contains: 'u' })).toBe('"u"')
  })

  it('L13, case 66 · shows one tenant and the threads it is told to, and says nothing of others', async () => {
    const compactor = await filled(':memory:')
    ends.push(() => compactor.close())
    const client = await overHttp(await served(compactor, { threads: ['u', 'theirs', 'gone'], compact: false }))
    expect(await textOf(client, 'list_threads', {})).toBe('"u"')
    const [there, not] = [
      await textOf(client, 'recall', { thread: 't', query: 'x' }),
      await textOf(client, 'recall', { thread: 'no', query: 'x' }),
    ]
    expect(there).toBe('ERROR There is no thread t.')
    expect(not).toBe('ERROR There is no thread no.')
    expect(await textOf(client, 'expand', { thread: 'theirs', handle: 'e0' })).toBe('ERROR There is no thread theirs.')
    await expect(client.readResource({ uri: 'palimpsest://thread/theirs' })).rejects.toThrow()
    await expect(client.readResource({ uri: 'palimpsest://thread/u/receipt/guessed' })).rejects.toThrow()
    await expect(client.getPrompt({ name: 'handoff', arguments: { goal: 'x', thread: 'theirs' } })).rejects.toThrow()
    // One thread need not be named.
    expect(await textOf(client, 'recall', { query: 'rocket' })).toContain('BLUEBIRD-7')
    const commits = (await (await compactor.thread('u')).commits()).length
    await textOf(client, 'compact_context', { reason: 'full', preserve: [] })
    expect(await (await compactor.thread('u')).commits()).toHaveLength(commits)
    const theirs = await overHttp(await served(compactor, { tenant: 'other' }))
    expect(await textOf(theirs, 'list_threads', {})).toBe('"theirs"')
    expect(await textOf(theirs, 'recall', { query: 'rocket BLUEBIRD' })).not.toContain('BLUEBIRD-7')
  })

  it('refuses requests without the key, from other origins and by other names, before it reads them', async () => {
    const compactor = await filled(':memory:')
    ends.push(() => compactor.close())
    const url = await served(compactor)
    expect(new URL(url).hostname).toBe('127.0.0.1')
    const authorization = `Bearer ${KEY}`
    const post = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })).status
    expect(await post({})).toBe(401)
    expect(await post({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await post({ authorization: KEY })).toBe(401)
    expect(await post({ authorization, origin: 'https://evil.example' })).toBe(403)
    expect(await post({ authorization, origin: 'null' })).toBe(403)
    expect(await post({ authorization, origin: 'http://localhost:3000' })).not.toBe(403)
    expect(await post({ authorization })).toBeGreaterThanOrEqual(400)
    await expect(serveMcpHttp({ compactor, key: 'short' })).rejects.toThrow('16 characters')
    for (const body of [
      '',
      '[',
      '"x"',
      'null',
      '[]',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
      'x'.repeat(100_000),
    ]) {
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      })
      expect(status).toBeLessThan(500)
    }
    expect(await textOf(await overHttp(url), 'list_threads', {})).toContain('"t"')
  })
})
