import { handleOf, type Seq } from '../schema/ids.ts'
import { inQuotes, shownName } from './defuse.ts'
import type { GitCall } from './git-words.ts'
import { oneLine } from './one-line.ts'

/** A rebase, merge or the like that stopped because of conflicts. */
export interface Conflict {
  readonly seq: Seq
  readonly words: string
  readonly files: readonly string[]
  /** The commit that could not be put on top, as git named it. */
  readonly commit: string
}

const MERGING: ReadonlySet<string> = new Set(['rebase', 'merge', 'pull', 'cherry-pick', 'revert', 'am', 'stash'])
const FILE = /^CONFLICT \([^)\n]{1,40}\): (?:Merge conflict in )?(\S{1,200})/gm
const COMMIT = /^(?:error: )?could not apply ([0-9a-f]{7,40}[^\n]{0,100})/im
const LOOKED_AT = 6_000
const MOST_FILES = 6
const LONGEST = 80

/** What a command stopped at; `undefined` if it ended what had stopped; `before` if it did neither. */
export function conflictAfter(
  before: Conflict | undefined,
  {
    seq,
    calls,
    text,
    isSuccess,
  }: { readonly seq: Seq; readonly calls: readonly GitCall[]; readonly text: string; readonly isSuccess: boolean },
): Conflict | undefined {
  const merge = calls.findLast(({ verb }) => MERGING.has(verb))
  const head = text.slice(0, LOOKED_AT)
  const files = merge === undefined ? [] : [...head.matchAll(FILE)].map(([, file = '']) => file)
  if (merge !== undefined && files.length > 0) {
    const words = `git ${[merge.verb, ...merge.options, ...merge.named].join(' ')}`
    return { seq, words, files: [...new Set(files)], commit: COMMIT.exec(head)?.[1]?.trim() ?? '' }
  }
  return isSuccess && calls.some(endsMerge) ? undefined : before
}

function endsMerge({ verb, options }: GitCall): boolean {
  return (
    MERGING.has(verb) ||
    verb === 'commit' ||
    (verb === 'checkout' && options.some((one) => /^-[bB]$/.test(one))) ||
    (verb === 'reset' && options.includes('--hard'))
  )
}

/** `- “git rebase origin/main” stopped at 1a2b3c4… Mend it, with conflicts in a.ts, b.ts (e12)` */
export function conflictLine({ seq, words, files, commit }: Conflict): string {
  const at = commit === '' ? '' : ` at ${inQuotes(oneLine(commit, LONGEST))},`
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : ''
  const named = files.slice(0, MOST_FILES).map(shownName).join(', ')
  return `- ${inQuotes(oneLine(words, LONGEST))} stopped${at} with conflicts in ${named}${more} (${handleOf(seq)}), not seen to end`
}
