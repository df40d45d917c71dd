/** A line of a listing, a difference, a log or a trace. */
const PRINTED_LINE =
  /^(?:commit [0-9a-f]{7,40}\b|(?:Author|Date|Merge|Co-Authored-By|Signed-off-by|Reviewed-by): |\d{1,6}\s*[+|→-]\s|\d{1,6}\s{2,}|\d{1,6}(?:\.\d+)?\s+(?:npm|error|warn)\b|[+-]{1,3}\s|\d{4}-\d\d-\d\d[T ]\d|\[\d|\[!\]|\d\d:\d\d:\d\d|[EWIF]\d{4} \d\d:|\/\/|\/\*|@@|diff --git|at \S+ \(|at \S+:\d|File "|Traceback|(?:npm|yarn|pnpm) (?:ERR|WARN|error|warn)|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|FAIL|PASS)\b|(?:[Ee]rror|[Ff]atal|[Ww]arning|remote|hint|[Ff]ehler|[Ee]rreur|[Ww]arnung|[Aa]vertissement|[Aa]dvertencia)(?:\[\w+\]| [A-Z]{1,6}\d{2,6})? ?: |(?:错误|警告|报错|异常)[：:]|\[(?:error|warn|warning|info|debug|fatal)\]|[\w./-]+(?::\d+:|\(\d+,\d+\):)|\w*(?:Error|Exception|Warning): |[✓✗×●✔✖❯➜⏺⎿└├│|] ?|[$>] \S|[A-Z]\w+ failed: |={3,}|-{4,}|(?:create|delete) mode \d|[A-Za-z][\w -]{1,40}: (?:https?:|[/~][\w.~-]{1,80}\/|[0-9a-f]{7,40}\b))/

/** Whether a line was printed by a program before a person pasted it. */
export function isPasted(line: string): boolean {
  return PRINTED_LINE.test(line)
}

/** A longer message was mostly pasted. */
export const SHORT_REQUEST = 1_500
/** With that share of printed lines, and at least so many, the lines between them were printed as well. */
const MOSTLY = { share: 0.3, lines: 2 } as const
/** Stands before an item of a list. */
const ITEM = /^\s*(?:[-*+•]\s+)?/
/** How a line of data begins, and nothing but a path. */
const DATA_LINE = /^(?:["'{}[\]<]|[\w.-]{1,80}[/\\][\w./\\-]{1,200}$)/
/** How a line of data or code ends. Looked at by itself: a pattern would look for it at every character. */
const DATA_ENDS = '{};[('
/** What programs that review code write above or into each of their comments. */
const REVIEW =
  /^\W{0,6}(?:(?:low|medium|high|critical|minor|major) severity|potential issue|actionable comments)\b|^In `?[\w./@-]{3,200}`? (?:around|at|on) lines? \d/im
/** How a program hands over a plan that a person agreed to: what it says is to be done, and then is done. */
const PLAN = /^\s*Implement the following plan:/
/** A long message that speaks to the agent was written for it, unless it is too long to have been written. */
const LONGEST_BRIEF = 10_000
const BRIEF = /\b(?:you(?:['’]re| are) (?:an?|the|now|going to|working|solving)|your (?:task|job|role|goal)\b)/i
/** How far a line stands from the margin that was not written where it stands now. */
const INDENTED = /^(?: {4}|\t)\s*(?![\s\-*+•>#]|\d{1,3}[.)])/
/** A line that long which ends in no stop goes on in the next one. */
const SHORTEST_WRAPPED = 50
const OPEN_END = /[^\s.!?:;)。！？：]$/
const GOES_ON = /^\p{Ll}/u

/**
 * Where words of a message come from: a person's own message, a brief that was written for the agent, what was pasted, or the middle of
 * something else.
 */
export type Origin = 'own' | 'brief' | 'pasted' | 'part'

/**
 * Tells of a place in a message where its words come from.
 *
 *     "It fails:\n    go mod init\nmend it"   →   "It fails:" own · "go mod init" pasted · "mend it" own
 */
export function originsIn(message: string): (at: number) => Origin {
  const rest = originOf(message)
  if (!message.includes('\n')) return () => rest
  const lines = linesOf(message)
  const inked = lines.filter(({ text }) => text !== '')
  const printed = inked.map(({ text }) => text.replace(ITEM, '')).filter((text) => isPasted(text) || isData(text)).length
  const isMostlyPrinted = printed >= MOSTLY.lines && printed >= MOSTLY.share * inked.length
  return (at) => {
    const index = lineAt(lines, at)
    const { from, text } = lines[index] ?? { from: 0, text: '' }
    const isFirst = at - from <= text.length - text.trimStart().length
    if (isFirst && goesOn(lines[index - 1]?.text ?? '', text.trimStart())) return 'part'
    return rest !== 'part' && (isMostlyPrinted || INDENTED.test(text)) ? 'pasted' : rest
  }
}

function isData(line: string): boolean {
  return DATA_ENDS.includes(line.at(-1) ?? ' ') || DATA_LINE.test(line)
}

function originOf(message: string): Origin {
  if (PLAN.test(message)) return 'part'
  if (REVIEW.test(message)) return 'pasted'
  if (message.length <= SHORT_REQUEST) return 'own'
  return message.length <= LONGEST_BRIEF && BRIEF.test(message) ? 'brief' : 'pasted'
}

function goesOn(before: string, line: string): boolean {
  return before.length >= SHORTEST_WRAPPED && OPEN_END.test(before) && GOES_ON.test(line)
}

interface Line {
  readonly from: number
  readonly text: string
}

function linesOf(message: string): readonly Line[] {
  let from = 0
  return message.split('\n').map((text) => {
    const line = { from, text: text.trimEnd() }
    from += text.length + 1
    return line
  })
}

/** Which line a place is in, found by halving. */
function lineAt(lines: readonly Line[], at: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle]?.from ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}
