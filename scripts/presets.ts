/** Runs every session of a folder under every preset: windows × both dialects. `npm run presets -- <folder>` */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { neutral } from '../src/dialects/neutral/dialect.ts'
import { createCompactor, isFailure, type Prepared } from '../src/index.ts'
import { PRESETS } from '../src/plan/presets/index.ts'
import type { Json } from '../src/schema/json.ts'
import type { Tokenizer } from '../src/schema/ports.ts'
import { providerFaults } from '../src/testing/provider-rules/provider-rules.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import { countRequest } from '../test/laws/judge/own-count.ts'

const WINDOWS = [8_192, 32_768, 131_072]
const DIALECTS = ['openai-chat', 'anthropic'] as const

type Verdict = 'fits' | 'compacted' | 'floor' | 'refused' | 'over' | 'invalid' | 'not-deterministic' | 'failed'

const [folder, only] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: npm run presets -- <folder with neutral sessions> [preset]')
  process.exit(64)
}
const tokenizer = remembering(bpeTokenizer())
const files = globSync(`${folder}/**/*.json`).sort()
const counts = new Map<string, number>()
const bad: string[] = []
const overrides = new Map<string, number>()
const started = performance.now()
for (const file of files) {
  const { messages, ...around } = neutral.read(JSON.parse(readFileSync(file, 'utf8')) as Json)
  for (const [name, preset] of PRESETS) {
    if (only !== undefined && name !== only) continue
    for (const [index, window] of WINDOWS.entries()) {
      const dialect = DIALECTS[index % 2] ?? 'openai-chat'
      const open = async (): Promise<Outcome> => {
        const compactor = createCompactor({
          policy: preset(),
          tokenizer,
          hash: (text) => hash('sha1', text, 'hex'),
          clock: () => 0,
        })
        const thread = await compactor.thread(file)
        await thread.appendDrafts(messages)
        return prepared(() => thread.prepare({ window, dialect, around }))
      }
      const first = await open()
      const verdict = window === 8_192 && print(first) !== print(await open()) ? 'not-deterministic' : judge(dialect, first)
      const key = `${name.padEnd(12)} ${verdict}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (!['fits', 'compacted', 'floor', 'refused'].includes(verdict))
        bad.push(`${name} ${window} ${dialect} ${file}: ${verdict} ${print(first).slice(0, 600)}`)
    }
  }
}
console.log(
  [...counts]
    .sort()
    .map(([key, count]) => `${key.padEnd(32)} ${count}`)
    .join('\n'),
)
console.log(
  [...overrides]
    .sort()
    .map(([key, count]) => `${String(count).padStart(5)} ${key}`)
    .join('\n'),
)
console.log(bad.slice(0, 10).join('\n'))
console.log(`${files.length} sessions, ${bad.length} bad, ${Math.round((performance.now() - started) / 1000)} s`)
process.exitCode = bad.length > 0 ? 1 : 0

type Outcome = { readonly made: Prepared } | { readonly error: unknown }

async function prepared(make: () => Promise<Prepared>): Promise<Outcome> {
  try {
    return { made: await make() }
  } catch (error) {
    return { error }
  }
}

function print(outcome: Outcome): string {
  return 'made' in outcome
    ? JSON.stringify(outcome.made.request)
    : outcome.error instanceof Error
      ? (outcome.error.stack ?? '')
      : ''
}

/** Judged by rules and counts that the engine does not share. */
function judge(dialect: (typeof DIALECTS)[number], outcome: Outcome): Verdict {
  if ('error' in outcome) {
    return isFailure(outcome.error, 'fixed-part-too-large') || isFailure(outcome.error, 'compaction-refused')
      ? 'refused'
      : 'failed'
  }
  const { request, receipt, budget } = outcome.made
  if (providerFaults(dialect, request).length > 0) return 'invalid'
  if (countRequest(request) > budget.limit || outcome.made.tokens > budget.limit) return 'over'
  for (const { law, detail } of receipt?.lawOverrides ?? []) {
    const key = `${law}: ${detail.replaceAll(/\d+/g, 'n')}`
    overrides.set(key, (overrides.get(key) ?? 0) + 1)
  }
  if (receipt?.lawOverrides.some(({ floor }) => floor)) return 'floor'
  return receipt === null ? 'fits' : 'compacted'
}

function remembering(given: Tokenizer): Tokenizer {
  const known = new Map<string, number>()
  return {
    name: given.name,
    count(text) {
      const before = known.get(text)
      if (before !== undefined) return before
      const count = given.count(text)
      known.set(text, count)
      return count
    },
  }
}
