import { oneLine } from './one-line.ts'

const MOST_PICKED = 4
const LONGEST_OPTION = 120

/** A letter or a number that stands for itself: not "A patch", "5 minutes" or "v2". */
const PICK =
  /(?<![\p{L}\p{N}.#:/-])(?:[B-H]|A(?!\s+\p{Ll})|\d{1,2})(?=$|[,;!)]|\.(?!\d)|\s*[&+]|\s+(?:$|[&+(]|(?:and|or|then|but|too|also|only|now|next|please|first|for now|und|oder|auch|et|ou|aussi|y|e|o|también)\b|\d))/gu
/** An option at the beginning of a line: "A) …", "**2.** …", "- Option B: …", "### 3. …". */
const LISTED =
  /^\s{0,8}(?:#{1,6}\s+)?(?:[-*•]\s+)?\**(?:(?:option|variante?|choice|approach|plan)\s+)?\(?([A-H]|\d{1,2})\**(?:[.):]|\s[—–-])\**\s+(\S.*)$/i
/** The same in a table. */
const ROW = /^\s*\|\s*\**#?([A-H]|\d{1,2})\**\s*\|(.*\S)\s*$/

/** And in a sentence: "#2 (the cache)". */
const NAMED = /#(\d{1,2}) \(([^()\n]{3,120})\)/g

/**
 * What the letters and numbers of a short answer stand for in what the agent said before it: in the last of its lists that has all of them.
 *
 *     "A) Postgres\nB) SQLite", "B, please"   →   ["B: SQLite"]
 */
export function pickedOptions(answer: string, asked: string): readonly string[] {
  const said = answer.trim()
  const alone = /^\(?([a-h])[.)]*$/.exec(said)?.[1]
  const picks = [...new Set(alone === undefined ? (said.match(PICK) ?? []) : [alone.toUpperCase()])]
  if (picks.length === 0 || picks.length > MOST_PICKED) return []
  const list = listsIn(asked).findLast((options) => picks.every((label) => options.has(label)))
  return list === undefined ? [] : picks.map((label) => `${label}: ${list.get(label) ?? ''}`)
}

/** Options by their labels; a label that was there before begins another list. */
function listsIn(asked: string): readonly ReadonlyMap<string, string>[] {
  const named = new Map([...asked.matchAll(NAMED)].map(([, label = '', text = '']) => [label, shown(text)]))
  const lists: Map<string, string>[] = [named]
  for (const line of asked.split('\n')) {
    const [, label, text] = LISTED.exec(line) ?? ROW.exec(line) ?? []
    if (label === undefined || text === undefined) continue
    const last = lists.at(-1)
    if (last === undefined || last === named || last.has(label.toUpperCase()))
      lists.push(new Map([[label.toUpperCase(), shown(text)]]))
    else last.set(label.toUpperCase(), shown(text))
  }
  return lists
}

function shown(text: string): string {
  const cells = text.replaceAll('**', '').split('|')
  const words = cells.map((cell) => cell.trim()).join(', ')
  return oneLine(words.replace(/, $/, ''), LONGEST_OPTION)
}
