import type { Entry } from '../../schema/entry.ts'
import { isCommandTool } from '../tool-knowledge.ts'
import { leaves } from './call-leaves.ts'

/** A command that was run, and how it ended as far as the log shows. */
export interface CommandRun {
  readonly seq: number
  readonly command: string
  readonly hasFailed: boolean
}

/** The commands of a log in their order, failed ones included: what failed was run. */
export function commandRuns(entries: readonly Entry[]): readonly CommandRun[] {
  const ends = new Map(
    entries.flatMap((entry) => (entry.kind === 'tool-result' && 'seq' in entry.answers ? [[entry.answers.seq, entry]] : [])),
  )
  return entries.flatMap((entry) => {
    if (entry.kind !== 'tool-call' || !isCommandTool(entry.tool)) return []
    const end = ends.get(entry.seq)
    const hasFailed = end !== undefined && (end.envelope.outcome === 'failure' || FAILED.test(end.text.slice(-END)))
    return [
      {
        seq: entry.seq,
        command: leaves(entry.input)
          .join('\n')
          .replaceAll(/[ \t]+/g, ' '),
        hasFailed,
      },
    ]
  })
}

/** How programs that do not say it by their exit status end if something was wrong. */
const FAILED =
  /\b(?:[1-9]\d{0,5} (?:failed|failures?|errors?)|exit(?:ed with)?(?: code| status)? [1-9]\d{0,2}|command not found)\b|^(?:FAIL|ERROR|error:|fatal:|make: \*\*\*)|✗|❌/im
const END = 4_000
