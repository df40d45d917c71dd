/** Runs every session of a folder through the engine: windows × dialects. `npm run sessions -- <folder>` */
import { globSync, readFileSync } from 'node:fs'
import { neutral } from '../src/dialects/neutral/dialect.ts'
import { createCompactor, isFailure, presets, type Thread } from '../src/index.ts'
import type { Json } from '../src/schema/json.ts'
import type { Surroundings } from '../src/schema/ports.ts'
import { providerFaults } from '../src/testing/provider-rules/provider-rules.ts'
import { countRequest } from '../test/laws/judge/own-count.ts'

const WINDOWS = [4_096, 8_192, 16_384, 32_768, 65_536]
const DIALECTS = ['openai-chat', 'anthropic'] as const
const LEAST_UTILISATION = 0.85

interface Row {
  readonly session: string
  readonly window: number
  readonly dialect: string
  readonly outcome: 'fits' | 'compacted' | 'refused' | 'over' | 'invalid' | 'wrongly-refused' | 'failed'
  readonly utilisation: number
  readonly strategy: string
  readonly detail: string
}

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: npm run sessions -- <folder with neutral sessions>')
  process.exit(64)
}
const files = globSync(`${folder}/**/*.json`).sort()
const rows: Row[] = []
const started = performance.now()
for (const [index, file] of files.entries()) {
  const input = JSON.parse(readFileSync(file, 'utf8')) as Json
  const { messages, ...around } = neutral.read(input)
  const session = file.split('/').slice(-2).join('/')
  const compactor = createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }), clock: () => 0 })
  const thread = await compactor.thread(session)
  await thread.appendDrafts(messages)
  for (const window of WINDOWS) {
    for (const dialect of DIALECTS) rows.push(await run({ session, thread, around, window, dialect }))
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1}/${files.length} sessions`)
}
if (process.stderr.isTTY) process.stderr.write('\r')
report()

async function run(options: {
  readonly session: string
  readonly thread: Thread
  readonly around: Surroundings
  readonly window: number
  readonly dialect: (typeof DIALECTS)[number]
}): Promise<Row> {
  const { session, thread, around, window, dialect } = options
  const row = { session, window, dialect, utilisation: 0, strategy: '' }
  try {
    const { receipt, request } = await thread.compact({ window, dialect, around })
    const { before, after, budget } = receipt.tokens
    // Judged by rules and counts that the engine does not share.
    const faults = providerFaults(dialect, request)
    const counted = countRequest(request)
    const isOver = after > budget || counted > budget
    const outcome = faults.length > 0 ? 'invalid' : isOver ? 'over' : before > budget ? 'compacted' : 'fits'
    const detail = faults.length > 0 ? JSON.stringify(faults[0]) : `${before} -> ${after} (${counted} of it text)`
    return { ...row, outcome, utilisation: receipt.utilisation, strategy: receipt.strategy, detail }
  } catch (error) {
    if (isFailure(error, 'fixed-part-too-large')) {
      const { items, available } = error.failure
      const isFixed = (items[0]?.tokens ?? 0) > available
      return { ...row, outcome: isFixed ? 'refused' : 'wrongly-refused', detail: error.message }
    }
    return { ...row, outcome: 'failed', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function report(): void {
  const low = rows.filter((row) => row.outcome === 'compacted' && row.utilisation < LEAST_UTILISATION)
  const refused = rows.filter((row) => row.outcome === 'refused')
  const bad = rows.filter((row) => !['fits', 'compacted', 'refused'].includes(row.outcome))
  console.log(
    `${files.length} sessions × ${WINDOWS.length} windows × ${DIALECTS.length} dialects = ${rows.length} requests, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  console.log('window   fits  compacted  refused  utilisation (compacted): min / median   strategies')
  for (const window of WINDOWS) {
    const own = rows.filter((row) => row.window === window)
    const compacted = own.filter((row) => row.outcome === 'compacted')
    const sorted = compacted.map((row) => row.utilisation).sort((a, b) => a - b)
    const names = Map.groupBy(compacted, (row) => row.strategy)
    const strategies = [...names].map(([name, group]) => `${name} ${group.length}`).join(', ')
    const count = (outcome: Row['outcome']): number => own.filter((row) => row.outcome === outcome).length
    console.log(
      `${String(window).padStart(6)} ${String(count('fits')).padStart(6)} ${String(count('compacted')).padStart(10)} ${String(count('refused')).padStart(8)}  ${(sorted[0] ?? 1).toFixed(3)} / ${(sorted[sorted.length >> 1] ?? 1).toFixed(3)}   ${strategies}`,
    )
  }
  for (const row of refused) console.log(`refused: ${row.session} at ${row.window} (${row.dialect}): ${row.detail}`)
  for (const row of low)
    console.log(
      `below ${LEAST_UTILISATION}: ${row.session} at ${row.window} (${row.dialect}): ${row.utilisation.toFixed(3)}, ${row.strategy}, ${row.detail}`,
    )
  for (const row of bad)
    console.log(`${row.outcome.toUpperCase()}: ${row.session} at ${row.window} (${row.dialect}): ${row.detail}`)
  console.log(`${rows.length - bad.length} passed, ${bad.length} failed`)
  process.exitCode = bad.length === 0 && files.length > 0 ? 0 : 1
}
