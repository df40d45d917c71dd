/**
 * What compaction costs, by price sheet and window: on synthetic sessions and the sizes of real ones beside the exact offline optimum, and on
 * real ones through the engine; and how long calls wait for summaries.
 * `npm run economy -- [folder] [--sessions 6|all] [--traces 20] [--first-seed 1] [--windows 128000,200000] [--pauses 1000] [--useful layer] [--svg file]`
 * `--sessions all` pools every session that exceeds a window, not only the longest; `--first-seed 1001` plays synthetic sessions
 * that nothing was tuned on; `--useful` says of other presets, too, what their requests hold right after a compaction.
 */
import { globSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { PRESETS } from '../../src/plan/presets/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { type PooledCell, poolSessions } from './on-sessions.ts'
import { type Cell, meanOf, playCells, playReal } from './on-sizes.ts'
import { playPauses } from './pause.ts'
import { PLOTTED, type PlottedLine, plotLines, plotSession } from './plot.ts'
import { costOfCalls, replay, sessionIn, sizesOf, tokensOfSession } from './replay.ts'
import { type NamedSheet, SHEETS } from './sheets.ts'
import { cellLine, cellVerdict, pauseLine, pooledLine, pooledVerdict } from './tables.ts'
import { usefulnessOf } from './usefulness.ts'

const { values, positionals } = parseArgs({
  options: {
    sessions: { type: 'string', default: '6' },
    traces: { type: 'string', default: '20' },
    'first-seed': { type: 'string', default: '1' },
    windows: { type: 'string', default: '32000,128000,200000,1000000' },
    pauses: { type: 'string', default: '0' },
    useful: { type: 'string', default: '' },
    svg: { type: 'string' },
  },
  allowPositionals: true,
})
const traces = Number(values.traces)
const windows = values.windows.split(',').map(Number)
if (traces > 0) showCells(traces)
if (Number(values.pauses) > 0) await showPauses(Number(values.pauses))
const [folder] = positionals
if (values.svg !== undefined)
  writeFileSync(values.svg, folder === undefined ? plotSession(3, 300, 200_000) : await plotLargest(folder))
if (folder !== undefined && values.sessions !== '0')
  await showSessions(folder, values.sessions === 'all' ? Number.POSITIVE_INFINITY : Number(values.sessions))

/** Mean and 95th percentile of cost beside the optimum; cost is money and 80,000 units a compaction. */
function showCells(count: number): void {
  const cells: Cell[] = []
  for (const [steps, played] of [
    [300, count],
    [1_000, Math.ceil(count / 4)],
  ] as const) {
    for (const cell of playCells(steps, { traces: played, windows, firstSeed: Number(values['first-seed']) })) {
      cells.push(cell)
      console.log(cellLine(cell))
    }
  }
  console.log(cellVerdict(cells))
}

/** Waiting and waste, for summaries of three lengths, where nobody waits and where the policy says that somebody does. */
async function showPauses(count: number): Promise<void> {
  for (const ahead of [true, 'wait'] as const) {
    for (const seconds of [20, 60, 137])
      console.log(pauseLine(await playPauses(seconds, count, [128_000, 200_000, 1_000_000], ahead)))
  }
}

/** The largest session of a folder, through the engine, in sizes alone. */
async function plotLargest(from: string): Promise<string> {
  const [anthropic] = SHEETS
  const [session = []] = largestIn(from, 1)
  if (anthropic === undefined) return ''
  const lines: PlottedLine[] = []
  for (const policy of PLOTTED) {
    const calls = (await replay(session, policy, 200_000, anthropic)) ?? []
    const dollars = (costOfCalls(calls, anthropic.sheet, 0) * anthropic.sheet.perMillion) / 1e6
    lines.push({ prompts: calls.map(({ prompt }) => prompt), dollars, compactions: calls.filter(({ isFold }) => isFold).length })
  }
  return plotLines(lines, 200_000)
}

function largestIn(from: string, count: number): readonly (readonly Json[])[] {
  return globSync(`${from}/**/*.json`)
    .sort()
    .map(sessionIn)
    .map((session) => ({ session, tokens: tokensOfSession(session) }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, count)
    .map(({ session }) => session)
}

/** The largest sessions of a folder: in sizes, beside the optimum, and through the engine. */
async function showSessions(from: string, count: number): Promise<void> {
  const sessions = largestIn(from, count)
  const inSizes: Cell[] = []
  for (const cell of playReal(sessions.map(sizesOf), windows)) {
    inSizes.push(cell)
    console.log(cellLine(cell))
  }
  if (inSizes.length > 0) console.log(cellVerdict(inSizes))
  const cells: PooledCell[] = []
  for await (const cell of poolSessions(sessions, windows)) {
    cells.push(cell)
    console.log(pooledLine(cell))
  }
  console.log(pooledVerdict(cells))
  const [anthropic] = SHEETS
  if (anthropic === undefined) return
  const others = values.useful.split(',').filter((name) => name !== '')
  for (const window of [128_000, 200_000].filter((size) => windows.includes(size)))
    for (const name of ['balanced', ...others]) await showUsefulness(name, { sessions, window, anthropic })
}

interface Looking {
  readonly sessions: readonly (readonly Json[])[]
  readonly window: number
  readonly anthropic: NamedSheet
}

/** What requests right after the compactions of a preset hold of what was needed next. */
async function showUsefulness(name: string, { sessions, window, anthropic }: Looking): Promise<void> {
  const make = PRESETS.get(name)
  if (make === undefined) throw new Error(`there is no preset ${name}`)
  const found = []
  for (const session of sessions) {
    const calls = (await replay(session, make(), window, anthropic)) ?? []
    found.push(...(await usefulnessOf(session, calls, window)))
  }
  if (found.length === 0) return
  const [own, plain] = [meanOf(found.map((each) => each.ours)), meanOf(found.map((each) => each.plain))]
  console.log(
    `${window} ${name}: useful ${own.toFixed(3)} after ${found.length} looks, ${plain.toFixed(3)} at six tenths of the window`,
  )
}
