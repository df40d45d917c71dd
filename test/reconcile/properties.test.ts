import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authorReader } from '../../src/ingest/authorship.ts'
import { type KnownLog, knownLog } from '../../src/reconcile/known-log.ts'
import { reconcile } from '../../src/reconcile/reconcile.ts'
import { viewFacts } from '../../src/render/view-facts.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import type { Reconciliation } from '../../src/schema/reconciliation.ts'
import { recordsOf } from '../../src/schema/stored-plan.ts'
import { cleanTranscripts, dirtyTranscripts, type GeneratedTranscript } from '../../src/testing/transcripts/transcripts.ts'
import { compactTo, optionsOf } from '../laws/judge/observe.ts'
import { DIALECT, ownEngine } from '../laws/judge/subject.ts'
import { type Trial, trials } from '../laws/judge/trials.ts'
import { messagesIn } from '../support/invariants.ts'
import { agent, logAfter, logFrom, print, sayings, user, written } from '../support/reconciled.ts'

const transcripts = fc.oneof(cleanTranscripts, dirtyTranscripts)
/** The same conversations every time; another seed draws others. `npm run resends` plays whole games of them. */
const RUNS = { numRuns: 100, seed: 1 }

/** Messages that no generated conversation has. */
const NEWS = [user('Entirely new: what about the river?'), agent('Never said before: it flows.')]
const news = fc.constantFrom(NEWS.slice(0, 1), NEWS, [...NEWS, ...NEWS.slice(0, 1)])

const readBy = (transcript: GeneratedTranscript, messages: readonly Json[]): readonly MessageDraft[] =>
  DIALECT[transcript.dialect].readMessages(messages)
const resend = (known: KnownLog, transcript: GeneratedTranscript, messages: readonly Json[]): Reconciliation =>
  reconcile({ known, incoming: readBy(transcript, messages) })
const knownOf = ({ dialect, messages }: GeneratedTranscript): KnownLog => logFrom(DIALECT[dialect], messages)

describe('a resent history, for any conversation in any dialect', () => {
  it('D4 · has nothing new where nothing is', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const found = resend(knownOf(transcript), transcript, copyOf(transcript.messages))
        expect(print(found)[0]).toBe('unchanged')
        expect([found.append, found.revisions]).toEqual([[], []])
      }),
      RUNS,
    )
  })

  it('appends exactly what is new behind any beginning of it', () => {
    fc.assert(
      fc.property(transcripts, news, fc.nat({ max: 40 }), (transcript, said, cut) => {
        const { messages } = transcript
        const added = written(transcript.dialect, said)
        const start = messages.slice(0, messages.length === 0 ? 0 : cut % (messages.length + 1))
        const found = resend(knownOf(transcript), transcript, copyOf([...start, ...added]))
        const expected = found.verdict.kind === 'unrelated' ? [...start, ...added] : added
        expect(found.append).toEqual(readBy(transcript, expected))
      }),
      RUNS,
    )
  })

  it('appends exactly what is new behind any end of it', () => {
    fc.assert(
      fc.property(cleanTranscripts, news, fc.nat({ max: 40 }), (transcript, said, cut) => {
        const { messages } = transcript
        const added = written(transcript.dialect, said)
        const rest = messages.slice(cut % messages.length)
        const found = resend(knownOf(transcript), transcript, copyOf([...rest, ...added]))
        expect(print(found)[0]).toBe('continues')
        expect(found.append).toEqual(readBy(transcript, added))
      }),
      RUNS,
    )
  })

  it('has nothing new the second time, whatever it was the first time', () => {
    fc.assert(
      fc.property(transcripts, transcripts, fc.nat(), fc.nat(), (log, other, from, to) => {
        const messages = mix(log.messages, foreignTo(log, other), from, to)
        const known = knownOf(log)
        const first = resend(known, log, messages)
        const after = logAfter(known, first)
        const again = reconcile({ known: after, incoming: readBy(log, copyOf(messages)) })
        expect(again.append.map(sayings)).toEqual([])
      }),
      RUNS,
    )
  })

  it('gives every message exactly one fate, and loses nothing that was not in the log', () => {
    fc.assert(
      fc.property(transcripts, transcripts, fc.nat(), fc.nat(), (log, other, from, to) => {
        const messages = mix(log.messages, foreignTo(log, other), from, to)
        const found = resend(knownOf(log), log, messages)
        const covered = found.fates.flatMap((run) =>
          Array.from({ length: run.to - run.from + 1 }, (_, index) => run.from + index),
        )
        // A message for people is read as several: what the agent did, what tools gave back, and so on.
        expect(covered).toEqual(readBy(log, messages).map((_, index) => index))
        const shown = found.results.flatMap(({ text }) => (text === null ? [] : [text.trimEnd()]))
        const kept = new Set([...[...found.append, ...found.revisions.map(({ draft }) => draft)].flatMap(wordsOf), ...shown])
        const known = new Set(readBy(log, log.messages).flatMap(wordsOf))
        const cutDown = new Set(found.fates.flatMap((run) => (run.fate === 'reduced' ? range(run.from, run.to) : [])))
        for (const [index, draft] of readBy(log, messages).entries()) {
          // If the client cut something down, a branch has it whole.
          if (!cutDown.has(index))
            for (const words of wordsOf(draft))
              expect(known.has(words) || kept.has(words) || isCutFrom(known, words), words).toBe(true)
        }
      }),
      RUNS,
    )
  })

  it('case 39 · is the same with other spellings: keys in another order, cache marks moved, text in parts or not, no ids', () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), (transcript, seed) => {
        const touched = transcript.messages.map((message, index) => respell(message, seed + index))
        const added = written(transcript.dialect, NEWS)
        const found = resend(knownOf(transcript), transcript, [...touched, ...added])
        expect(found.verdict.kind).toBe('continues')
        expect(found.append).toEqual(readBy(transcript, added))
      }),
      RUNS,
    )
  })

  it('is the same without the ids and options that a provider gave', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const bare = transcript.messages.map(withoutGiven)
        const added = written(transcript.dialect, NEWS)
        const found = resend(knownOf(transcript), transcript, [...bare, ...added])
        expect(found.verdict.kind).toBe('continues')
        expect(found.append).toEqual(readBy(transcript, added))
      }),
      RUNS,
    )
  })

  it('case 45 · keeps words that were edited, wherever they stand', () => {
    fc.assert(
      fc.property(cleanTranscripts, fc.nat(), fc.nat(), (transcript, at, end) => {
        const { messages } = transcript
        const index = at % messages.length
        const [question = null, answer = null] = written(transcript.dialect, NEWS)
        const edited = messages.with(index, question)
        const known = knownOf(transcript)
        const folded = end % (known.entries.length + 1)
        const view = {
          isFolded: (seq: number) => seq < folded,
          resent: [],
          version: 0,
          revised: [],
          mayBeOurs: () => false,
          otherWords: () => [],
          shown: () => [],
        }
        const found = reconcile({ known, incoming: readBy(transcript, [...edited, answer]), view })
        const said = [...found.append, ...found.revisions.map(({ draft }) => draft)].map(sayings)
        expect(said.filter((words) => words.includes('Entirely new'))).toHaveLength(1)
        expect(said.filter((words) => words.includes('Never said before'))).toHaveLength(1)
      }),
      RUNS,
    )
  })
})

describe('what we rendered ourselves, handed back', () => {
  const subject = ownEngine()

  /** A thread after its compaction, its request, and what a reconciliation must know. */
  async function compacted(trial: Trial) {
    const thread = await subject.open(trial.policy).thread('trial')
    const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
    await thread.appendDrafts(messages)
    const outcome = await compactTo(thread, { ...optionsOf({ ...trial, system: undefined }, around) })
    const entries = await thread.entries()
    const commit = (await thread.commits()).at(-1)
    const dialect = DIALECT[trial.target]
    const view = viewFacts({
      entries,
      records: commit === undefined ? [] : recordsOf(commit.plan),
      earlier: [],
      revisions: [],
      version: 0,
      pins: new Set(),
      traits: dialect.traits,
      summaryRole: trial.policy.summaryRole,
    })
    return { outcome, known: knownLog(entries), view, dialect }
  }

  it('L9 · is known: only what is new is appended, no summary and no placeholder', async () => {
    await fc.assert(
      fc.asyncProperty(trials, news, async (trial, said) => {
        const added = written(trial.target, said)
        const { outcome, known, view, dialect } = await compacted(trial)
        if (outcome.kind !== 'made') return
        const { request } = outcome.made
        const back = messagesIn(request)
        const found = reconcile({ known, incoming: dialect.readMessages(copyOf([...back, ...added])), view })
        expect(found.append).toEqual(dialect.readMessages(added))
        expect(found.revisions).toEqual([])
        expect(found.verdict.kind).toBe('continues')
      }),
      RUNS,
    )
  })
})

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Generated texts begin alike. One that is much shorter looks like a cut-down one, even if the rest of its message is new. */
function isCutFrom(known: ReadonlySet<string>, words: string): boolean {
  const start = words.slice(0, Math.floor(words.length * 0.9))
  return words.length > 200 && [...known].some((whole) => whole.length > words.length && whole.startsWith(start))
}

/** Messages of another conversation of the same dialect: other words, other calls. */
function foreignTo(log: GeneratedTranscript, other: GeneratedTranscript): readonly Json[] {
  if (other.dialect !== log.dialect) return written(log.dialect, NEWS)
  const text = JSON.stringify(other.messages)
    .replaceAll(/"call_(same|lost|\d)/g, '"other_$1')
    .replaceAll(/q(\d+)z/g, 'w$1w')
    .replaceAll('src/file-', 'lib/file-')
  return JSON.parse(text) as readonly Json[]
}

/** Other messages in place of some. */
function mix(messages: readonly Json[], others: readonly Json[], from: number, to: number): readonly Json[] {
  const start = messages.length === 0 ? 0 : from % (messages.length + 1)
  const end = start + (to % (messages.length - start + 1))
  return copyOf([...messages.slice(0, start), ...others, ...messages.slice(end)])
}

function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** Everything a message says, but for what clients put in and take out as they like. */
function wordsOf({ author: _, ...draft }: MessageDraft): readonly string[] {
  return draft.blocks.flatMap((block) => {
    if (block.kind === 'text')
      return block.text.trim() === '' || authorReader().authorOf(draft, block) === 'harness' ? [] : [block.text.trimEnd()]
    if (block.kind === 'tool-result') return block.text.trim() === '' ? [] : [block.text.trimEnd()]
    return block.kind === 'tool-call' ? [block.input] : []
  })
}

/** The same message as another client would spell it. */
function respell(message: Json, seed: number): Json {
  if (!isJsonObject(message)) return message
  if (isSerialised(message)) return { ...message, kwargs: respell(message.kwargs, seed) }
  const { id: _, ...rest } = message
  const content = rest['content']
  // Text in parts and calls beside them are two versions of one SDK: no client mixes them.
  const isPlain = rest['role'] !== 'tool' && rest['tool_call_id'] === undefined && rest['toolInvocations'] === undefined
  const inParts = typeof content === 'string' && content !== '' && isPlain && seed % 2 === 0
  const parts = inParts ? [{ type: 'text', text: content, cache_control: { type: 'ephemeral' } }] : content
  return turned({ ...rest, ...(parts === undefined ? {} : { content: moveMarks(parts, seed) }) }, seed)
}

/** A serialised instance of LangChain: its `id` says what it is an instance of. */
function isSerialised(message: JsonObject): message is JsonObject & { readonly kwargs: JsonObject } {
  return message['lc'] === 1 && isJsonObject(message['kwargs'])
}

/** A message as a client keeps it that has no field for what the provider added: item ids, ids of function calls, options of parts. */
function withoutGiven(message: Json): Json {
  if (!isJsonObject(message)) return message
  if (isSerialised(message)) return { ...message, kwargs: withoutGiven(message.kwargs) }
  const bare = omit(message, 'id', 'providerOptions')
  const parts = bare['parts']
  const content = bare['content']
  if (Array.isArray(parts)) return { ...bare, parts: parts.map(withoutCallId) }
  return Array.isArray(content) ? { ...bare, content: content.map(withoutOptions) } : bare
}

/** Options say what a custom part is; of others they only say more. */
function withoutOptions(part: Json): Json {
  return isJsonObject(part) && part['type'] === 'custom' ? part : omit(part, 'providerOptions')
}

function withoutCallId(part: Json): Json {
  if (!isJsonObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, key.startsWith('function') ? omit(value, 'id') : value]),
  )
}

function omit(value: JsonObject, ...keys: readonly string[]): JsonObject
function omit(value: Json, ...keys: readonly string[]): Json
function omit(value: Json, ...keys: readonly string[]): Json {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

function moveMarks(content: Json, seed: number): Json {
  if (!Array.isArray(content)) return content
  return content.map((part, index) => {
    if (!isJsonObject(part)) return part
    const { cache_control: _, ...bare } = part
    return (seed + index) % 3 === 0 ? { ...bare, cache_control: { type: 'ephemeral', ttl: '1h' } } : bare
  })
}

/** The same value with the keys of its objects turned round. */
function turned(value: Json, seed: number): Json {
  if (Array.isArray(value)) return value.map((item) => turned(item, seed))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, turned(item, seed)] as const)
  return Object.fromEntries(seed % 3 === 0 ? entries : entries.toReversed())
}
