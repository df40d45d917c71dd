import { resolve } from 'node:path'
import { handleOf } from '../../schema/ids.ts'
import type { Receipt } from '../../schema/receipt.ts'
import type { Compaction } from '../compact/compact-transcript.ts'
import { count, counted, percent } from './words.ts'

/** What a picture cannot show, one sentence each. */
export function factsOf(compaction: Compaction): readonly string[] {
  const { receipt } = compaction.compacted
  const { before, after, budget } = receipt.tokens
  const isIdle = before <= budget && receipt.strategy === 'include'
  return [
    isIdle
      ? `It fits as it is: ${counted(before, 'token')} of ${count(budget)}. ${idleFact(receipt)}`
      : `${count(before)} -> ${count(after)} tokens, ${percent(after, budget)} of the budget used; ${count(receipt.bytes.before)} -> ${count(receipt.bytes.after)} bytes.`,
    windowFact(compaction),
    ...assumedFacts(compaction),
    ...(isIdle ? [] : [`Done by ${receipt.strategy}; no model was called.${depthFact(receipt)}`]),
    ...listFact(
      'Repaired',
      receipt.repairs.map((repair) => repair.kind),
    ),
    ...listFact(
      `${compaction.to} has no place for`,
      receipt.losses.map((loss) => loss.what),
    ),
    ...receipt.lawOverrides.map(({ law, detail }) => `Law ${law} acted: ${detail}.`),
    ...(isIdle ? [] : [whereabouts(compaction)]),
    ...(compaction.out === undefined ? [] : [`The request is in ${compaction.out}.`]),
  ]
}

/** Why nothing was done, and what would have something done. */
function idleFact({ nothing }: Receipt): string {
  if (nothing === undefined) return 'Nothing was compacted.'
  return `Nothing was compacted: ${nothing}. A longer conversation can be folded, and a smaller --window makes it shorter in any case.`
}

/** Why it comes out larger than what `explain` says of a thread. */
function depthFact({ tokens: { release, budget } }: Receipt): string {
  if (release !== budget) return ''
  return ' A request that is sent once may fill the budget; a thread would come down further: --preset balanced, or explain.'
}

/** What is taken for granted about the model, besides a window that is not known: the budget says that. */
function assumedFacts({ compacted, windowSource }: Compaction): readonly string[] {
  const { notes } = compacted.limits
  return windowSource === 'default' ? notes.slice(1) : notes
}

function windowFact({ compacted, windowSource }: Compaction): string {
  const { window, reserve, model } = compacted.receipt.inputs
  const sum = `Budget: window ${count(window)} - reserve ${count(reserve)} for the answer = ${count(window - reserve)}.${marginFact(compacted.receipt)}`
  switch (windowSource) {
    case 'flag':
      return sum
    case 'model':
      return `${sum} The window is that of ${model}.`
    case 'session':
      return `${sum} The window is that of ${model}, which the session names; --window or --model say otherwise.`
    case 'default':
      return `${sum} ${model === '' ? 'No model was named' : `The window of ${model} is not known`}; --window says what it is.`
  }
}

/** What is kept free if our count may not be the provider's. */
function marginFact({ inputs, tokens }: Receipt): string {
  const { factor, margin } = inputs.scale
  if (factor === 1 && margin === 0) return ''
  const most = Math.round((factor * (1 + margin) - 1) * 100)
  return ` ${inputs.model} counts with a tokenizer of its own, up to ${most} % more than ours: ${count(tokens.budget)} by our count.`
}

/** `Repaired: result-missing (2), empty-removed.` */
function listFact(opening: string, kinds: readonly string[]): readonly string[] {
  if (kinds.length === 0) return []
  const groups = [...Map.groupBy(kinds, (kind) => kind)]
  return [`${opening}: ${groups.map(([kind, { length }]) => (length === 1 ? kind : `${kind} (${count(length)})`)).join(', ')}.`]
}

function whereabouts({ file, out, compacted }: Compaction): string {
  const changed = compacted.receipt.fates.find((run) => run.fate !== 'kept')?.from ?? 0
  const handles = `${handleOf(changed)} in the request is entry ${changed} of the input, counted from 0`
  if (out !== undefined && resolve(out) === resolve(file))
    return `${file} was overwritten: keep a copy if what was cut still matters.`
  if (file === '-') return `What was cut is in the input only: ${handles}.`
  return `Nothing was deleted: ${file} holds the full text; ${handles}.`
}
