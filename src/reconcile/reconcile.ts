import type { MessageDraft } from '../schema/draft.ts'
import { frozen } from '../schema/frozen.ts'
import { seqOf } from '../schema/ids.ts'
import type { Reconciliation, Verdict, ViewFacts } from '../schema/reconciliation.ts'
import { shownRange } from '../schema/stored-plan.ts'
import { type Alignment, align, isEndOf } from './align.ts'
import { classify } from './classify.ts'
import { commonStart, type ResendStart } from './common-start.ts'
import { draftsToAppend, revisionsOf } from './drafts-to-append.ts'
import { frontOf, rewordFront } from './front.ts'
import { type GivenBlock, givenBlocks } from './given-blocks.ts'
import { judge } from './judge.ts'
import type { KnownLog } from './known-log.ts'
import { fateRuns, omissionsOf, reachOf } from './report.ts'
import { resentResults } from './resent-results.ts'
import { supersededBy } from './superseded.ts'
import { translateIds } from './translate-ids.ts'

const FROM_THE_BEGINNING: ResendStart = frozen({ messages: 0, seq: seqOf(0), omitted: [] })

/**
 * Aligns a history that a client hands in again with the log, and says what is new, what is an edit, what was left out and what is another
 * conversation. Pure: the caller appends, forks or reports.
 *
 * - What the log has and the client left out stays.
 * - Nothing new is lost: what is not recognised is in `append` or in `revisions`, but for a harness's notices in old messages.
 * - Words of our own are never taken for history.
 */
export function reconcile(options: {
  readonly known: KnownLog
  /** Messages behind the first `start.messages`. */
  readonly incoming: readonly MessageDraft[]
  readonly view?: ViewFacts
  readonly start?: ResendStart
  /** True if the client says that what is missing at the head was deleted. */
  readonly isHeadDeleted?: boolean
}): Reconciliation {
  const { known, incoming, view, isHeadDeleted = false } = options
  const before = options.start ?? FROM_THE_BEGINNING
  const said = commonStart(known.entries, incoming, before.seq)
  const isTrimmed = !isHeadDeleted && before.messages === 0 && isCutShort(known, incoming, said)
  const common = isTrimmed ? { ...FROM_THE_BEGINNING, reach: [] } : said
  const start: ResendStart = {
    messages: before.messages + common.messages,
    seq: common.seq,
    omitted: [...before.omitted, ...common.omitted],
  }
  const asGiven = givenBlocks(incoming.slice(common.messages))
  const { given, alignment } = alignRest({ known, given: asGiven, start, view, isTrimmed })
  const isSystemOnly = start.seq <= known.front()
  const front = isSystemOnly ? frontOf(given) : 0
  const found = classify({ known, given, alignment, start, view, isHeadDeleted })
  const classified = rewordFront(found, { front, known, from: start.seq, seqs: alignment.seqs })
  const at = {
    known,
    incoming,
    given,
    asGiven,
    alignment,
    classified,
    view,
    isHeadDeleted,
    front,
    start,
    resumes: !isSystemOnly || before.messages > 0,
  }
  const verdict = known.entries.length === 0 ? onEmpty(incoming) : judge(at)
  const judged = { ...at, verdict }
  const isHere = verdict.kind !== 'branch' && verdict.kind !== 'unrelated'
  return {
    verdict,
    fates: fateRuns(judged),
    append: draftsToAppend(judged),
    revisions: revisionsOf(judged),
    results: resentResults(judged, { from: before.seq, end: common.seq }),
    superseded: isHere ? supersededBy(judged, { from: before.seq, end: common.seq }) : [],
    omitted: [...start.omitted, ...omissionsOf(judged)].map(shownRange),
    reach: [...common.reach, ...reachOf(judged)],
  }
}

/** True if a history goes on as the log begins, but not for long, and is the end of the log as a whole: people say the same thing twice. */
function isCutShort({ entries }: KnownLog, incoming: readonly MessageDraft[], { messages, seq }: ResendStart): boolean {
  if (messages === 0 || messages === incoming.length || seq === entries.length) return false
  return isEndOf(entries, givenBlocks(incoming), seqOf(0))
}

/** Aligns; if the client has call ids of its own, once more under the log's ids. */
function alignRest(options: Parameters<typeof align>[0]): {
  readonly given: readonly GivenBlock[]
  readonly alignment: Alignment
} {
  const { given, known } = options
  const alignment = align(options)
  const translated = translateIds(given, alignment, known.entries)
  if (translated === undefined) return { given, alignment }
  return { given: translated, alignment: align({ ...options, given: translated }) }
}

function onEmpty(incoming: readonly MessageDraft[]): Verdict {
  return incoming.length === 0 ? { kind: 'unchanged' } : { kind: 'continues' }
}
