import type { Claim } from './claims.ts'
import type { False, Truth } from './judge.ts'
import { plain } from './judge-commands.ts'
import type { Deed } from './log.ts'

type Verdict = Omit<False, 'claim'> | undefined
type Repository = Extract<Claim, { kind: 'repository' }>

/** `[main 1a2b3c4] Subject`, as git prints it when it has committed. */
const PRINTED = /^\[(\S.*?) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.*)$/gm
const COMMITS = /\bgit\b[^\n;|&]*\b(?:commit|cherry-pick|revert)\b/
const ELSEWHERE = /\bcd ["']?(?:\/private)?\/(?:tmp|var)\/|\bcd ["']?\$|-C (?:\/private)?\/tmp\//

/** The last commit, what it replaced, where it went and what git said of changed files, against what git printed. */
export function judgeRepository(claim: Repository, truth: Truth): Verdict {
  return 'hash' in claim.said ? judgeCommit(claim, claim.said, truth) : judgeStatus(claim, claim.said.words, truth)
}

function judgeCommit({ seq }: Repository, said: Extract<Repository['said'], { hash: string }>, { deeds }: Truth): Verdict {
  const wrong = (deed: Deed | undefined, words: string): Verdict => ({
    fault: 'commit told otherwise',
    evidence: { seq: deed?.seq ?? seq, words },
  })
  const made = [...deeds.values()].flatMap((deed) => {
    const printed = COMMITS.test(deed.command ?? '') ? [...(deed.result?.text ?? '').matchAll(PRINTED)].at(-1) : undefined
    return printed === undefined ? [] : [{ deed, branch: printed[1], hash: printed[2], subject: printed[3] ?? '' }]
  })
  const own = made.find(({ deed, hash }) => deed.seq === seq && hash === said.hash)
  if (own === undefined) return wrong(deeds.get(seq), 'git printed no such commit')
  const later = made.find(({ deed }) => deed.seq > seq && !ELSEWHERE.test(deed.command ?? ''))
  if (later !== undefined) return wrong(later.deed, `${later.hash} was committed later`)
  if (own.branch !== said.branch) return wrong(own.deed, `on ${own.branch}`)
  if (!own.subject.replaceAll(/\s+/g, ' ').startsWith(said.subject.replace(/…$/, ''))) return wrong(own.deed, own.subject)
  if (said.isAmended !== /--amend\b/.test(own.deed.command ?? '')) return wrong(own.deed, own.deed.command ?? '')
  const pushed = said.pushed === undefined ? undefined : deeds.get(said.pushed)
  const isPushed =
    /\bgit\b.*\bpush\b/s.test(pushed?.command ?? '') && !/\[(?:remote )?rejected\]/.test(pushed?.result?.text ?? '')
  return said.pushed === undefined || isPushed ? undefined : wrong(pushed, 'nothing was pushed here')
}

function judgeStatus({ seq }: Repository, words: string, { deeds }: Truth): Verdict {
  const deed = deeds.get(seq)
  const text = deed?.result?.text ?? ''
  const evidence = { seq, words: text.slice(0, 200) }
  if (!/\bgit\b[^\n;|&]*\bstatus\b/.test(deed?.command ?? '')) return { fault: 'status told otherwise', evidence }
  const printed = /^“(.*?)…?”$/s.exec(words)?.[1]
  if (printed !== undefined) return plain(text).startsWith(printed) ? undefined : { fault: 'status told otherwise', evidence }
  const branch = /^on (\S+?)(?:,|$)/.exec(words)?.[1]
  const isOn = branch === undefined || text.includes(`On branch ${branch}`) || text.includes(`## ${branch}`)
  const by = /\b(?:ahead|behind)(?: of)? (\d+)|\b(\d+) (?:ahead|behind)/.exec(words)
  const isBy = by === null || new RegExp(`\\b(?:ahead|behind)\\b[^\\n]*\\b${by[1] ?? by[2]}\\b`).test(text)
  const changed = Number(/\b(\d+) changed files?\b/.exec(words)?.[1] ?? 0)
  const untracked = Number(/\b(\d+) untracked\b/.exec(words)?.[1] ?? 0)
  const isCounted =
    !/changed files?|untracked|nothing uncommitted/.test(words) || counts(text).includes(`${changed} ${untracked}`)
  return isOn && isBy && isCounted ? undefined : { fault: 'status told otherwise', evidence }
}

/** Changed and untracked files by both ways to print them. */
function counts(text: string): readonly string[] {
  const long = new Set(
    [...text.matchAll(/^\s+(?:modified|new file|deleted|renamed|copied|typechange|both \w+|deleted by \w+): +(.+)$/gm)].map(
      ([, file]) => file,
    ),
  )
  const unknown = text.split(/^Untracked files:.*$/m)[1] ?? ''
  const below = unknown
    .split('\n')
    .slice(1)
    .filter((line) => !/^\s+\(/.test(line))
  const end = below.findIndex((line) => !/^\s+\S/.test(line))
  const short = [...text.matchAll(/^[ MADRCTU]{2} \S|^[MDT] \S/gm)].length
  return [
    `${long.size} ${(end === -1 ? below : below.slice(0, end)).length}`,
    `${short} ${[...text.matchAll(/^\?\? /gm)].length}`,
  ]
}
