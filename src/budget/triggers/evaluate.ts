import type { Adjustment, Moment, Reading, Trigger, Verdict } from '../../schema/trigger.ts'
import { countedTokens, countOf, fires, keptBy } from './fires.ts'
import { valueOfMark } from './marks.ts'
import { grouped } from './words.ts'

type Kind<Name extends Trigger['kind']> = Extract<Trigger, { kind: Name }>

/**
 * Whether a trigger fires on a reading, and why or why not.
 *
 * @example
 * evaluate(fractionOfUsable(0.9), reading).reason // '81,200 tokens exceed 90 % of 88,000 usable'
 */
export function evaluate(trigger: Trigger, reading: Reading): Verdict {
  const reason = explain(trigger, reading, 'prepare')
  return { fires: fires(trigger, reading), reason, adjustments: adjustmentsOf(trigger, reading) }
}

function explain(trigger: Trigger, reading: Reading, moment: Moment): string {
  const does = fires(trigger, reading, moment)
  switch (trigger.kind) {
    case 'off':
      return does ? 'it was asked for' : 'compaction is off'
    case 'manual':
      return does ? 'it was asked for' : 'nobody asked for it'
    case 'overflow':
      return does ? 'the provider refused the request for its size' : 'the provider refused nothing'
    case 'at':
      return explain(trigger.when, reading, trigger.moment)
    case 'any-of':
    case 'all-of':
      return explainParts(trigger, reading, moment)
    case 'size':
    case 'floor':
    case 'bytes':
    case 'idle':
    case 'rent':
      return reading.moment === moment ? explainCheck(trigger, reading, does) : `this is ${reading.moment}, not ${moment}`
  }
}

/** If one part decides, its reason is given; otherwise the reasons of all. */
function explainParts(trigger: Kind<'any-of' | 'all-of'>, reading: Reading, moment: Moment): string {
  const decisive = trigger.of.find((part) => fires(part, reading, moment) === (trigger.kind === 'any-of'))
  const speaking = decisive === undefined ? trigger.of : [decisive]
  return speaking.map((part) => explain(part, reading, moment)).join(trigger.kind === 'any-of' ? '; ' : ' and ')
}

function explainCheck(trigger: Kind<'size' | 'floor' | 'bytes' | 'idle' | 'rent'>, reading: Reading, does: boolean): string {
  const exceed = does ? 'exceed' : 'do not exceed'
  switch (trigger.kind) {
    case 'size': {
      const reach = does ? 'reach' : 'do not reach'
      const tokens = grouped(countedTokens(trigger.counts, reading))
      return `${tokens} tokens ${trigger.border === 'from' ? reach : exceed} ${valueOfMark(trigger.mark, reading).words()}`
    }
    case 'floor':
      return `${grouped(countOf(trigger.of, reading))} ${trigger.of} ${exceed} the ${grouped(keptBy(trigger))} that are kept`
    case 'rent':
      return explainRent(trigger, reading, does)
    case 'bytes':
      return `${grouped(reading.bytes)} bytes ${exceed} ${grouped(trigger.above)}`
    case 'idle':
      if (reading.idleMs === undefined) return 'there was no call before'
      return `${seconds(reading.idleMs)} without a call ${exceed} ${seconds(trigger.longerThanMs)}`
  }
}

/** Why a thread is compacted for its price, or is not. */
function explainRent({ loss, otherwise }: Kind<'rent'>, reading: Reading, does: boolean): string {
  const { rent } = reading
  const share = rent === undefined ? otherwise : 1
  const mark = valueOfMark({ kind: 'usable-share', share }, reading)
  const tokens = countedTokens('request', reading)
  if (rent === undefined || tokens > mark.tokens)
    return `${grouped(tokens)} tokens ${does ? 'exceed' : 'do not exceed'} ${mark.words()}`
  if (!Number.isFinite(rent.price)) return 'too little would go by a compaction now'
  const price = `${does ? 'reached' : 'not reached'} the ${grouped(Math.round(rent.price + loss))} that compacting costs`
  const cold = rent.isCold ? ', the cache being cold' : ''
  return `the ${grouped(Math.round(rent.paid))} units paid to read what could go have ${price}${cold}`
}

function adjustmentsOf(trigger: Trigger, reading: Reading): readonly Adjustment[] {
  if (trigger.kind === 'size') return valueOfMark(trigger.mark, reading).adjustments
  if (trigger.kind === 'at') return adjustmentsOf(trigger.when, reading)
  return trigger.kind === 'any-of' || trigger.kind === 'all-of' ? trigger.of.flatMap((part) => adjustmentsOf(part, reading)) : []
}

function seconds(ms: number): string {
  return `${grouped(Math.round(ms / 1000))} s`
}
