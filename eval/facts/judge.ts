import type { Entry } from '../../src/schema/entry.ts'
import { type Claim, claimsIn, spanOf } from './claims.ts'
import { type FileEvent, fileEventsIn } from './file-events.ts'
import { judgeAnswer, judgeOptions } from './judge-answers.ts'
import { judgeCommand, judgeQuote } from './judge-commands.ts'
import { judgeEdit, judgePut } from './judge-edit.ts'
import { eventsOf, judgeFile } from './judge-files.ts'
import { judgeRepository } from './judge-repository.ts'
import { judgeChangeWords, judgeTestWords } from './judge-words.ts'
import { type Deed, deedsIn, type Evidence } from './log.ts'
import { type Outcome, outcomesIn } from './outcomes.ts'

/** What the log says up to the entry that a summary ends with. */
export interface Truth {
  readonly entries: readonly Entry[]
  readonly deeds: ReadonlyMap<number, Deed>
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly files: readonly FileEvent[]
}

/** What is wrong with a statement. Each is a row of the table. */
export const FAULTS = [
  'unfinished told as ended',
  'ended told as unfinished',
  'failure told as success',
  'success told as failure',
  'refused told as run',
  'quoted words not in the output',
  'gone file told as there',
  'moved file told otherwise',
  'old file told as created',
  'undone change told as made',
  'change that was not made',
  'more changes told than made',
  'file that is there told as deleted',
  'answer to another question',
  'option that was not chosen',
  'refused proposal told as said',
  'tests told as passing',
  'file told as unchanged',
  'commit told otherwise',
  'status told otherwise',
  'edit told otherwise',
] as const
export type Fault = (typeof FAULTS)[number]

export interface False {
  readonly fault: Fault
  readonly claim: Claim
  readonly evidence: Evidence
}

export interface Judged {
  /** How many statements were held against the log, by kind. */
  readonly claims: Readonly<Record<Claim['kind'], number>>
  /** Of those on commands and files, how many the log says nothing of. */
  readonly unclear: number
  readonly falses: readonly False[]
}

export function truthOf(entries: readonly Entry[], end: number): Truth {
  const deeds = deedsIn(entries).filter(({ seq }) => seq < end)
  const outcomes = outcomesIn(deeds, end)
  return {
    entries: entries.slice(0, end),
    deeds: new Map(deeds.map((deed) => [deed.seq, deed])),
    ...{ outcomes, files: fileEventsIn(deeds, outcomes) },
  }
}

/** Holds everything that a summary states against the log that it was made of. */
export function judgeSummary(summary: string, entries: readonly Entry[]): Judged {
  return judgeClaims(claimsIn(summary), truthOf(entries, spanOf(summary)?.end ?? entries.length))
}

/**
 * The outcomes that stand in place of outputs (`[Bash: success]`) in what is shown of a log. An output that came while its command ran on
 * was a part of it, whatever came with later ones, which stand behind it.
 */
export function judgeCleared(shown: readonly Entry[], entries: readonly Entry[]): Judged {
  const results = new Map(entries.filter((entry) => entry.kind === 'tool-result').map((entry) => [entry.callId, entry]))
  const claims = shown.flatMap((entry): readonly Extract<Claim, { kind: 'command' }>[] => {
    const whole = entry.kind === 'tool-result' ? results.get(entry.callId) : undefined
    if (entry.kind !== 'tool-result' || whole?.answers.kind !== 'call' || whole.text === entry.text) return []
    const [line, command = '', outcome] = /^\[([^\]\n]{1,80}): ([a-z ]+)[\],]/.exec(entry.text) ?? []
    if (line === undefined || outcome === undefined) return []
    const { seq } = whole.answers
    const ranOn = outcome === 'partial' && truthOf(entries, whole.seq + 1).outcomes.get(seq)?.ending === 'running'
    return ranOn ? [] : [{ kind: 'command', line, seq, command, outcome, failed: undefined }]
  })
  return judgeClaims(claims, truthOf(entries, entries.length))
}

function judgeClaims(stated: readonly Claim[], truth: Truth): Judged {
  const claims = { command: 0, quote: 0, file: 0, answer: 0, words: 0, edit: 0, put: 0, repository: 0 }
  const falses: False[] = []
  for (const claim of stated) {
    claims[claim.kind] += 1
    const found = judgeClaim(claim, truth)
    if (found !== undefined) falses.push({ claim, ...found })
  }
  return { claims, falses, unclear: stated.filter((claim) => isUnclear(claim, truth)).length }
}

function isUnclear(claim: Claim, { outcomes, files }: Truth): boolean {
  if (claim.kind === 'command') return (outcomes.get(claim.seq)?.ending ?? 'unclear') === 'unclear'
  return claim.kind === 'file' && claim.operation !== 'read' && eventsOf(claim.paths, files).length === 0
}

function judgeClaim(claim: Claim, truth: Truth): Omit<False, 'claim'> | undefined {
  switch (claim.kind) {
    case 'command':
      return judgeCommand(claim, truth)
    case 'quote':
      return judgeQuote(claim, truth)
    case 'file':
      return judgeFile(claim, truth)
    case 'answer':
      return judgeAnswer(claim, truth)
    case 'edit':
      return judgeEdit(claim, truth)
    case 'put':
      return judgePut(claim, truth)
    case 'repository':
      return judgeRepository(claim, truth)
    case 'words':
      return judgeOptions(claim, truth) ?? judgeTestWords(claim, truth) ?? judgeChangeWords(claim, truth)
  }
}
