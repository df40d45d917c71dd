import fc from 'fast-check'
import { LAWS } from './laws.ts'
import { observe } from './observe.ts'
import { ownEngine } from './subject.ts'
import { trials } from './transcripts/trials.ts'

const subject = ownEngine()
const n = Number(process.argv[2] ?? 500),
  seed = Number(process.argv[3] ?? 1)
const samples = fc.sample(trials, { numRuns: n, seed })
const t0 = performance.now()
const kinds: Record<string, number> = {}
const ex: Record<string, any> = {}
const time: Record<string, number> = {}
for (const trial of samples) {
  const k: string[] = []
  for (const law of LAWS) {
    const t = performance.now()
    try {
      for (const b of await law.check(subject, trial))
        k.push(b.law + ' ' + b.what.replace(/".*"/g, '"…"').replace(/\d+/g, '#').slice(0, 170))
    } catch (e) {
      k.push(law.name + ' THREW ' + String((e as Error).stack).slice(0, 300))
    }
    time[law.name] = (time[law.name] ?? 0) + performance.now() - t
  }
  const o = await observe(subject, trial)
  k.push('= ' + (o.first.kind === 'made' ? o.first.made.receipt.strategy : o.first.kind))
  for (const x of new Set(k)) {
    kinds[x] = (kinds[x] ?? 0) + 1
    if (!ex[x] || JSON.stringify(trial).length < JSON.stringify(ex[x]).length) ex[x] = trial
  }
}
console.log(
  (performance.now() - t0) / n,
  'ms/trial',
  Object.fromEntries(Object.entries(time).map(([k, v]) => [k, +(v / n).toFixed(2)])),
)
for (const [k, v] of Object.entries(kinds).sort((a, b) => b[1] - a[1])) console.log(v, k)
if (process.argv[4])
  for (const [k, t] of Object.entries(ex))
    if (k.includes(process.argv[4])) console.log('\n' + k, JSON.stringify(t).slice(0, 3500))
