import fc from 'fast-check'
import { LAWS } from './laws.ts'
import { observe } from './observe.ts'
import { ownCount } from './own-count.ts'
import { ownEngine } from './subject.ts'
import { trials } from './transcripts/trials.ts'

const subject = ownEngine()
const [pattern = '', seed = '1', runs = '2000', skip = '0'] = process.argv.slice(2)
const re = new RegExp(pattern)
const laws = LAWS.filter((l) => pattern.startsWith(l.name + ' '))
let k = Number(skip)
const log = console.log
for (const trial of fc.sample(trials, { numRuns: Number(runs), seed: Number(seed) })) {
  console.log = () => {}
  let hit = ''
  for (const l of laws)
    for (const b of await l.check(subject, trial)) if (re.test(b.law + ' ' + b.what)) hit = b.law + ' ' + b.what
  console.log = log
  if (hit && k-- <= 0) {
    log(hit, JSON.stringify({ ...trial, transcript: undefined }))
    const o = await observe(ownEngine(), trial)
    for (const e of o.entries)
      log(
        e.id,
        e.role,
        e.kind,
        e.author,
        'turn',
        e.turn,
        e.kind === 'tool-result' ? JSON.stringify(e.answers) : '',
        'own',
        ownCount('text' in e ? e.text : e.kind === 'tool-call' ? e.input : ''),
        ('text' in e ? e.text : '').slice(0, 40).replaceAll('\n', '\\n'),
      )
    for (const oc of [o.first, o.later])
      if (oc.kind === 'made') {
        const r = oc.made.receipt
        log(
          r.strategy,
          JSON.stringify(r.tokens),
          r.fates.map((f) => `${f.fate} ${f.from}-${f.to}`).join('; '),
          r.lawOverrides.map((x) => x.detail).join(';'),
        )
      } else log(oc.kind)
    break
  }
}
