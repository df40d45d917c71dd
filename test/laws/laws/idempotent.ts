import type { Receipt } from '../../../src/schema/receipt.ts'
import { type Observation, type Outcome, observe } from '../judge/observe.ts'
import { sameBytes } from '../judge/same-bytes.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * L8: to compact again with the same head, policy and inputs gives the existing receipt, changes nothing and commits nothing; nor does the
 * next request. If there was nothing to do there is no commit, so no receipt to keep: the time of the second account may differ then, and
 * nothing else.
 */
export const idempotent: Law = {
  name: 'L8',
  title: 'to compact twice is to compact once',
  async check(subject, trial) {
    const observation = await observe(subject, trial)
    const { first, again } = observation
    if (first.kind === 'broken') return []
    if (first.kind === 'refused')
      return demand('L8', again.kind === 'refused' && sameCommits(observation), 'refused once, then not')
    if (again.kind !== 'made') return demand('L8', false, `the second time it is ${again.kind}`)
    const kept = observation.commits[0].length > 0
    return [
      ...demand('L8', !again.made.changed, 'the second compaction says that it changed something'),
      ...demand('L8', sameCommits(observation), 'the second compaction, or the next request, made a commit'),
      ...demand(
        'L8',
        sameBytes(untimed(first.made.receipt, kept), untimed(again.made.receipt, kept)),
        'the second receipt is another',
      ),
      ...demand('L8', sameBytes(first.made.request, again.made.request), 'the second request has other bytes'),
      ...preparedFaults(first, observation),
    ]
  },
}

/** A request right after a compaction is the compacted request. */
function preparedFaults(first: Extract<Outcome, { kind: 'made' }>, { prepared }: Observation): readonly LawBreach[] {
  if (prepared.kind !== 'made') return demand('L8', false, `the next request is ${prepared.kind}`)
  return demand('L8', sameBytes(prepared.made.request, first.made.request), 'the next request has other bytes')
}

function sameCommits({ commits: [first, again, prepared] }: Observation): boolean {
  return first.length === again.length && first.length === prepared.length
}

function untimed(receipt: Receipt, withTime: boolean): Receipt {
  return withTime ? receipt : { ...receipt, at: 0 }
}
