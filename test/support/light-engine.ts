import { FALLBACK, MODEL_TABLE } from '../../src/budget/model-table.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type Compactor, createEngine } from '../../src/engine/create-compactor.ts'
import { inProcess } from '../../src/engine/in-process.ts'
import type { EnginePorts } from '../../src/engine/ports.ts'
import { sha256Hex } from '../../src/index.ts'
import { balanced } from '../../src/plan/presets/balanced.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { noMeter } from '../../src/schema/meter.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'

/** Where a store of a test lives, as one process can tell another. */
export type StoreAt =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string; readonly patience?: number }

export function openStoreAt(at: StoreAt): Promise<StoreWith<Capability>> {
  return at.kind === 'sqlite' ? openSqliteStore(at.path) : openPostgresStore(at.url, at)
}

/** An engine that starts at once and whose clock stands still: what it shows depends on the log and the commits alone. */
export function lightEngine(ports: Partial<EnginePorts> & Pick<EnginePorts, 'store'>): Compactor {
  return createEngine({
    policy: balanced(),
    artifacts: memoryArtifacts(),
    toolPolicies: {},
    summarizer: undefined,
    embedder: undefined,
    hooks: undefined,
    hookDeadlineMs: 5_000,
    redact: 'summaries',
    redactionKey: '',
    keepRequests: 0,
    promptCache: 'off',
    heldUnseen: 32_000,
    summaryDeadlineMs: 60_000,
    spendCap: {},
    jobs: inProcess(),
    tokenizer: characterTokenizer(),
    hash: sha256Hex,
    clock: () => 1,
    meter: noMeter,
    models: { overrides: {}, table: MODEL_TABLE, fallback: FALLBACK, data: async () => ({}) },
    learned: undefined,
    dialects: [openaiChat],
    usual: {},
    ...ports,
  })
}
