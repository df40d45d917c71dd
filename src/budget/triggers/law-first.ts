import type { Reading, Trigger } from '../../schema/trigger.ts'
import { actsByItself } from './decide.ts'
import { valueOfMark } from './marks.ts'
import { grouped } from './words.ts'

type Size = Extract<Trigger, { kind: 'size' }>

/**
 * Says that the law that every request fits acts before a trigger does, and when: the answer may take so much of the window that a request
 * never reaches the trigger's mark. `undefined` if the trigger comes first.
 *
 *     window 200,000, 95 % of it, max_tokens 64,000   →   above 136,000, not from 190,000
 */
export function lawFirst(trigger: Trigger, reading: Reading): string | undefined {
  const { window, reserve } = reading
  const limit = window - reserve
  const marks = sizesIn(trigger).map((size) => valueOfMark(size.mark, reading).tokens + notCounted(size, reading))
  const lowest = Math.min(...marks)
  if (marks.length === 0 || lowest <= limit || !actsByItself(trigger)) return undefined
  const room = `${grouped(limit)} tokens, the window of ${grouped(window)} less the ${grouped(reserve)} that the answer may take`
  return `a request above ${room}, is compacted before it reaches the ${grouped(lowest)} that the policy waits for`
}

function sizesIn(trigger: Trigger): readonly Size[] {
  if (trigger.kind === 'at') return sizesIn(trigger.when)
  if (trigger.kind === 'any-of' || trigger.kind === 'all-of') return trigger.of.flatMap(sizesIn)
  return trigger.kind === 'size' ? [trigger] : []
}

/** What a request has besides the tokens that are held against a mark. */
function notCounted({ counts }: Size, { system, tools }: Reading): number {
  if (counts === 'history') return system + tools
  return counts === 'without-tools' ? tools : 0
}
