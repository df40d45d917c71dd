import type { PooledCell } from './on-sessions.ts'
import type { Cell } from './on-sizes.ts'
import type { Pauses } from './pause.ts'

/** A cell as a line: every policy's mean and 95th percentile beside the least possible. */
export function cellLine({ sheet, window, steps, rows }: Cell): string {
  const [ours] = rows
  const all = rows.map(({ policy, mean, p95 }) => `${policy} ${mean.toFixed(2)}/${p95.toFixed(2)}`)
  const counts =
    ours === undefined ? '' : `${ours.compactions.toFixed(1)} compactions, ${(ours.cached * 100).toFixed(1)} % cached`
  return [String(steps).padStart(5), String(window).padStart(8), sheet.padEnd(16), all.join(' · '), `(${counts})`].join(' ')
}

/** What all cells come to for the default, and where another policy is cheaper. */
export function cellVerdict(cells: readonly Cell[]): string {
  const ours = cells.flatMap(({ rows }) => rows.filter(({ policy }) => policy === 'balanced'))
  const dearer = cells.flatMap(({ sheet, window, steps, rows }) => {
    const own = rows.find(({ policy }) => policy === 'balanced')?.mean ?? 0
    const best = rows.toSorted((a, b) => a.mean - b.mean)[0]
    return best === undefined || best.mean >= own
      ? []
      : [`${steps} ${window} ${sheet}: ${best.policy} by ${percent(own / best.mean - 1)}`]
  })
  const worst = { mean: Math.max(...ours.map(({ mean }) => mean)), p95: Math.max(...ours.map(({ p95 }) => p95)) }
  const words = `balanced: at most ${worst.mean.toFixed(3)} × the optimum on average, ${worst.p95.toFixed(3)} at p95; cheapest in ${cells.length - dearer.length} of ${cells.length} cells`
  return [words, ...dearer.map((line) => `  cheaper: ${line}`)].join('\n')
}

export function pooledLine({ sheet, window, sessions, costs, cached }: PooledCell): string {
  const own = costs.get('balanced')?.cost ?? 1
  const all = [...costs].map(([name, { cost, commits }]) => `${name} ${cost.toFixed(2)}+${commits} (${(cost / own).toFixed(2)})`)
  const read = `(${percent(cached.share)} cached of at most ${percent(cached.most)}; ${percent(cached.full)} if every request filled the window)`
  return [String(window).padStart(8), sheet.padEnd(16), `${sessions} sessions:`, all.join(' · '), read].join(' ')
}

/** Where another preset is cheaper than the default on real sessions. */
export function pooledVerdict(cells: readonly PooledCell[]): string {
  const cheaper = cells.flatMap(({ sheet, window, sessions, costs }) => {
    const own = costs.get('balanced')?.cost ?? Number.POSITIVE_INFINITY
    const [best] = [...costs].toSorted(([, a], [, b]) => a.cost - b.cost)
    if (best === undefined || best[1].cost >= own) return []
    return [`  cheaper: ${window} ${sheet}, ${sessions} sessions: ${best[0]} by ${((own / best[1].cost - 1) * 100).toFixed(2)} %`]
  })
  return [`balanced: cheapest in ${cells.length - cheaper.length} of ${cells.length} pools of real sessions`, ...cheaper].join(
    '\n',
  )
}

export function pauseLine({ seconds, ahead, compactions, written, waits, asked, wasted }: Pauses): string {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return [
    `${String(seconds).padStart(4)} s a summary, ahead: ${ahead}, ${compactions} compactions:`,
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms;`,
    `${percent(written / compactions)} with a model's summary; ${asked} asked for, ${percent(wasted / asked)} never used`,
  ].join(' ')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
