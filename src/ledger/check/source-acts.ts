import type { Entry, ToolCallEntry } from '../../schema/entry.ts'
import { isJsonObject, type Json } from '../../schema/json.ts'
import { type Act, actsOf, isChange } from './acts.ts'

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
}

export type ActsOfLog = () => readonly Act[]

/** The acts of a log, each read once, when it is first asked for. */
export function actsOfLog(entries: readonly Entry[]): ActsOfLog {
  let acts: readonly Act[] | undefined
  return () => {
    if (acts === undefined) {
      const failed = new Set(
        entries.flatMap((entry) =>
          entry.kind === 'tool-result' && entry.envelope.outcome === 'failure' && 'seq' in entry.answers
            ? [entry.answers.seq]
            : [],
        ),
      )
      acts = entries.flatMap((entry) => actsOf(entry, ({ seq }) => failed.has(seq), meantBy, entries[entry.seq - 1]))
    }
    return acts
  }
}

/** The arguments of a call as they are meant. */
function meantBy({ input }: ToolCallEntry): string {
  const meant = leaves(input)
  return meant.length > 0 ? meant.join('\n') : input
}

export function sourceActs(all: readonly Entry[], acts: ActsOfLog): SourceActs {
  const own = new Set<number>(all.map(({ seq }) => seq))
  const first = (): number => Math.min(...own)
  return {
    cited: () => acts().filter(({ seq }) => own.has(seq)),
    since: (from) => acts().filter(({ seq }) => seq > from),
    first,
    lastChange: () => Math.max(first(), ...all.filter(isChange).map(({ seq }) => seq)),
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

/** The texts among the arguments of a call. */
export function leaves(input: string): readonly string[] {
  const args = jsonOf(input)
  return args === undefined ? [] : stringsIn(args)
}

/** The arguments of a call; broken ones say what they say. */
export function jsonOf(input: string): Json | undefined {
  try {
    return JSON.parse(input)
  } catch {
    return undefined
  }
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : []
}
