import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import { seqOf } from '../schema/ids.ts'
import { changedNothing } from '../schema/nothing-changed.ts'
import { SHELL_ENDING } from '../schema/notices.ts'

/** So much of the end of an output is looked at for the shell's last lines. */
const LOOKED_AT = 600
/** What stands above the shell's last lines if a file is open. */
const OPEN_FILE = /\n?\(Open file: [^\n]*\)\n$/
/** How programs say at the beginning of a line that they failed, and nothing else follows but more of it. */
const FAILED =
  /^(?:Traceback \(most recent call last\):|bash: |\S[^\n:]{0,200}: [^\n]{0,300}(?:No such file or directory|command not found|Permission denied)$)/m

/**
 * The result of a call that came as a message: SWE-agent without function calling says in the next message what its shell printed.
 *
 *     action "python a.py"  ·  user "Traceback …\n(Open file: n/a)\n(Current directory: /src)\nbash-$"   →   a result that failed
 */
export function resultIn(entry: Entry, before: Entry | undefined): ToolResultEntry | undefined {
  if (entry.kind === 'tool-result') return entry
  if (entry.kind !== 'text' || entry.author !== 'harness' || before?.kind !== 'tool-call') return undefined
  const from = Math.max(0, entry.text.length - LOOKED_AT)
  const ending = SHELL_ENDING.exec(entry.text.slice(from))
  if (ending === null || before.seq !== entry.seq - 1) return undefined
  const text = `${entry.text.slice(0, from)}${entry.text.slice(from, from + ending.index).replace(OPEN_FILE, '')}`
  return observed(before, entry, text)
}

function observed(call: ToolCallEntry, entry: Entry, text: string): ToolResultEntry {
  const { tool, callId } = call
  const outcome = changedNothing(tool, text) || FAILED.test(text.slice(0, LOOKED_AT)) ? 'failure' : 'success'
  return {
    ...{ ...entry, kind: 'tool-result', callId, text, answers: { kind: 'call', seq: seqOf(call.seq) } },
    envelope: { tool, callId, outcome, keyFields: {} },
  }
}
