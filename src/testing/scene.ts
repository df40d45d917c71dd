import { sha256Hex } from '../index.ts'
import { EMPTY_STATE, ingest } from '../ingest/ingest.ts'
import { chainHashes, GENESIS } from '../log/chain.ts'
import { findFrontier } from '../log/frontier.ts'
import { leadingSystem, splitUnits } from '../log/rounds.ts'
import { protectedEntries } from '../plan/protect.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Determinism, Durability, Role } from '../schema/entry.ts'
import { artifactId, seqOf } from '../schema/ids.ts'
import type { Circumstances, Prices, Scene } from '../schema/strategy.ts'

/**
 * A scene for planning, one entry a line: `<name> <kind> <tokens>`. The names are for the reader; entries are numbered from 0.
 *
 *     sceneOf(`
 *       u0 user 10
 *       c1 call 5
 *       r2 result 800
 *     `, { allowance: 500 })
 *
 * A call has no arguments unless `inputs` has some for it.
 *
 * Kinds: system, user, notice (role user, written by the harness), assistant, reasoning, call, result, summary (another
 * product's), header (a turn start), file. Calls in a row are one message; a result answers the oldest call still open, or the
 * call it names: `r2 result 800 c1`.
 */
export function sceneOf(
  lines: string,
  options: {
    readonly allowance?: number
    readonly pins?: readonly number[]
    readonly prices?: Partial<Prices>
    readonly tools?: Readonly<Record<string, string>>
    /** Arguments of calls, by name of the entry. */
    readonly inputs?: Readonly<Record<string, string>>
    /** What a tool declared about its results, by name of the entry. */
    readonly durability?: Readonly<Record<string, Durability>>
    /** How the source of a result was when it was made, by name of the entry. */
    readonly determinism?: Readonly<Record<string, Determinism>>
    readonly circumstances?: Circumstances
  } = {},
): Scene {
  const rows = parse(lines)
  const { entries } = ingest(EMPTY_STATE, draftsOf(rows, options))
  const log = { entries, hashes: chainHashes(GENESIS, entries, sha256Hex) }
  const fixed = leadingSystem(entries)
  const frontier = findFrontier(entries)
  const pins = new Set((options.pins ?? []).map(seqOf))
  return {
    ...options.circumstances,
    log,
    fixed,
    sizes: rows.map((row) => row.tokens),
    units: splitUnits(entries, fixed),
    frontier,
    pins,
    protected: protectedEntries(entries, frontier, pins),
    allowance: options.allowance ?? 0,
    prices: { ...SIMPLE_PRICES, ...options.prices },
  }
}

/** A placeholder costs 10; an excerpt costs what it may, one character a token, but never less than 8; no frames. */
const SIMPLE_PRICES: Prices = {
  cleared: () => 10,
  externalized: ({ seq }) => ({ artifact: artifactId(`a${seq}`), summary: '', rehydrateHint: '', tokens: 20 }),
  shortened: (_, tokens) => ({ excerpt: { head: Math.max(8, tokens), tail: 0 }, tokens: Math.max(8, tokens) }),
  summaryFrame: 0,
  messageFrame: 0,
}

interface Row {
  readonly name: string
  readonly kind: string
  readonly tokens: number
  readonly answers: string | undefined
}

function parse(lines: string): readonly Row[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', kind = '', tokens = '', answers] = line.trim().split(/\s+/)
      return { name, kind, tokens: Number(tokens), answers }
    })
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  user: 'user',
  notice: 'user',
  file: 'user',
  header: 'user',
  summary: 'user',
  assistant: 'assistant',
  reasoning: 'assistant',
  call: 'assistant',
  result: 'tool',
}

type Declared = Pick<NonNullable<Parameters<typeof sceneOf>[1]>, 'tools' | 'inputs' | 'durability' | 'determinism'>

function draftsOf(rows: readonly Row[], declared: Declared): readonly MessageDraft[] {
  const drafts: MessageDraft[] = []
  const open: string[] = []
  for (const [index, row] of rows.entries()) {
    const callId = row.kind === 'result' ? (row.answers ?? open.shift() ?? row.name) : row.name
    if (row.kind === 'call') open.push(row.name)
    const block = declare(row.name, blockOf(row, callId, declared.tools?.[row.name] ?? 'read'), declared)
    const last = drafts.at(-1)
    if (row.kind === 'call' && rows[index - 1]?.kind === 'call' && last !== undefined) {
      drafts[drafts.length - 1] = { ...last, blocks: [...last.blocks, block] }
    } else {
      drafts.push(messageOf(row, block))
    }
  }
  return drafts
}

/** A block with what the options say about it. */
function declare(name: string, block: BlockDraft, { inputs, durability, determinism }: Declared): BlockDraft {
  if (block.kind === 'tool-call') return { ...block, input: inputs?.[name] ?? block.input }
  if (block.kind !== 'tool-result') return block
  const [lasts, then] = [durability?.[name], determinism?.[name]]
  return {
    ...block,
    ...(lasts === undefined ? {} : { durability: lasts }),
    ...(then === undefined ? {} : { determinism: then }),
  }
}

function messageOf(row: Row, block: BlockDraft): MessageDraft {
  const role = ROLES[row.kind]
  if (role === undefined) throw new Error(`sceneOf: there is no kind "${row.kind}"`)
  const author = row.kind === 'notice' || row.kind === 'summary' || row.kind === 'header' ? { author: 'harness' as const } : {}
  return { role, blocks: [block], shell: { dialect: 'neutral', raw: { role }, holes: [] }, id: row.name, ...author }
}

function blockOf(row: Row, callId: string, tool: string): BlockDraft {
  const text = `text of ${row.name}`
  switch (row.kind) {
    case 'call':
      return { kind: 'tool-call', raw: null, callId, tool, input: '{}' }
    case 'result':
      return { kind: 'tool-result', raw: null, callId, text }
    case 'reasoning':
      return { kind: 'reasoning', raw: null, text }
    case 'summary':
      return { kind: 'text', raw: null, text, foreignSummary: true }
    case 'header':
      return { kind: 'turn-start', raw: null }
    case 'file':
      return { kind: 'file', raw: null, media: 'image', description: row.name }
    default:
      return { kind: 'text', raw: null, text }
  }
}
