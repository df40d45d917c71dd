import { randomBytes } from 'node:crypto'
import { createCompactor } from '../../index.ts'
import { CliError, EXIT } from '../exit.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { shelved } from '../store/shelved.ts'

interface McpFlags extends StoreFlags {
  readonly thread?: readonly string[]
  readonly readOnly?: true
  /** True if no port is named. */
  readonly http?: number | true
  readonly host?: string
  readonly name?: readonly string[]
}

/** Serves until the client goes away, or the process is told to end. */
export async function runMcp(flags: McpFlags): Promise<void> {
  const { serveMcpHttp, serveMcpStdio } = await mcpDoor()
  if (flags.http === undefined && (flags.host !== undefined || flags.name !== undefined))
    throw new CliError(EXIT.usage, '--host and --name need --http.')
  const store = await openStore(flags.store, flags)
  const compactor = createCompactor({ store, ...shelved(store) })
  const scope = { compactor, tenant: flags.tenant, threads: flags.thread, compact: flags.readOnly !== true }
  try {
    if (flags.http === undefined) {
      const serving = serveMcpStdio(scope)
      await ended(true)
      await serving.close()
      return
    }
    const given = process.env['PALIMPSEST_MCP_KEY'] ?? ''
    const key = given === '' ? randomBytes(24).toString('base64url') : given
    const port = flags.http === true ? 0 : flags.http
    const serving = await serveMcpHttp({ ...scope, key, port, host: flags.host, names: flags.name }).catch((error: Error) => {
      throw new CliError(EXIT.usage, `It cannot be served: ${error.message}`)
    })
    // Standard error: whoever starts it reads it there, and nothing is mixed with an answer.
    process.stderr.write(`palimpsest mcp: ${serving.url}${given === '' ? `, key ${key}` : ''}\n`)
    await ended(false)
    await serving.close()
  } finally {
    await compactor.close()
  }
}

/** Only who wants the server needs its SDK. */
async function mcpDoor(): Promise<typeof import('../../mcp/index.ts')> {
  try {
    return await import('../../mcp/index.ts')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new CliError(EXIT.usage, 'palimpsest mcp needs the SDK of the protocol: npm install @modelcontextprotocol/server')
  }
}

function ended(withInput: boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, done)
    if (withInput) process.stdin.once('close', done).once('end', done)
  })
}
