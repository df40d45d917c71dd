/** `npm run bench -- [--quick] [--json FILE] [--only NAME]… [--messages N]…`: what we take and what others take, in one run. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { OPERATIONS } from './contestant.ts'
import { installPeers } from './install.ts'
import { printReport } from './table.ts'

const NAMES = [...OPERATIONS, 'tokenizers', 'agent', 'memory'] as const
const { quick, json, only = [...NAMES], messages } = readFlags()

installPeers()
// Only now: what it imports was perhaps not there before.
const { runBench } = await import('./run.ts')

const started = performance.now()
let last = ''
const report = await runBench({
  sizes: messages ?? (quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]),
  operations: OPERATIONS.filter((name) => only.includes(name)),
  tokenizers: only.includes('tokenizers') ? 'compared' : 'left-out',
  steps: only.includes('agent') ? (quick ? 500 : 2_000) : 0,
  remembered: only.includes('memory') ? (quick ? 10_000 : 100_000) : 0,
  limit: quick ? 1 : 20,
  budget: quick ? 100 : 600,
  samples: quick ? 20 : 60,
  onProgress: showProgress,
})
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
console.log(printReport(report))
if (json !== undefined) {
  writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  console.error(`written to ${json}`)
}

interface Flags {
  readonly quick: boolean
  readonly json?: string | undefined
  readonly only?: readonly string[] | undefined
  readonly messages?: readonly number[] | undefined
}

function readFlags(): Flags {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        only: { type: 'string', multiple: true },
        messages: { type: 'string', multiple: true },
      },
    })
    const unknown = values.only?.filter((name) => !NAMES.some((known) => known === name)) ?? []
    if (unknown.length > 0) throw new Error(`--only takes one of ${NAMES.join(', ')}, not ${unknown.join(', ')}`)
    const messages = values.messages?.map(Number)
    if (messages?.some((size) => !Number.isSafeInteger(size) || size < 100))
      throw new Error('--messages takes a number from 100 on')
    return { ...values, messages }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    console.error('usage: npm run bench -- [--quick] [--json FILE] [--only NAME]… [--messages N]…')
    process.exit(64)
  }
}

/** One line that changes on a terminal; elsewhere a line for each session. */
function showProgress(what: string, detail = ''): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${seconds} s  ${what}${detail === '' ? '' : `: ${detail}`}`)
  else if (what !== last) process.stderr.write(`${seconds} s  ${what}\n`)
  last = what
}
