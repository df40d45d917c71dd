import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { Thread } from '../engine/thread.ts'
import { commitKind } from '../schema/commit.ts'
import { isCompactionError } from '../schema/failures.ts'
import type { OpenScope } from './scope.ts'

const SCHEME = 'palimpsest://thread'
const JSON_TYPE = 'application/json'
/** Most resources that are listed, and commits that a thread tells of. */
const MOST_LISTED = 200

/** Threads, and the receipts of their commits, as resources. */
export function addResources(server: McpServer, open: OpenScope): void {
  server.registerResource(
    'thread',
    new ResourceTemplate(`${SCHEME}/{thread}`, {
      list: async () => ({
        resources: (await open.names()).slice(0, MOST_LISTED).map((name) => ({ uri: uriOf(name), name, mimeType: JSON_TYPE })),
      }),
    }),
    { description: 'Where a conversation stands: entries, summaries, commits.', mimeType: JSON_TYPE },
    (uri, { thread }) => read(uri, () => open.on(nameIn(thread), (opened, name) => about(opened, name))),
  )
  server.registerResource(
    'receipt',
    new ResourceTemplate(`${SCHEME}/{thread}/receipt/{commit}`, { list: undefined }),
    { description: 'The account of one compaction: what became of every entry, and why.', mimeType: JSON_TYPE },
    (uri, { thread, commit }) => read(uri, () => open.on(nameIn(thread), (opened) => receiptOf(opened, uri, nameIn(commit)))),
  )
}

function uriOf(thread: string, commit?: string): string {
  const path = `${SCHEME}/${encodeURIComponent(thread)}`
  return commit === undefined ? path : `${path}/receipt/${encodeURIComponent(commit)}`
}

async function read(uri: URL, work: () => Promise<unknown>) {
  try {
    return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(await work(), null, 2) }] }
  } catch (error) {
    if (isCompactionError(error)) throw new ResourceNotFoundError(uri.href, error.message)
    throw error
  }
}

/** What a variable of an address says. */
function nameIn(value: string | readonly string[] | undefined): string {
  const text = typeof value === 'string' ? value : (value?.[0] ?? '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function about(thread: Thread, name: string): Promise<unknown> {
  const [entries, session, state, summaries, commits] = await Promise.all([
    ...[thread.entries(), thread.session(), thread.state(), thread.summaries(), thread.commits()],
  ] as const)
  return {
    ...{ thread: name, entries: entries.length, state, session },
    summaries: summaries.map(({ text }) => text),
    commits: commits.slice(-MOST_LISTED).map((commit) => ({
      ...{ id: commit.id, kind: commitKind(commit), at: commit.receipt.at, reason: commit.receipt.reason },
      ...{ tokens: commit.receipt.tokens, receipt: uriOf(name, commit.id) },
    })),
  }
}

async function receiptOf(thread: Thread, uri: URL, id: string): Promise<unknown> {
  const found = (await thread.commits()).find((commit) => commit.id === id)
  if (found === undefined) throw new ResourceNotFoundError(uri.href)
  return found.receipt
}
