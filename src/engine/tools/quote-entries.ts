import { fence } from '../../ledger/fence.ts'
import { boundaryAtOrBefore } from '../../log/excerpt.ts'
import { QUOTED_HEAD } from '../../schema/agent-tools.ts'
import type { Tokenizer } from '../../schema/ports.ts'
import type { EntryLine, ExpandedEntry, RecallHit } from '../../schema/recall.ts'

/** Tokens of the words around a quotation. */
const AROUND = 90
const LEAST = 50
const CHARACTERS_PER_TOKEN = 4

/** The longest beginning of a text, from a place on, that costs at most so many tokens. */
export function fitting(text: string, from: number, tokens: number, counting: Tokenizer): string {
  let end = Math.min(text.length, from + tokens * CHARACTERS_PER_TOKEN)
  for (;;) {
    const piece = text.slice(from, boundaryAtOrBefore(text, end))
    const cost = counting.count(piece)
    if (cost <= tokens || piece.length <= 1) return piece
    end = from + Math.floor(piece.length * Math.min(0.9, tokens / cost))
  }
}

/** What is to be said of an entry besides its words. */
export type Note = (entry: EntryLine) => string

const nothing: Note = () => ''

/** Entries as they were, in so many tokens, with a note on each. `from` goes on in the first of them. */
export function quoteEntries(
  entries: readonly ExpandedEntry[],
  from: number,
  { tokens, counting, note }: { readonly tokens: number; readonly counting: Tokenizer; readonly note: Note },
): string {
  const pieces: string[] = []
  let left = tokens
  for (const [index, entry] of entries.entries()) {
    const start = index === 0 ? Math.min(from, entry.text.length) : 0
    const room = left - AROUND
    if (index > 0 && room < LEAST) {
      pieces.push(`[No more room. Go on with expand("${entry.handle}-${entries.at(-1)?.handle ?? entry.handle}").]`)
      break
    }
    const shown = fitting(entry.text, start, Math.max(LEAST, room), counting)
    const end = start + shown.length
    const isWhole = start === 0 && end === entry.text.length
    const part = isWhole ? '' : `, from ${start} to ${end}`
    const rest = end < entry.text.length ? `\n[Go on with expand("${entry.handle}", from: ${end}).]` : ''
    const quoted = `${labelOf(entry)}${part}${note(entry)}\n${fence(shown)}${rest}`
    left -= counting.count(quoted)
    pieces.push(quoted)
  }
  return [QUOTED_HEAD, ...pieces].join('\n').toWellFormed()
}

/** Hits of a search, one after another, as many as fit, for an agent that has the tool and sees the rest of the conversation. */
export function quoteHits(hits: readonly RecallHit[], tokens: number, counting: Tokenizer, note: Note): string {
  const lines = quotedHits(hits, tokens, counting, (hit) => `${hit.hidden ? '' : ' · still shown above'}${note(hit)}`)
  return [QUOTED_HEAD, ...lines, 'Open one whole with expand(handle).'].join('\n').toWellFormed()
}

/** The same, one text a hit, with a note on each. */
export function quotedHits(
  hits: readonly RecallHit[],
  tokens: number,
  counting: Tokenizer,
  note: (hit: RecallHit) => string = nothing,
): readonly string[] {
  const lines: string[] = []
  let left = tokens - AROUND
  for (const hit of hits) {
    const alike =
      hit.alike === undefined
        ? ''
        : ` · the same in ${hit.alike
            .slice(0, 4)
            .map((seq) => `e${seq}`)
            .join(' ')}`
    const line = `${labelOf(hit)}${alike}${note(hit)}\n${fence(hit.snippet)}`
    left -= counting.count(line)
    if (left < 0) break
    lines.push(line)
  }
  return lines
}

/** Who said it, when, and how much it is: `e57 · result of bash · turn 3 · 12345 characters`. */
function labelOf({ handle, kind, author, tool, turn, size }: EntryLine): string {
  const what = kind === 'tool-call' ? `call of ${tool}` : kind === 'tool-result' ? `result of ${tool}` : `${kind} by ${author}`
  return `${handle} · ${what.replaceAll(/\s+/g, ' ').slice(0, 80)} · turn ${turn} · ${size} characters`
}
