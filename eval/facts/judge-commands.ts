import type { Claim } from './claims.ts'
import type { False, Fault, Truth } from './judge.ts'
import type { Ending } from './outcomes.ts'

/** What may be said of a call that ended so; everything else is false. */
const MAY_SAY: Readonly<Record<Ending, RegExp>> = {
  success: /^success$/,
  failure: /^failure$/,
  running: /^(?:running|still running|not finished|partial|unknown)$/,
  'timed out': /^(?:timed out|failure|partial|running|not finished|stopped|unknown)$/,
  interrupted: /^(?:interrupted|partial|failure|stopped|not finished|unknown)$/,
  refused: /^(?:refused|rejected|unknown)$/,
  'no result': /^(?:no result|unknown|running|still running|not finished)$/,
  unclear: /^/,
}

/** The outcome that a command is said to have had, against what its result says, or the result that came later. */
export function judgeCommand(
  { seq, outcome, failed }: Extract<Claim, { kind: 'command' }>,
  { outcomes }: Truth,
): Omit<False, 'claim'> | undefined {
  const truth = outcomes.get(seq)
  if (truth !== undefined && !MAY_SAY[truth.ending].test(outcome))
    return { fault: faultOf(outcome, truth.ending), evidence: truth }
  const before = failed === undefined ? undefined : outcomes.get(failed)
  return before?.ending === 'success' ? { fault: 'success told as failure', evidence: before } : undefined
}

function faultOf(said: string, ending: Ending): Fault {
  if (ending === 'refused') return 'refused told as run'
  if (ending === 'success' || ending === 'failure') {
    if (said === 'success') return 'failure told as success'
    return said === 'failure' ? 'success told as failure' : 'ended told as unfinished'
  }
  return 'unfinished told as ended'
}

/** Words of an output must stand in it, or in the one that came when it was asked for again. They may be cut, and stand on one line. */
export function judgeQuote(
  { seq, quote, line }: Extract<Claim, { kind: 'quote' }>,
  { deeds, entries }: Truth,
): Omit<False, 'claim'> | undefined {
  const deed = deeds.get(seq)
  if (deed?.result === undefined) return undefined
  const ended = entries[Number(/, ended at e(\d+)/.exec(line)?.[1] ?? -1)]
  const text = plain(ended?.kind === 'tool-result' ? ended.text : deed.result.text)
  const isThere = plain(quote)
    .split('…')
    .every((piece) => text.includes(piece.trim()))
  const evidence = { seq: deed.result.seq, words: text.slice(0, 200) }
  return isThere ? undefined : { fault: 'quoted words not in the output', evidence }
}

/** A text as a summary may print it: one blank between words, no marks of bold print. */
export function plain(text: string): string {
  return text.replaceAll('**', '').replaceAll(/\s+/g, ' ').trim()
}
