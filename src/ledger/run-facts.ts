import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { type ByCall, byCall } from './by-call.ts'
import { type CommandFact, ended, endOf } from './command-facts.ts'
import { isForbidden } from './in-vain.ts'
import { ongoing } from './ongoing.ts'
import type { CallReading } from './read-call.ts'
import type { EntryReading } from './read-entry.ts'
import { isSearchTool } from './searches.ts'
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

type Act = Pick<CommandFact, 'outcome' | 'end' | 'result' | 'isSearch' | 'search' | 'trouble'>

export function runFacts(): RunFacts {
  const commands = byCall<CommandFact>()
  const acts = byCall<Act>()
  const running = ongoing()
  return {
    call(entry, { command, folder, files, asksFor, search }) {
      const { seq, tool } = entry
      if (running.looksAfter(seq, asksFor)) return
      if (command !== undefined)
        commands.set(seq, { command, ...(folder === undefined ? {} : { folder }), outcome: 'unknown', seq })
      if (files.length === 0 && !isKnownTool(tool)) acts.set(seq, { outcome: 'unknown', search })
    },
    result(call, entry, reading) {
      const started = running.callOf(call, entry, reading.ending)
      const command = commands.get(started)
      if (started === call && isForbidden(entry)) {
        commands.delete(call)
        acts.delete(call)
      } else if (command !== undefined) commands.set(started, ended(command, entry, reading))
      else {
        const act = acts.get(started)
        if (act !== undefined) acts.set(started, { ...act, ...actEnded(started, entry, reading) })
      }
    },
    commands: () => commands.facts(),
    acts: (entries) => actsOf(entries, acts),
  }
}

/** An answer of a tool that is no longer than this is told whole. */
const SHORT_ANSWER = 40

function actEnded(call: Seq, result: ToolResultEntry, reading: EntryReading): Act {
  const outcome = reading.ending ?? result.envelope.outcome
  const isSearch = isSearchTool(result.envelope.tool)
  const isTold = isSearch || result.text.length <= SHORT_ANSWER
  const trouble = outcome === 'failure' ? reading.remarks.find(({ kind }) => kind === 'error')?.text : undefined
  return {
    ...{ outcome, ...endOf(call, result, outcome) },
    ...(isTold ? { result } : {}),
    ...(isSearch ? { isSearch } : {}),
    ...(trouble === undefined ? {} : { trouble }),
  }
}

/** More of its arguments than this is not shown anyway. */
const LONGEST_ACT = 1_200
/** So many of them, the latest. */
const MOST_ACTS = 60

function actsOf(entries: readonly Entry[], acts: ByCall<Act>): readonly CommandFact[] {
  return acts.latest(MOST_ACTS).flatMap(([seq, act]) => {
    const entry = entries[seq]
    if (entry?.kind !== 'tool-call') return []
    return [{ command: `${entry.tool} ${entry.input.slice(0, LONGEST_ACT)}`, ...act, isAct: true, seq }]
  })
}
