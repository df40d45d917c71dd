import type { Outcome, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { changedNothing } from '../schema/nothing-changed.ts'
import { isUnfinished } from '../schema/unfinished.ts'

/** How a call ended, or that it has not. */
export type Ending = Outcome | 'running'

const STOPPED = /^(?:\{"message": ?")?Successfully (?:killed|stopped|terminated)\b|<status>killed<\/status>/i
const FAILED = /<status>failed<\/status>/
/** A person stopped it, whatever the program around the agent calls that. */
const INTERRUPTED = /^\[Request interrupted by user/
/** The id under which a call goes on. */
const ID = /(?:session ID|with ID:|agentId:|<task_id>) ?([\w-]+)/
const LOOKED_AT = 600

/** How a call ended by a result of it, the last of several. */
export function endingIn({ text, envelope }: ToolResultEntry): Ending {
  const head = text.slice(0, LOOKED_AT)
  if (isUnfinished(text)) return 'running'
  if (STOPPED.test(head) || INTERRUPTED.test(head)) return 'partial'
  return FAILED.test(head) || changedNothing(envelope.tool, text) ? 'failure' : envelope.outcome
}

/** Calls that run on, and those that look after them. */
interface Ongoing {
  /** Whether a call looks after one that runs: what comes of it is that one's result. */
  looksAfter(call: Seq, id: string | undefined): boolean
  /** The call that a result is the latest of. */
  callOf(call: Seq, result: ToolResultEntry, ending: Ending | undefined): Seq
}

export function ongoing(): Ongoing {
  const running = new Map<string, Seq>()
  const followed = new Map<Seq, Seq>()
  return {
    looksAfter(call, id) {
      const started = id === undefined ? undefined : running.get(id)
      if (started !== undefined) followed.set(call, started)
      return started !== undefined
    },
    callOf(call, result, ending) {
      const started = followed.get(call) ?? call
      const id = ending === 'running' ? ID.exec(result.text.slice(0, LOOKED_AT))?.[1] : undefined
      if (id !== undefined) running.set(id, started)
      return started
    },
  }
}
