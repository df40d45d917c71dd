import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCompactor, type Json, presets } from '../../src/index.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import type { Line } from '../stores.ts'

const VISIBLE = 2_000
const TOKENS = 100
const LEAST_RATIO = 10
const MOST_MEGABYTES = 60

/** What the process that opens the thread prints; milliseconds of processor time, so that other programs do not show. */
export interface Opened {
  /** The first of the process, and the median of the next. */
  readonly firstMs: number
  readonly openMs: number
  readonly parseMs: number
  readonly rows: number
  readonly shown: number
  readonly megabytes: number
}

/** A long thread that was compacted: opening it and preparing a request, beside parsing its log, in one process. */
export async function measureOpening(folder: string, length: number): Promise<readonly Line[]> {
  const path = join(folder, 'long.db')
  await writeThread(path, length)
  const run = openInProcess(path)
  const ratio = run.parseMs / run.openMs
  return [
    { what: `a thread of ${length} entries: open and prepare, ms`, found: run.openMs.toFixed(0) },
    {
      what: 'the same, the first time in a process, ms',
      found: `${run.firstMs.toFixed(0)} (${(run.parseMs / run.firstMs).toFixed(1)} ×)`,
    },
    { what: 'reading and parsing its log, ms', found: run.parseMs.toFixed(0) },
    {
      what: 'ratio, once the code is compiled',
      found: `${ratio.toFixed(1)} ×`,
      target: `at least ${LEAST_RATIO} ×`,
      met: ratio >= LEAST_RATIO,
    },
    { what: 'entries shown', found: `${run.shown}` },
    { what: 'rows read', found: `${run.rows}`, target: 'those shown and ten', met: run.rows <= run.shown + 10 },
    {
      what: 'memory over the start, MB',
      found: run.megabytes.toFixed(1),
      target: `at most ${MOST_MEGABYTES}`,
      met: run.megabytes <= MOST_MEGABYTES,
    },
  ]
}

function openInProcess(path: string): Opened {
  const script = join(import.meta.dirname, 'open-long-thread.ts')
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--max-old-space-size=8192']
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, script, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Turns of a request, a call, a result and an answer, compacted so that about 2,000 entries are shown. */
async function writeThread(path: string, length: number): Promise<void> {
  const store = await openSqliteStore(path, { survives: 'crash' })
  const thread = await createCompactor({ store, policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('long')
  for (let written = 0; written < length; ) {
    const turns = Array.from({ length: 250 }, (_, index) => turn(written / 4 + index)).flat()
    await thread.append(turns)
    written += turns.length
  }
  await thread.compact({ window: VISIBLE * (TOKENS + 12), reserve: 1_000 })
  writeFileSync(`${path}.jsonl`, (await thread.entries()).map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  await store.close()
}

function turn(number: number): readonly Json[] {
  const text = (seed: number): string =>
    Array.from({ length: TOKENS - 10 }, (_, word) => WORDS[(seed * 7 + word * 3) % WORDS.length] ?? '').join(' ')
  const call = {
    id: `call-${number}`,
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: `src/${number}.ts`, why: text(number) }) },
  }
  return [
    { role: 'user', content: text(number) },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: text(number + 1) },
    { role: 'assistant', content: text(number + 2) },
  ]
}

const WORDS = 'the quick brown fox jumps over a lazy dog while seven small birds sing in green trees near old stone walls'.split(
  ' ',
)
