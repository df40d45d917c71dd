import fc from 'fast-check'
import { LAWS } from './laws.ts'
import { observe } from './observe.ts'
import { ownEngine } from './subject.ts'
import { trials } from './transcripts/trials.ts'

const subject = ownEngine()
const [pattern = '', seed = '1', runs = '2000'] = process.argv.slice(2)
const re = new RegExp(pattern)
const law = LAWS.filter((l) => pattern.startsWith(l.name + ' ') || pattern.startsWith('any'))
const result = await fc.check(
  fc.asyncProperty(trials, async (trial) => {
    for (const l of law.length ? law : LAWS)
      for (const b of await l.check(subject, trial)) if (re.test(b.law + ' ' + b.what)) throw new Error(b.law + ' ' + b.what)
  }),
  { seed: Number(seed), numRuns: Number(runs), endOnFailure: false, interruptAfterTimeLimit: 120000 },
)
if (!result.failed) {
  console.log('holds', result.numRuns)
} else {
  const t = result.counterexample![0] as any
  console.log(String((result.errorInstance as Error)?.message).slice(0, 900))
  console.log(
    JSON.stringify({ ...t, transcript: { ...t.transcript, messages: undefined }, cases: undefined }, null, 1).slice(0, 4000),
  )
  const o = await observe(subject, t)
  if (o.first.kind === 'made') {
    console.log('REQUEST', JSON.stringify(o.first.made.request).slice(0, 2500))
    const { fates, tokens, records, repairs, lawOverrides, losses, strategy } = o.first.made.receipt
    console.log(JSON.stringify({ fates, tokens, records, repairs, lawOverrides, losses, strategy }))
  } else console.log(o.first.kind)
}
