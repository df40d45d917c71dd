/** Something that a summary states, with the line that states it and the entry that it names. */
export type Claim = { readonly line: string; readonly seq: number } & (
  | { readonly kind: 'command'; readonly command: string; readonly outcome: string; readonly failed: number | undefined }
  | { readonly kind: 'quote'; readonly quote: string }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly paths: readonly string[]
      readonly operation: string
      readonly times: number
    }
  | { readonly kind: 'answer'; readonly question: string; readonly answer: string }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'put'; readonly paths: readonly string[]; readonly lines: readonly string[] }
  | { readonly kind: 'edit'; readonly fate: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'repository'
      readonly said:
        | { readonly words: string }
        | {
            readonly hash: string
            readonly branch: string
            readonly subject: string
            readonly isAmended: boolean
            readonly pushed: number | undefined
          }
    }
)

const HANDLE = /\(e(\d+)\)$/
const OUTCOMES =
  'success|failure|partial|unknown|running|timed out|interrupted|refused|rejected|stopped|not finished|still running|no result'
const COMMAND = new RegExp(`^(.*?) → (${OUTCOMES})\\b(.*)$`, 's')
const FILE =
  /^(.+?): (created|modified|deleted|read|moved(?: (?:to|from) (.+?))?|renamed(?: (?:to|from) (.+?))?)(?:, (?:now with|with changes in|without|moved from) [^()]*)? \((?:(\d+)×, )?e(\d+)\)/
const ANSWER = /^e(\d+), to “(.*?)”(?:, “.*?”)*: (.*)$/s
const COMMIT = /^last commit: ([0-9a-f]+) on (.+?)(, amended(?: \(was [^()]*\))?)?: “(.*?)” \(e(\d+)\)(.*)$/s
const PRINTED = /^“.*?” printed: “(?:… )?(.*)” \(e(\d+)\)$/s
const EDIT = /^last edit(, not applied|, no result yet)?: (.+?)(?:: (“.*”(?: put in| taken out)?))? \(e(\d+)\)$/s
const PUT = /^put into (.+?): (“.*”) \(e(\d+)\)$/s
const STATUS = /^git status: (.*) \(e(\d+)\)$/
/** A step of the plan: what was done of it is told by the calls. */
const STEP = /^\[[ ~x]\] /

/** Takes a summary apart into what it states. What stands between fences is quoted whole and states nothing itself. */
export function claimsIn(summary: string): readonly Claim[] {
  let root = ''
  return linesOf(summary).flatMap((line) => {
    if (line.startsWith('## ')) {
      root = / \((\/[^()]*\/)\)/.exec(line)?.[1] ?? ''
      return []
    }
    return line.startsWith('- ') ? claimsOf(line.slice(2), line, root) : []
  })
}

/** Which entries a summary is about. */
export function spanOf(summary: string): { readonly from: number; readonly end: number } | undefined {
  const found = /^\[Summary [^\]]+\] \D*e(\d+)–e(\d+)/m.exec(summary)
  return found === null ? undefined : { from: Number(found[1]), end: Number(found[2]) + 1 }
}

/** Lines outside of fences; an item whose words are fenced has them behind it. */
function linesOf(summary: string): readonly string[] {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of summary.split('\n')) {
    const mark = /^~{3,}/.exec(line)?.[0]
    if (fence !== undefined) {
      if (line === fence) fence = undefined
      else if ((lines.at(-1)?.length ?? 0) < MOST_FENCED) lines[lines.length - 1] = `${lines.at(-1) ?? ''}\n${line}`
    } else if (mark !== undefined) fence = mark
    else lines.push(line)
  }
  return lines
}

const MOST_FENCED = 4_000

function claimsOf(item: string, line: string, root: string): readonly Claim[] {
  const answer = ANSWER.exec(item)
  if (answer !== null) {
    return [{ kind: 'answer', line, seq: Number(answer[1]), question: answer[2] ?? '', answer: answer[3] ?? '' }]
  }
  if (/^e\d+(?:, .{1,60})?:/.test(item)) return []
  const since = /^[^:]{1,40}: (?=.* → )(.*\(e\d+\))$/s.exec(item)?.[1]
  const handles = [...item.matchAll(/\(e\d+\)/g)].length
  if (since !== undefined && handles > 1) {
    return since.split(/(?<=\(e\d+\)); /).flatMap((part) => commandClaim(part, line))
  }
  return oneClaim(item, line, root)
}

function repositoryClaim(item: string, line: string): readonly Claim[] {
  const status = STATUS.exec(item)
  if (status !== null) return [{ kind: 'repository', line, seq: Number(status[2]), said: { words: status[1] ?? '' } }]
  const commit = COMMIT.exec(item)
  if (commit === null) return []
  const [, hash = '', branch = '', amended, subject = '', seq, rest = ''] = commit
  const pushed = /; pushed \(e(\d+)\)/.exec(rest)?.[1]
  const said = { hash, branch: withoutQuotes(branch), subject, isAmended: amended !== undefined }
  return [
    { kind: 'repository', line, seq: Number(seq), said: { ...said, pushed: pushed === undefined ? undefined : Number(pushed) } },
  ]
}

function oneClaim(item: string, line: string, root: string): readonly Claim[] {
  const repository = repositoryClaim(item, line)
  if (repository.length > 0) return repository
  const printed = PRINTED.exec(item)
  if (printed !== null) return [{ kind: 'quote', line, seq: Number(printed[2]), quote: printed[1] ?? '' }]
  const edit = EDIT.exec(item)
  if (edit !== null) {
    const lines = (edit[3] ?? '').split(/(?<=”) → (?=“)/).map((one) => one.replace(/^“|”(?: put in| taken out)?$/g, ''))
    return [{ kind: 'edit', line, seq: Number(edit[4]), fate: edit[1] ?? '', lines }]
  }
  const put = PUT.exec(item)
  if (put !== null) {
    const path = withoutQuotes(put[1] ?? '')
    const lines = (put[2] ?? '').slice(1, -1).split('” “')
    return [{ kind: 'put', line, seq: Number(put[3]), paths: [path, root + path], lines }]
  }
  const file = FILE.exec(item)
  if (file !== null) {
    const [, shown = '', operation = '', movedTo, renamedTo, times = '1', seq] = file
    const path = withoutQuotes(shown)
    const other = movedTo ?? renamedTo
    const paths = [path, root + path, ...(other === undefined ? [] : [other, root + other])]
    return [
      { kind: 'file', line, seq: Number(seq), path, paths, operation: operation.split(' ', 2).join(' '), times: Number(times) },
    ]
  }
  const command = commandClaim(item, line)
  if (command.length > 0) return command
  const seq = HANDLE.exec(item)?.[1]
  if (seq === undefined) return []
  const text = item.replace(HANDLE, '').trim()
  return STEP.test(text) ? [] : [{ kind: 'words', line, seq: Number(seq), text }]
}

function commandClaim(item: string, line: string): readonly Claim[] {
  const seq = /\(e(\d+)(?:[,;–][^()]*)?\)$/.exec(item)?.[1]
  const found = COMMAND.exec(item)
  if (seq === undefined || found === null) return []
  const [, shown = '', outcome = '', rest = ''] = found
  const command = withoutQuotes(shown)
  const [, failed, cause] = /after a failure at e(\d+)(?: with “([^”]*)”)?/.exec(rest) ?? []
  const quote = /: “([^”]*)”/s.exec(rest)?.[1]
  const place = { line, seq: Number(seq) }
  return [
    { kind: 'command', ...place, command, outcome, failed: failed === undefined ? undefined : Number(failed) },
    ...(quote === undefined ? [] : [{ kind: 'quote' as const, ...place, quote }]),
    ...(cause === undefined ? [] : [{ kind: 'quote' as const, line, seq: Number(failed), quote: cause }]),
  ]
}

/** Commands, and names that could be taken for words, stand between quotation marks. */
function withoutQuotes(shown: string): string {
  return shown.replace(/^“(.*)”$/s, '$1')
}
