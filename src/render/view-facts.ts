import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Prompt } from '../schema/prompt.ts'
import type { OtherWords, ViewFacts } from '../schema/reconciliation.ts'
import { isFoldedBy, missingResults, otherWordsIn, otherWordsUnder, saysNothing } from './other-words.ts'
import { type RenderInput, renderPrompt } from './render-prompt.ts'

/**
 * What a view says of the log in other words: in the prompt as it is now, under plans that were in force before, and in revisions that a
 * client made. Rendered only when asked for.
 */
export function viewFacts(
  input: Omit<RenderInput, 'entries'> & {
    readonly entries: readonly Entry[]
    readonly earlier: readonly PlanRecord[]
    readonly version: number
    /** What is shown from the next request on, if it is not yet. */
    readonly pins: ReadonlySet<Seq>
    readonly revisions: readonly OtherWords[]
  },
): ViewFacts {
  const { entries, records, earlier, revisions, summaryRole } = input
  // A result as a client shows it is not put away: the model sees it.
  const folding = records.some(isResent) ? records.filter((record) => !isResent(record)) : records
  let prompt: Prompt | undefined
  const rendered = (): Prompt => {
    prompt ??= renderPrompt(input)
    return prompt
  }
  let visible: ReadonlySet<Seq> | undefined
  const isVisible = (seq: Seq): boolean => {
    visible ??= new Set([...input.pins, ...folding.flatMap(visibleIn)])
    return visible.has(seq) && entries[seq]?.kind === 'text'
  }
  return {
    isFolded: (seq) => isFoldedBy(folding, seq) && !isVisible(seq),
    version: input.version,
    resent: records.flatMap((record) => (isResent(record) ? [record.span.from] : [])),
    revised: records.flatMap((record) => ('revised' in record ? (record.revised ?? []).map(({ seq }) => seq) : [])),
    mayBeOurs: saysNothing,
    shown: () => [
      ...rendered().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'entry' ? [part.entry.seq] : []))),
      ...input.pins,
    ],
    otherWords: () => [
      ...otherWordsIn(rendered(), input.traits.name),
      ...[...records, ...earlier].flatMap((record) => otherWordsUnder(entries, record, summaryRole)),
      ...missingResults(entries),
      ...revisions,
    ],
  }
}

/** Of what a record puts away, what the model sees all the same, whole or in part. */
function visibleIn(record: PlanRecord): readonly Seq[] {
  if (record.action === 'summarize' || record.action === 'drop') return record.carries.map(({ seq }) => seq)
  return record.action === 'shorten' ? [record.span.from] : []
}

function isResent(record: PlanRecord): boolean {
  return record.action === 'clear' && record.resent !== undefined
}
