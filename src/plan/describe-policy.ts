import { grouped, percent } from '../budget/triggers/words.ts'
import type { Policy } from '../schema/policy.ts'
import { isRung, type Keep, type Rung } from '../schema/rung.ts'
import type { Amount, Amounts, Mark, Trigger } from '../schema/trigger.ts'
import { byAggressiveness } from './by-aggressiveness.ts'

/** A policy in words, for tables and help. */
interface PolicyWords {
  readonly name: string
  readonly trigger: string
  readonly release: string
  /** What stays as it is; pins and frontier always do. */
  readonly keeps: string
  /** The rungs, least aggressive first. */
  readonly ladder: readonly string[]
}

export function describePolicy(policy: Policy): PolicyWords {
  const ladder = byAggressiveness(policy.ladder)
  const kept = ladder.flatMap((rung) => (isRung(rung) && rung.rung === 'summarize' ? [keepWords(rung.keep)] : []))
  return {
    name: policy.name,
    trigger: triggerWords(policy.trigger),
    release: markWords(policy.release),
    keeps: kept[0] ?? 'as much as fits',
    ladder: ladder.map((step) => (isRung(step) ? rungWords(step) : `${step.name} (your own)`)),
  }
}

const COUNTED = { request: '', reported: ' (reported)', 'without-tools': ' (without tools)', history: ' (messages)' } as const

function triggerWords(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'off':
      return 'never'
    case 'manual':
      return 'by hand'
    case 'overflow':
      return 'after an overflow'
    case 'size':
      return `${trigger.border === 'from' ? 'from' : 'above'} ${markWords(trigger.mark)}${COUNTED[trigger.counts]}`
    case 'floor':
      return `more than ${grouped(trigger.keep)} ${trigger.of}`
    case 'bytes':
      return `above ${grouped(trigger.above)} bytes`
    case 'rent':
      return `by price, or above ${percent(trigger.otherwise)} of the window less the answer`
    case 'idle':
      return `idle for ${grouped(trigger.longerThanMs / 1000)} s`
    case 'at':
      return `${triggerWords(trigger.when)}, ${trigger.moment === 'settle' ? 'after the turn' : 'before the call'}`
    case 'any-of':
      return trigger.of.map(triggerWords).join('; ')
    case 'all-of':
      return trigger.of.map(triggerWords).join(' and ')
  }
}

function markWords(mark: Mark): string {
  switch (mark.kind) {
    case 'tokens':
      return `${amountWords(mark.tokens)} tokens`
    case 'window-share':
      return `${shareWords(mark.share)}the window${lessWords(mark.less)}`
    case 'usable-share':
      return `${shareWords(mark.share)}the window less the answer`
    case 'kept':
      return `${amountWords(mark.tokens)} tokens of history, or ${percent(mark.otherwise)} of the window less the answer`
    case 'input-share':
      return `${shareWords(mark.share)}${amountWords(mark.most)}${lessWords(mark.less)}`
  }
}

function shareWords(share: number): string {
  return share === 1 ? '' : `${percent(share)} of `
}

function lessWords(less: Amounts): string {
  const amounts = Object.values(less)
  return amounts.length === 0 ? '' : ` less ${amounts.map(amountWords).join(', ')}`
}

function amountWords(amount: Amount): string {
  return grouped(typeof amount === 'number' ? amount : amount.preset)
}

function keepWords(keep: Keep): string {
  switch (keep.kind) {
    case 'nothing':
      return 'nothing'
    case 'messages':
    case 'turns':
      return `the last ${keep.count === 1 ? keep.kind.slice(0, -1) : `${grouped(keep.count)} ${keep.kind}`}`
    case 'recent-tokens':
      return `${amountWords(keep.tokens)} recent tokens`
    case 'user-messages':
      return `the initial context and ${amountWords(keep.tokens)} tokens of what people wrote`
  }
}

function turnWords(turns: number): string {
  return turns === 1 ? '1 turn' : `${grouped(turns)} turns`
}

function rungWords(rung: Rung): string {
  switch (rung.rung) {
    case 'clear-tool-outputs':
      return `clear tool outputs behind ${amountWords(rung.protect)} tokens, if that saves ${amountWords(rung.minimum)}`
    case 'clear-old-outputs':
      return `clear tool outputs older than ${turnWords(rung.keepTurns)}`
    case 'clear-all-but-last':
      return `clear all but the last ${grouped(rung.keepLast)} tool outputs`
    case 'clear-by-durability':
      return 'clear tool outputs by durability'
    case 'clear-superseded':
      return 'clear what was said again later'
    case 'prune-cold':
      return `hide old tool outputs after ${grouped(rung.idleMs / 1000)} s without a call`
    case 'shorten-oversized':
      return 'shorten what is oversized'
    case 'externalize':
      return `put results above ${grouped(rung.above)} tokens away`
    case 'strip-reasoning':
      return `leave out reasoning older than ${turnWords(rung.keepTurns)}`
    case 'images-to-references':
      return `show files older than ${turnWords(rung.keepTurns)} by name`
    case 'summarize':
      return `summarize, keeping ${keepWords(rung.keep)}${rung.splitTurn === undefined ? '' : '; a turn may be split'}`
    case 'summarize-oldest':
      return 'summarize the oldest, as much as needed'
    case 'drop-oldest':
      return 'drop the oldest'
  }
}
