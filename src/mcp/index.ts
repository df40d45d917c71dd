import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpScope } from './scope.ts'
import { mcpServers } from './server.ts'

/** Serves one client over this process's standard input and output, until the input ends. */
export function serveMcpStdio(scope: McpScope): { readonly close: () => Promise<void> } {
  return serveStdio(mcpServers(scope))
}

export { type McpHttpOptions, serveMcpHttp } from './http.ts'
export type { McpScope } from './scope.ts'
export { mcpServers } from './server.ts'
