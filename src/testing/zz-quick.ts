import fc from 'fast-check'
import { checkTrial } from './check-trial.ts'
import { addCoverage, countCases, printCoverage } from './coverage.ts'
import { observe } from './observe.ts'
import { ownEngine } from './subject.ts'
import { trials } from './transcripts/trials.ts'

const subject = ownEngine()
const n = Number(process.argv[2] ?? 500),
  seed = Number(process.argv[3] ?? 1)
const t0 = performance.now()
const kinds: Record<string, number> = {}
const cov = []
for (const trial of fc.sample(trials, { numRuns: n, seed })) {
  const r = await checkTrial(subject, trial)
  const k = r.breaches.map((b) => b.law + ' ' + b.what.replace(/".*"/g, '"…"').replace(/\d+/g, '#').slice(0, 170))
  const o = await observe(subject, trial)
  k.push('= ' + (o.first.kind === 'made' ? o.first.made.receipt.strategy : o.first.kind))
  for (const x of new Set(k)) kinds[x] = (kinds[x] ?? 0) + 1
  cov.push(countCases([r.cases]))
}
console.log((performance.now() - t0) / n, 'ms/trial')
for (const [k, v] of Object.entries(kinds).sort((a, b) => b[1] - a[1])) console.log(v, k)
if (process.argv[4]) console.log(printCoverage(addCoverage(cov)))
