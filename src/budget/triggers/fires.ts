import type { Moment, Reading, Trigger } from '../../schema/trigger.ts'
import { valueOfMark } from './marks.ts'

type Size = Extract<Trigger, { kind: 'size' }>

/** Whether a trigger fires on a reading. This is the check of every step, so it makes no words: `evaluate` does. */
export function fires(trigger: Trigger, reading: Reading, moment: Moment = 'prepare'): boolean {
  switch (trigger.kind) {
    case 'off':
      return reading.forced === 'manual'
    case 'manual':
    case 'overflow':
      return reading.forced === trigger.kind
    case 'at':
      return fires(trigger.when, reading, trigger.moment)
    case 'any-of':
      return trigger.of.some((part) => fires(part, reading, moment))
    case 'all-of':
      return trigger.of.every((part) => fires(part, reading, moment))
    case 'size':
      return reading.moment === moment && isLargeEnough(trigger, reading)
    case 'floor':
      return reading.moment === moment && countOf(trigger.of, reading) > keptBy(trigger)
    case 'rent':
      return reading.moment === moment && isRentDue(trigger, reading)
    case 'bytes':
      return reading.moment === moment && reading.bytes > trigger.above
    case 'idle':
      return reading.moment === moment && (reading.idleMs ?? 0) > trigger.longerThanMs
  }
}

/** The tokens that a trigger holds against its mark. A report of 0, as local servers send it, does not count. */
export function countedTokens(counts: Size['counts'], reading: Reading): number {
  const reported = reading.usageTokens ?? 0
  switch (counts) {
    case 'request':
      return Math.max(reading.tokens, reported)
    case 'reported':
      return reported > 0 ? reported : reading.tokens
    case 'without-tools':
      return reading.tokens - reading.tools
    case 'history':
      return reading.tokens - reading.tools - reading.system
  }
}

export function countOf(what: 'messages' | 'turns', reading: Reading): number {
  return what === 'messages' ? reading.messages : reading.turns
}

/** How many there may be before anything is left to compact. Messages have the system message on top. */
export function keptBy(floor: Extract<Trigger, { kind: 'floor' }>): number {
  return floor.of === 'messages' ? floor.keep + 1 : floor.keep
}

/** The window is a hard limit, whatever the rent is. */
function isRentDue({ loss, otherwise }: Extract<Trigger, { kind: 'rent' }>, reading: Reading): boolean {
  const { rent } = reading
  const mark = valueOfMark({ kind: 'usable-share', share: rent === undefined ? otherwise : 1 }, reading)
  if (countedTokens('request', reading) > mark.tokens) return true
  return rent !== undefined && rent.paid >= rent.price + loss
}

function isLargeEnough({ counts, border, mark }: Size, reading: Reading): boolean {
  const { tokens } = valueOfMark(mark, reading)
  const counted = countedTokens(counts, reading)
  return border === 'from' ? counted >= tokens : counted > tokens
}
