import { frozen } from '../../schema/frozen.ts'
import type { Decision, Landing, Reading, Trigger } from '../../schema/trigger.ts'
import { isArmed } from '../release.ts'
import { evaluate } from './evaluate.ts'
import { fires } from './fires.ts'
import { grouped } from './words.ts'

const GO_ON: Decision = frozen({ kind: 'go-on' })

/**
 * What to do about a request: what the trigger says, held back while too little has changed since the last compaction, and overruled if the
 * request does not fit. If the policy forbids acting by itself, a request that does not fit is refused.
 */
export function decide(trigger: Trigger, reading: Reading, landing?: Landing): Decision {
  const does = fires(trigger, reading)
  if (does && isArmed(landing, reading)) return { kind: 'compact', by: 'trigger', reason: evaluate(trigger, reading).reason }
  const excess = excessOf(reading)
  if (reading.forced === undefined && excess === undefined) return GO_ON
  const { reason } = evaluate(trigger, reading)
  if (reading.forced === undefined && excess !== undefined && actsByItself(trigger)) {
    const held = does ? 'too little has changed since the last compaction' : reason
    return {
      kind: 'compact',
      by: 'L3',
      reason: `${wordsOf(excess)}${answerWords(excess, reading)}, although the policy alone would wait: ${held}`,
    }
  }
  const { unit, needed, available } = excess ?? { unit: 'tokens', needed: reading.tokens, available: limitOf(reading) }
  return { kind: 'refuse', reason, unit, needed, available }
}

/** Whether a trigger fires when it is set off from outside, whatever the reading is: then no reading need be taken. */
export function firesOn(trigger: Trigger, forced: NonNullable<Reading['forced']>): boolean {
  switch (trigger.kind) {
    case 'manual':
    case 'overflow':
      return trigger.kind === forced
    case 'at':
      return firesOn(trigger.when, forced)
    case 'any-of':
      return trigger.of.some((part) => firesOn(part, forced))
    case 'all-of':
      return trigger.of.every((part) => firesOn(part, forced))
    case 'off':
      return forced === 'manual'
    case 'size':
    case 'floor':
    case 'bytes':
    case 'idle':
    case 'rent':
      return false
  }
}

/** True if anything besides a request by hand can set a trigger off. */
export function actsByItself(trigger: Trigger): boolean {
  switch (trigger.kind) {
    case 'off':
    case 'manual':
      return false
    case 'at':
      return actsByItself(trigger.when)
    case 'any-of':
      return trigger.of.some(actsByItself)
    case 'all-of':
      return trigger.of.every(actsByItself)
    case 'size':
    case 'floor':
    case 'bytes':
    case 'idle':
    case 'rent':
    case 'overflow':
      return true
  }
}

interface Excess {
  readonly unit: 'tokens' | 'bytes'
  readonly needed: number
  readonly available: number
}

/** What is too large about a request that is about to be sent. */
function excessOf(reading: Reading): Excess | undefined {
  const { tokens, bytes, byteLimit } = reading
  if (reading.moment !== 'prepare') return undefined
  if (tokens > limitOf(reading)) return { unit: 'tokens', needed: tokens, available: limitOf(reading) }
  return byteLimit !== undefined && bytes > byteLimit ? { unit: 'bytes', needed: bytes, available: byteLimit } : undefined
}

function wordsOf({ unit, needed, available }: Excess): string {
  return `${grouped(needed)} ${unit} do not fit into ${grouped(available)}`
}

/** Whose room it is that a request may not use. */
function answerWords({ unit }: Excess, { window, reserve }: Reading): string {
  if (unit === 'bytes' || reserve === 0) return ''
  return `, the window of ${grouped(window)} less the ${grouped(reserve)} that the answer may take`
}

function limitOf(reading: Reading): number {
  return reading.window - reading.reserve
}
