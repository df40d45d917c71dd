import { handleOf, type Seq } from '../schema/ids.ts'
import { ITEM_KINDS, type ItemKind, type Ledger, type LedgerItem } from '../schema/ledger.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { fence } from './fence.ts'

const TITLES: Readonly<Record<ItemKind, string>> = {
  task: '## Task',
  request: '## Requests',
  constraint: '## Constraints',
  preference: '## Preferences',
  rejected: '## Rejected',
  decision: '## Decisions',
  fact: '## Facts',
  open: '## Open',
  step: '## Steps',
  artifact: '## Artifacts',
  file: '## Files',
  command: '## Commands',
  error: '## Errors',
  outcome: '## Outcomes of tools',
  state: '## Where it stood',
}

/** What goes first when there is no room: the kinds that can be found again most easily. */
const LEAST_FIRST: readonly ItemKind[] = [
  ...(['outcome', 'artifact', 'fact', 'command', 'file', 'error', 'step', 'decision', 'rejected'] as const),
  ...(['preference', 'request', 'open', 'state', 'task', 'constraint'] as const),
]

export interface Printed {
  readonly text: string
  /** Active items that found no room. */
  readonly unprinted: readonly LedgerItem[]
}

/** The active items of a ledger in at most `tokens` tokens, each with its entries; what is left out is the least useful. */
export function printLedger(
  ledger: Ledger,
  options: {
    readonly tokens: number
    readonly tokenizer: Tokenizer
    /** Entries that the prompt shows anyway: what they alone say is not said again. */
    readonly shown: ReadonlySet<Seq>
    /** Stands in front. */
    readonly opening: string
  },
): Printed {
  const { tokens, tokenizer, shown } = options
  const active = ledger.items.filter((item) => item.status === 'active' && !item.sources.every((seq) => shown.has(seq)))
  const kept = new Set(active)
  const leaving = [...active].sort((a, b) => rankOf(a) - rankOf(b) || (a.sources.at(-1) ?? 0) - (b.sources.at(-1) ?? 0))
  const print = (): string => [options.opening, ...sections([...kept])].join('\n').toWellFormed()
  let text = print()
  for (const item of leaving) {
    if (tokenizer.count(text) <= tokens) break
    kept.delete(item)
    text = print()
  }
  return { text: kept.size === 0 ? '' : text, unprinted: active.filter((item) => !kept.has(item)) }
}

function rankOf(item: LedgerItem): number {
  return LEAST_FIRST.indexOf(item.kind)
}

function sections(items: readonly LedgerItem[]): readonly string[] {
  return ITEM_KINDS.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind)
    return own.length === 0 ? [] : [TITLES[kind], ...own.map(lineOf)]
  })
}

const WHOSE = { user: 'a person, verbatim', tool: 'output of a tool, quoted', system: 'system, quoted' } as const
const NEEDS_FENCE = /[\n\v\f\r\u0085\u2028\u2029“”]|~~~/

function lineOf(item: LedgerItem): string {
  const handles = item.sources.map(handleOf).join(', ')
  if (item.authority === 'assistant') return `- ${item.text.replaceAll(/\s+/g, ' ')} (${handles})`
  const quoted = NEEDS_FENCE.test(item.text) ? `\n${fence(item.text)}` : ` “${item.text}”`
  return `- ${WHOSE[item.authority]} (${handles}):${quoted}`
}
