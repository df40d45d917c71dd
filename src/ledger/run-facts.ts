import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { type CommandFact, ended, endOf } from './command-facts.ts'
import { isForbidden } from './in-vain.ts'
import { endingIn, ongoing } from './ongoing.ts'
import type { CallReading } from './read-call.ts'
import type { EntryReading } from './read-entry.ts'
import { firstFound, searchIn, TOOL_OF_SEARCH } from './searches.ts'
import { isKnownTool } from './tool-knowledge.ts'

/** Collects what was run and how it ended, call by call and result by result. */
interface RunFacts {
  call(entry: ToolCallEntry, reading: CallReading): void
  /** A result of `call`: the first, or one that was asked for later. */
  result(call: Seq, entry: ToolResultEntry, reading: EntryReading): void
  commands(): readonly CommandFact[]
  /** Calls of tools of which nothing is known but their name, as if they were commands. */
  acts(entries: readonly Entry[]): readonly CommandFact[]
}

type Act = Pick<CommandFact, 'outcome' | 'end' | 'made'>

export function runFacts(): RunFacts {
  const commands = new Map<Seq, CommandFact>()
  const acts = new Map<Seq, Act>()
  const running = ongoing()
  return {
    call(entry, { command, files, asksFor }) {
      const { seq, tool } = entry
      if (running.looksAfter(seq, asksFor)) return
      if (command !== undefined) commands.set(seq, { command, outcome: 'unknown', seq })
      if (files.length === 0 && !isKnownTool(tool)) acts.set(seq, { outcome: 'unknown' })
    },
    result(call, entry, reading) {
      const started = running.callOf(call, entry)
      const command = commands.get(started)
      if (started === call && isForbidden(entry)) {
        commands.delete(call)
        acts.delete(call)
      } else if (command !== undefined) commands.set(started, ended(command, entry, reading))
      else if (acts.has(started)) acts.set(started, actEnded(started, entry))
    },
    commands: () => [...commands.values()],
    acts: (entries) => actsOf(entries, acts),
  }
}

function actEnded(call: Seq, result: ToolResultEntry): Act {
  const found = TOOL_OF_SEARCH.test(result.envelope.tool) ? firstFound(result.text) : undefined
  return { outcome: endingIn(result), ...endOf(call, result), ...(found && { made: found }) }
}

/** More of its arguments than this is not shown anyway. */
const LONGEST_ACT = 400
/** So many of them, the latest. */
const MOST_ACTS = 60

function actsOf(entries: readonly Entry[], acts: ReadonlyMap<Seq, Act>): readonly CommandFact[] {
  return [...acts].slice(-MOST_ACTS).flatMap(([seq, act]) => {
    const entry = entries[seq]
    if (entry?.kind !== 'tool-call') return []
    const search = searchIn(entry)
    return [{ command: `${entry.tool} ${entry.input.slice(0, LONGEST_ACT)}`, ...act, seq, ...(search && { search }) }]
  })
}
