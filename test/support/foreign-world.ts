import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { memoryStore } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { onceAt, textOfPart, type World, type WorldOptions, type WorldTool } from './sdk-world.ts'

/** What a strict server that somebody else wrote has to be: a module `server.mjs` with this function. */
interface ForeignServer {
  strictServer(options: object): Promise<{ readonly base: string; readonly stats: ForeignStats; close(): Promise<void> }>
}

interface ForeignStats {
  readonly requests: number
  readonly rejected: readonly { readonly n: number; readonly message: string }[]
  readonly overflow: number
  readonly maxTokens: number
  readonly prefixBreaks: number
  readonly cacheRead: number
}

const TOO_LARGE = /maximum context length|prompt is too long|exceeds the context window|exceed context limit/

/** The same world before a strict server of somebody else's, from a folder that is named on the command line. */
export async function foreignWorld(folder: string, options: WorldOptions): Promise<World> {
  const { steps, window, declared = window, stopAt = 0, lines = 12 } = options
  // It needs a tokenizer, and finds ours only beside our packages.
  const beside = fileURLToPath(new URL('../../node_modules/.cache/foreign-world/', import.meta.url))
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  cpSync(folder, beside, { recursive: true })
  const { strictServer }: ForeignServer = await import(pathToFileURL(`${beside}server.mjs`).href)
  const taken = { tokens: 0 }
  const onRequest = ({ body }: { readonly body: JsonObject }): void => {
    taken.tokens += writtenTokens(body)
  }
  const { base, stats, close } = await strictServer({ window, factor: 1.3, steps, parallel: true, lines: () => lines, onRequest })
  const steady = (): number => stats.requests - stats.rejected.length
  return {
    ...{ openaiUrl: `${base}/v1`, anthropicUrl: `${base}/v1`, close, store: memoryStore(), declared, tool: READ_FILE },
    isTimeToStop: onceAt(stopAt, steady),
    report: () => ({
      requests: stats.requests,
      refused: stats.rejected
        .filter(({ message }) => !TOO_LARGE.test(message))
        .map(({ n, message }) => `request ${n}: ${message}`),
      overflows: stats.overflow,
      largest: stats.maxTokens,
      breaks: stats.prefixBreaks,
      cacheRead: stats.cacheRead,
      taken: taken.tokens,
      steps: steady(),
    }),
  }
}

/**
 * Tokens of a request as the server counts what was read from its cache: of its JSON, and not 1.3 times as many. Beside what it counts of all
 * that it takes, not even a request that was read as a whole would come to 80 %.
 */
function writtenTokens({ tools, system, messages }: JsonObject): number {
  const parts = [tools ?? '', system ?? '', ...(Array.isArray(messages) ? messages : [])]
  return parts.reduce<number>((sum, part) => sum + tokenizer.count(JSON.stringify(part, withoutMarks)), 0)
}

const tokenizer = bpeTokenizer()

function withoutMarks(key: string, value: Json): Json | undefined {
  return key === 'cache_control' ? undefined : value
}

const READ_FILE: WorldTool = {
  name: 'read_file',
  description: 'Reads a file of the program.',
  schema: {
    type: 'object',
    properties: { path: { type: 'string' }, lines: { type: 'number' } },
    required: ['path', 'lines'],
    additionalProperties: false,
  },
  work(input) {
    const { path, lines } = input as { readonly path: string; readonly lines: number }
    return textOfPart(Number(/\d+/.exec(path)?.[0] ?? 0), lines)
  },
}
