import type { AgentToolName } from '../../schema/agent-tools.ts'
import { CompactionError } from '../../schema/failures.ts'
import { handleOf } from '../../schema/ids.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { RecallHit } from '../../schema/recall.ts'
import { revisedIn } from '../../view/revised-log.ts'
import { expand, handedOffFrom, isOld } from '../expand.ts'
import { onLatest } from '../latest.ts'
import { recall } from '../recall.ts'
import { mayOpen } from '../sensitivity.ts'
import type { ThreadState } from '../thread-state.ts'
import type { ToolScene } from './agent-tools.ts'
import { type Note, quoteEntries, quoteHits } from './quote-entries.ts'
import { optionalNumber, optionalText, textIn } from './read-input.ts'

/** Most hits of a search: an agent reads all of them. */
const MOST_HITS = 20
const USUAL_HITS = 5
const LONGEST_HANDLE = 80
const WITHHELD = '[This was put away, and may not be read here.]'

/** `recall`: excerpts of what was said, best first. */
export async function recallFor({ state, options, tokens }: ToolScene, input: JsonObject): Promise<string> {
  const query = textIn(input, 'query')
  const [tool, file, limit] = [optionalText(input, 'tool'), optionalText(input, 'file'), optionalNumber(input, 'limit')]
  const most = Math.min(MOST_HITS, limit ?? USUAL_HITS)
  const found = await onLatest(state, () =>
    recall(state, query, {
      limit: most + MOST_QUESTIONS,
      ...(tool === undefined || tool === '' ? {} : { tools: [tool] }),
      ...(file === undefined || file === '' ? {} : { file }),
    }),
  )
  state.counters.recalls += 1
  const isOpen = await Promise.all(found.map(({ seq }) => mayOpen(state, seq, options)))
  const hits = found.filter((hit, index) => isOpen[index] && !isQuestion(hit)).slice(0, most)
  if (hits.length === 0) return 'Nothing in this conversation has these words. Try others, or fewer.'
  return quoteHits(hits, tokens, state.ports.counting, editedIn(state))
}

/** Calls of these tools have all the words that were asked for, and are no answer. */
const QUESTIONS: ReadonlySet<string> = new Set<AgentToolName>(['recall', 'expand'])
/** As many of them may stand in front of the answers. */
const MOST_QUESTIONS = 10

function isQuestion({ kind, tool = '' }: RecallHit): boolean {
  return kind === 'tool-call' && QUESTIONS.has(tool)
}

/** `expand`: the originals. */
export async function expandFor({ state, options, tokens }: ToolScene, input: JsonObject): Promise<string> {
  const handle = textIn(input, 'handle')
  const from = optionalNumber(input, 'from') ?? 0
  if (options.earlier === false && isOld(handle)) {
    const entry = handle.slice(0, LONGEST_HANDLE)
    throw new CompactionError<'entry-unknown'>({ code: 'entry-unknown', thread: state.key.thread, entry })
  }
  const entries = await onLatest(state, () => expand(state, handle))
  state.counters.recalls += 1
  const there = isOld(handle) ? await handedOffFrom(state, handle) : state
  const shown = await Promise.all(
    entries.map(async (entry) => ((await mayOpen(there, entry.seq, options)) ? entry : { ...entry, text: WITHHELD })),
  )
  const withheld = new Set(shown.flatMap(({ text, handle }) => (text === WITHHELD ? [handle] : [])))
  const edited = editedIn(there)
  const note: Note = (entry) => (withheld.has(entry.handle) ? '' : edited(entry))
  return quoteEntries(shown, from, { tokens, counting: state.ports.counting, note })
}

/** Most characters of what an entry says now: the summary has it whole, or as much of it as fits. */
const LONGEST_EDIT = 300

/** The log has an entry as it was said; what a client says in its place counts, and so says the summary. */
function editedIn({ records }: ThreadState): Note {
  const now = new Map(revisedIn(records).map(({ seq, text }) => [handleOf(seq), text]))
  return ({ handle }) => {
    const text = now.get(handle.replace('old:', ''))
    if (text === undefined) return ''
    return text === null ? ' · deleted since' : ` · edited since, and says now: ${JSON.stringify(text.slice(0, LONGEST_EDIT))}`
  }
}
