import { CompactionError } from '../../schema/failures.ts'
import type { Amount, Amounts, Mark, Moment, Trigger } from '../../schema/trigger.ts'
import { isPreset, refuse } from './fit-constants.ts'
import { fixedTokens, type MarkSetting, valueOfMark } from './marks.ts'
import { grouped, shareOf } from './words.ts'

const KINDS: Readonly<Record<Trigger['kind'], true>> = {
  ...{ off: true, manual: true, overflow: true, size: true, floor: true, bytes: true, idle: true, rent: true },
  ...{ at: true, 'any-of': true, 'all-of': true },
}

/**
 * Refuses a trigger that makes no sense in any window, by field and allowed range: when a policy is built, or read from a file.
 * What depends on the window is refused when a window is known.
 */
export function checkTrigger(trigger: Trigger, field = 'trigger'): void {
  if (trigger.kind !== 'off') checkPart(trigger, field)
}

/**
 * Where a compaction should come down to. A share is taken of the trigger's number of tokens if that is less than the window: half of a
 * window of a million lies above a trigger of 180,000. Another release mark above a mark of the trigger is refused: compaction would end
 * where it has to begin again.
 */
export function releaseTokens(trigger: Trigger, release: Mark, at: MarkSetting): number {
  checkMark(release, 'release')
  const marks = sizeMarks(trigger, at)
  const isShare = release.kind === 'window-share' || release.kind === 'usable-share'
  const caps = isShare ? marks.flatMap((mark) => shareOfFixed(mark, release.share, at)) : []
  const tokens = Math.min(valueOfMark(release, at).tokens, ...caps)
  const lowest = Math.min(...marks.map((mark) => valueOfMark(mark, at).tokens))
  if (tokens > lowest) refuse('release', tokens, `at most the ${grouped(lowest)} tokens at which the trigger fires`)
  return tokens
}

/** A share of a mark that does not grow with the window. */
function shareOfFixed(mark: Mark, share: number, at: MarkSetting): readonly number[] {
  const fixed = fixedTokens(mark, at)
  return fixed === undefined ? [] : [Math.floor(shareOf(fixed, share))]
}

function checkPart(trigger: Trigger, field: string): void {
  // A trigger from a file may be of no kind that the compiler knows.
  if (!Object.hasOwn(KINDS, trigger.kind)) refuseShape(`${field}.kind`, 'a kind of trigger', JSON.stringify(trigger.kind))
  switch (trigger.kind) {
    case 'manual':
    case 'overflow':
      break
    case 'size':
      checkSize(trigger, field)
      break
    case 'floor':
      checkWhole(`${field}.keep`, trigger.keep, 0)
      break
    case 'bytes':
      checkWhole(`${field}.above`, trigger.above, 1)
      break
    case 'idle':
      checkWhole(`${field}.longerThanMs`, trigger.longerThanMs, 1)
      break
    case 'rent':
      if (!(Number.isFinite(trigger.loss) && trigger.loss >= 0)) refuse(`${field}.loss`, trigger.loss, 'a number of at least 0')
      checkShare(`${field}.otherwise`, trigger.otherwise)
      break
    case 'at':
      checkPart(trigger.when, `${field}.when`)
      break
    case 'any-of':
    case 'all-of':
      checkParts(trigger, field)
      break
    case 'off':
      refuseShape(field, 'off alone or not at all', 'off inside another trigger')
  }
}

function checkParts(trigger: Extract<Trigger, { kind: 'any-of' | 'all-of' }>, field: string): void {
  if (trigger.of.length === 0) refuse(`${field}.of.length`, 0, 'at least 1')
  for (const [index, part] of trigger.of.entries()) checkPart(part, `${field}.of[${index}]`)
  if (trigger.kind === 'any-of') return
  const moments = [...new Set(trigger.of.flatMap((part) => momentsOf(part, 'prepare')))]
  if (moments.length > 1) refuseShape(`${field}.of`, 'parts that are checked at one moment', moments.join(' and '))
}

function checkSize(trigger: Extract<Trigger, { kind: 'size' }>, field: string): void {
  checkMark(trigger.mark, `${field}.mark`)
  if (trigger.mark.kind === 'input-share' && trigger.counts !== 'history') {
    refuseShape(`${field}.counts`, '"history", because the mark is what is left for messages', JSON.stringify(trigger.counts))
  }
}

function checkMark(mark: Mark, field: string): void {
  if ('share' in mark) checkShare(`${field}.share`, mark.share)
  if (mark.kind === 'kept') checkShare(`${field}.otherwise`, mark.otherwise)
  if (mark.kind === 'kept') checkAmount(`${field}.tokens`, mark.tokens, 1)
  if (mark.kind === 'tokens') checkAmount(`${field}.tokens`, mark.tokens, 1)
  if (mark.kind === 'tokens') checkAmounts(`${field}.perModel`, mark.perModel, 1)
  if (mark.kind === 'input-share') checkAmount(`${field}.most`, mark.most, 1)
  if ('less' in mark) checkAmounts(`${field}.less`, mark.less, 0)
}

function checkShare(field: string, share: number): void {
  if (!(share > 0 && share <= 1)) refuse(field, share, 'more than 0 and at most 1')
}

function checkAmounts(field: string, amounts: Amounts, least: number): void {
  for (const [name, amount] of Object.entries(amounts)) checkAmount(`${field}.${name}`, amount, least)
}

function checkAmount(field: string, amount: Amount, least: number): void {
  checkWhole(field, isPreset(amount) ? amount.preset : amount, least)
}

function checkWhole(field: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(field, value, `a whole number of at least ${least}`)
}

function refuseShape(at: string, expected: string, found: string): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}

/** The moments at which the conditions inside a trigger are checked. Triggers by hand and after an overflow have none. */
function momentsOf(trigger: Trigger, moment: Moment): readonly Moment[] {
  if (trigger.kind === 'at') return momentsOf(trigger.when, trigger.moment)
  if (trigger.kind === 'any-of' || trigger.kind === 'all-of') return trigger.of.flatMap((part) => momentsOf(part, moment))
  return trigger.kind === 'manual' || trigger.kind === 'overflow' ? [] : [moment]
}

/** What a summary is taken to lose, where a trigger looks at prices; `undefined` if it does not. */
export function lossIn(trigger: Trigger): number | undefined {
  if (trigger.kind === 'rent') return trigger.loss
  if (trigger.kind === 'at') return lossIn(trigger.when)
  if (trigger.kind !== 'any-of' && trigger.kind !== 'all-of') return undefined
  return trigger.of.map(lossIn).find((loss) => loss !== undefined)
}

/** Whether prices have a say in a trigger. */
export function looksAtRent(trigger: Trigger): boolean {
  if (trigger.kind === 'at') return looksAtRent(trigger.when)
  return trigger.kind === 'rent' || ((trigger.kind === 'any-of' || trigger.kind === 'all-of') && trigger.of.some(looksAtRent))
}

function sizeMarks(trigger: Trigger, at: MarkSetting): readonly Mark[] {
  if (trigger.kind === 'at') return sizeMarks(trigger.when, at)
  if (trigger.kind === 'any-of' || trigger.kind === 'all-of') return trigger.of.flatMap((part) => sizeMarks(part, at))
  if (trigger.kind === 'rent') return [{ kind: 'usable-share', share: at.sheet === undefined ? trigger.otherwise : 1 }]
  return trigger.kind === 'size' ? [trigger.mark] : []
}
