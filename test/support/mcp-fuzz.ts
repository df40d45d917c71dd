import type { Client } from '@modelcontextprotocol/client'

/** Pseudo-random numbers, the same for the same seed. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const TOOLS = [
  'recall',
  'expand',
  'read_artifact',
  'context_status',
  'compact_context',
  'list_threads',
  'nothing',
  '__proto__',
] as const
const FIELDS = [
  'query',
  'handle',
  'id',
  'thread',
  'reason',
  'preserve',
  'limit',
  'from',
  'from_line',
  'search',
  'contains',
  'x',
] as const
const VALUES: readonly unknown[] = [
  ...[
    '',
    ' ',
    't',
    'u',
    'theirs',
    '../../etc/passwd',
    'e0',
    'e3-e9',
    'e9-e3',
    'e99999999999999999999',
    'e-1',
    'e0..e5',
    'AND OR NOT "*"',
  ],
  ...[
    '\u0000',
    '\ud800',
    '名前',
    'x'.repeat(20_000),
    '*'.repeat(500),
    "'; drop table entries; --",
    '%s%n',
    '__proto__',
    'constructor',
  ],
  ...[0, -1, 1e308, 2 ** 53, 1.5, true, false, null, [], {}, [[[[]]]], { thread: 't' }, ['a', 1, null]],
]

/** One call with whatever comes to mind. Resolves whether the server refused it or not. */
async function anyCall(client: Client, next: (below: number) => number): Promise<'answered' | 'refused'> {
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item
  const input = Object.fromEntries(Array.from({ length: next(5) }, () => [pick(FIELDS), pick(VALUES)]))
  try {
    const way = next(12)
    if (way === 0)
      await client.readResource({ uri: `palimpsest://thread/${encodeURIComponent(String(pick(VALUES)).toWellFormed())}` })
    else if (way === 1)
      await client.readResource({
        uri: `palimpsest://thread/t/receipt/${encodeURIComponent(String(pick(VALUES)).toWellFormed())}`,
      })
    else if (way === 2)
      await client.getPrompt({ name: 'handoff', arguments: { goal: String(pick(VALUES)), thread: String(pick(VALUES)) } })
    else await client.callTool({ name: pick(TOOLS), arguments: input })
    return 'answered'
  } catch {
    return 'refused'
  }
}

/** Many calls in a row; says how they ended. Nothing of another tenant may be in what was said. */
export async function fuzz(
  client: Client,
  calls: number,
  seed: number,
): Promise<Readonly<Record<'answered' | 'refused', number>>> {
  const next = numbersFrom(seed)
  const counts = { answered: 0, refused: 0 }
  for (let index = 0; index < calls; index += 1) counts[await anyCall(client, next)] += 1
  return counts
}
