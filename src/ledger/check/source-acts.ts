import type { Entry, ToolCallEntry } from '../../schema/entry.ts'
import { type Act, actsOf, isChange } from './acts.ts'
import { leaves } from './call-leaves.ts'
import { type CommandRun, commandRuns } from './command-runs.ts'

/** What the log shows to have been done. */
export interface SourceActs {
  /** By the sources themselves. */
  cited(): readonly Act[]
  /** From an entry on. */
  since(seq: number): readonly Act[]
  /** The first of the sources. */
  first(): number
  /** The last of them that changed a file, or the first of all. */
  lastChange(): number
  /** What came back from the calls of the sources. */
  results(): readonly string[]
  /** All commands of the log. */
  runs(): readonly CommandRun[]
  /** Those of the sources. */
  citedRuns(): readonly CommandRun[]
}

export interface ActsOfLog {
  acts(): readonly Act[]
  runs(): readonly CommandRun[]
}

/** The acts of a log, each read once, when it is first asked for. */
export function actsOfLog(entries: readonly Entry[]): ActsOfLog {
  let acts: readonly Act[] | undefined
  let runs: readonly CommandRun[] | undefined
  return {
    acts: () => {
      acts ??= actsIn(entries)
      return acts
    },
    runs: () => {
      runs ??= commandRuns(entries)
      return runs
    },
  }
}

function actsIn(entries: readonly Entry[]): readonly Act[] {
  const failed = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'tool-result' && entry.envelope.outcome === 'failure' && 'seq' in entry.answers ? [entry.answers.seq] : [],
    ),
  )
  return entries.flatMap((entry) => actsOf(entry, ({ seq }) => failed.has(seq), meantBy, entries[entry.seq - 1]))
}

/** The arguments of a call as they are meant. */
function meantBy({ input }: ToolCallEntry): string {
  const meant = leaves(input)
  return meant.length > 0 ? meant.join('\n') : input
}

export function sourceActs(all: readonly Entry[], { acts, runs }: ActsOfLog): SourceActs {
  const own = new Set<number>(all.map(({ seq }) => seq))
  const first = (): number => Math.min(...own)
  return {
    cited: () => acts().filter(({ seq }) => own.has(seq)),
    since: (from) => acts().filter(({ seq }) => seq > from),
    first,
    lastChange: () => Math.max(first(), ...all.filter(isChange).map(({ seq }) => seq)),
    results: () => all.flatMap((entry) => (entry.kind === 'tool-result' ? [entry.text] : [])),
    runs,
    citedRuns: () => runs().filter(({ seq }) => own.has(seq)),
  }
}

/** How many results are cited, how many of them failed, and how many calls there are of each tool. */
export function tallyOf(cited: readonly Entry[], all: readonly Entry[]): readonly number[] {
  const results = cited.filter((entry) => entry.kind === 'tool-result')
  const failed = results.filter(({ envelope }) => envelope.outcome === 'failure')
  const calls = all.filter((entry) => entry.kind === 'tool-call')
  const tools = Map.groupBy(calls, ({ tool }) => tool)
  return [results.length, failed.length, ...[...tools.values()].map(({ length }) => length)]
}
