import fc from 'fast-check'
import { bpeTokenizer } from '../tokenizers/bpe.ts'
import { alwaysFits } from './laws/always-fits.ts'
import { observe } from './observe.ts'
import { countNode, countRequest, ownCount } from './own-count.ts'
import { ownEngine } from './subject.ts'
import { trials } from './transcripts/trials.ts'

const subject = ownEngine()
const bpe = bpeTokenizer()
for (const trial of fc.sample(trials, { numRuns: 1500, seed: 2 })) {
  const b = (await alwaysFits.check(subject, trial)).filter((x) => x.what.includes('only'))
  if (b.length === 0) continue
  const o = await observe(subject, trial)
  for (const oc of [o.first, o.later])
    if (oc.kind === 'made') {
      const r: any = oc.made.request
      console.log(
        b[0]!.what,
        trial.target,
        trial.transcript.dialect,
        countRequest(r),
        oc.made.receipt.tokens.after,
        'tools',
        r.tools?.length,
      )
      const walk = (v: any, path: string) => {
        if (typeof v === 'string') {
          if (ownCount(v) !== bpe.count(v)) console.log('DIFF', path, ownCount(v), bpe.count(v), v.slice(0, 100))
        } else if (v && typeof v === 'object') for (const k of Object.keys(v)) walk(v[k], path + '.' + k)
      }
      walk(r, '')
      const ms = Array.isArray(r) ? r : r.messages
      ms.forEach((m: any) => console.log(m.role, countNode(m), JSON.stringify(m).slice(0, 300)))
      console.log(JSON.stringify(oc.made.receipt.records), JSON.stringify(oc.made.receipt.repairs).slice(0, 300))
    }
}
