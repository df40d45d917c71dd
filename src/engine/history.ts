import { RESENT_STRATEGY } from '../compact/resent-results.ts'
import { PIN_STRATEGY } from '../compact/show-pins.ts'
import { type Commit, commitKind } from '../schema/commit.ts'

/** What can be taken back, and what was taken back and can be made again. */
interface History {
  /** Commits that hold, oldest first: the last one is in effect. */
  readonly standing: readonly Commit[]
  /** Undone commits, the one that was undone last at the end. Whatever changes the view in another way forgets them. */
  readonly undone: readonly Commit[]
}

/**
 * The history that commits come to. One that only shows pins again, or results as a client shows them, stands in place of the compaction
 * that it changed; if there was none, there is none to take back.
 *
 *     compact c1 · compact c2 · undo · undo · redo   ⇒   standing: c1   undone: c2
 */
export function historyOf(commits: readonly Commit[]): History {
  const standing: Commit[] = []
  const undone: Commit[] = []
  for (const commit of commits) {
    const kind = commitKind(commit)
    if (kind === 'undo') undone.push(...standing.splice(-1))
    else if (AMENDMENTS.has(commit.receipt.strategy)) {
      if (standing.pop() !== undefined) standing.push(commit)
    } else {
      if (kind === 'redo') undone.pop()
      else undone.length = 0
      standing.push(commit)
    }
  }
  return { standing, undone }
}

const AMENDMENTS: ReadonlySet<string> = new Set([PIN_STRATEGY, RESENT_STRATEGY])
