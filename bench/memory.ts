import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MemoryUse } from './report.ts'
import { makeSession } from './sessions.ts'

const CHILD = fileURLToPath(new URL('memory-child.js', import.meta.url))
const PEER = fileURLToPath(new URL('memory-peer.ts', import.meta.url))

/** What a process does, in words, and what it may take: at its peak, or beyond what it had before it began. In MiB. */
interface Case {
  readonly name: string
  readonly what: string
  readonly most?: number
  readonly mostOver?: number
  /** What its process is started with. */
  readonly flags?: readonly string[]
  /** Where the thread is, if not where all of it was appended before anything was asked. */
  readonly database?: string
}

/** Those with a database go on with what the one before left there. */
const CASES: readonly Case[] = [
  { name: 'prepare', what: 'memory store: append, prepare, read', most: 500 },
  { name: 'compact', what: 'the same, and compact to 200,000 tokens', most: 500 },
  {
    name: 'compact',
    what: 'the same in a process that may have 256 MiB of old objects',
    most: 500,
    flags: ['--max-old-space-size=256'],
  },
  { name: 'use', what: 'SQLite, in use: append a thousand, prepare, settle, and again', mostOver: 60, database: 'used.db' },
  {
    name: 'use',
    what: 'the same with 300 MiB of old objects and 8 MiB for each half of new',
    flags: ['--max-old-space-size=300', '--max-semi-space-size=8'],
    database: 'told.db',
  },
  { name: 'reopen', what: 'SQLite, another process: open it, append 10, prepare', mostOver: 60, database: 'used.db' },
  { name: 'fill', what: 'SQLite: append, a thousand at a time', mostOver: 60 },
  {
    name: 'fill',
    what: 'the same with 8 MiB for each half of new objects',
    flags: ['--max-semi-space-size=8'],
    database: 'filled.db',
  },
  { name: 'reopen whole', what: 'SQLite, another process: open, append 10, read all of it' },
  { name: 'reopen', what: 'SQLite, another process: open, append 10, compact', mostOver: 60 },
  { name: 'reopen', what: 'SQLite, another process: open, append 10, prepare', mostOver: 60 },
]
const PEERS = ['naive recount', 'pruneMessages', 'messages alone'] as const

/** The largest resident set of processes that each have one long history, of about 80 tokens a message. */
export function measureMemory(messages: number, onProgress: (what: string) => void): readonly MemoryUse[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const lines = join(folder, 'messages.jsonl')
    writeFileSync(
      lines,
      makeSession('lean', messages)
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
    )
    const use = (file: string, { name, what, database = 'history.db', flags = [], ...wanted }: Case): MemoryUse => {
      onProgress(what)
      return { what, ...wanted, ...run([...flags, file, name, lines, join(folder, database)]) }
    }
    return [
      ...CASES.map((each) => use(CHILD, each)),
      ...PEERS.map((name) => use(PEER, { name, what: `${name}: the list, checked and compacted once` })),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(args: readonly string[]): Pick<MemoryUse, 'start' | 'peak'> {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  const { start, peak } = JSON.parse(stdout) as Pick<MemoryUse, 'start' | 'peak'>
  return { start, peak }
}
