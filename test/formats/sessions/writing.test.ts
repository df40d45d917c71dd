import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeCode } from '../../../src/formats/claude-code/format.ts'
import { codex } from '../../../src/formats/codex/format.ts'
import type { SessionOutput } from '../../../src/formats/names.ts'
import { palimpsestThread } from '../../../src/formats/palimpsest/format.ts'
import { piSessions } from '../../../src/formats/pi/format.ts'
import { createCompactor } from '../../../src/index.ts'
import type { MessageDraft } from '../../../src/schema/draft.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'
import type { TranscriptFormat } from '../../../src/schema/transcript-format.ts'
import { file, folder, palimpsest } from '../../cli/program.ts'
import * as claude from './claude-code-sample.ts'
import { claudeFaults, codexFaults, piFaults, piV1Faults } from './legal.ts'
import { lines } from './lines.ts'
import { CODEX, item, PI } from './samples.ts'

const WORDS = 'The till adds what the scanner reads, and rounds at the end. '
const rounds = Array.from({ length: 30 }, (_, round) => round)

/** The samples, gone on with until a compaction has something to do. */
const LONG: Readonly<Record<SessionOutput, string>> = {
  'claude-code': lines(
    ...claude.SAMPLE,
    ...rounds.flatMap((round) => [
      claude.answer(
        `c${round}`,
        round === 0 ? 'a6' : `r${round - 1}x`,
        `msg_r${round}`,
        claude.call(`toolu_r${round}`, 'Read', { file_path: `src/${round}.ts` }),
      ),
      claude.user(`r${round}x`, `c${round}`, [claude.result(`toolu_r${round}`, WORDS.repeat(8))]),
    ]),
    claude.answer('end', 'r29x', 'msg_end', claude.text('All read.')),
    claude.user('last', 'end', 'Now write the changelog.'),
  ),
  codex: lines(
    ...CODEX,
    ...rounds.flatMap((round) => [
      item({ type: 'function_call', name: 'read', arguments: `{"path":"src/${round}.ts"}`, call_id: `r${round}` }),
      item({ type: 'function_call_output', call_id: `r${round}`, output: WORDS.repeat(8) }),
    ]),
    item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Now write the changelog.' }] }),
  ),
  pi: lines(
    ...PI,
    ...rounds.flatMap((round) => {
      const [call, result] = [`d${String(round).padStart(7, '0')}`, `e${String(round).padStart(7, '0')}`]
      const line = (id: string, parentId: string, message: JsonObject): JsonObject => ({
        type: 'message',
        id,
        parentId,
        timestamp: '2026-06-29T01:50:00.000Z',
        message: { ...message, timestamp: 1 },
      })
      const usage = { input: 0, output: 0, totalTokens: 0 }
      const asked = { type: 'toolCall', id: `k${round}`, name: 'read', arguments: { path: `src/${round}.ts` } }
      return [
        line(call, round === 0 ? 'aaaaaaa5' : `e${String(round - 1).padStart(7, '0')}`, {
          role: 'assistant',
          content: [asked],
          model: 'm',
          usage,
          stopReason: 'toolUse',
        }),
        line(result, call, {
          role: 'toolResult',
          toolCallId: `k${round}`,
          toolName: 'read',
          content: [{ type: 'text', text: WORDS.repeat(8) }],
          isError: false,
        }),
      ]
    }),
  ),
}

const FORMATS: Readonly<Record<SessionOutput, TranscriptFormat>> = { 'claude-code': claudeCode, codex, pi: piSessions }
const FAULTS: Readonly<Record<SessionOutput, (lines: readonly JsonObject[]) => readonly string[]>> = {
  'claude-code': claudeFaults,
  codex: codexFaults,
  pi: piFaults,
}
const TARGETS: readonly SessionOutput[] = ['claude-code', 'codex', 'pi']

const parsed = (text: string): readonly JsonObject[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)

interface Written {
  readonly text: string
  readonly view: readonly Json[]
}

/** Compacts a session by the command, and gives what was written with the messages that the model is to see. */
function compacted(from: SessionOutput, to: SessionOutput): Promise<Written> {
  return compactedText(LONG[from], to)
}

async function compactedText(session: string, to: SessionOutput): Promise<Written> {
  const out = join(folder(), 'compacted.jsonl')
  const flags = ['--to', to, '--window', '3000', '--json', '--out', out]
  const { exit, stdout, stderr } = await palimpsest(['compact', file(session, 'session.jsonl'), ...flags])
  if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
  return { text: readFileSync(out, 'utf8'), view: messagesOf(JSON.parse(stdout).request) }
}

/** Messages of a request, without the system's. */
function messagesOf(request: JsonObject): readonly Json[] {
  const all = (request['messages'] ?? request['input']) as readonly JsonObject[]
  return all.filter(({ role }) => role !== 'system')
}

/** What is sent if the program goes on with what it shows, in its own dialect. */
async function shownAgain(format: TranscriptFormat, text: string): Promise<readonly Json[]> {
  const [transcript] = format.read({ text }).transcripts
  return rendered(transcript?.seen ?? transcript?.messages ?? [], format.dialect ?? '')
}

async function rendered(messages: readonly MessageDraft[], dialect: string): Promise<readonly Json[]> {
  const thread = await createCompactor().thread('again')
  await thread.use({ policy: 'off' })
  await thread.appendDrafts(messages)
  return messagesOf((await thread.prepare({ dialect, window: 1_000_000 })).request as JsonObject)
}

async function entriesOf(messages: readonly MessageDraft[]): Promise<readonly Entry[]> {
  const thread = await createCompactor().thread('entries')
  await thread.appendDrafts(messages)
  return thread.entries()
}

/**
 * What is shown, block by block, without what differs by design: a program shows a summary with role user and, pi, behind words of its own;
 * the frames that a request needs around an assistant's summary are not needed there. A text may be a string or a part, a result the user's or a tool's.
 */
function shown(view: readonly Json[]): readonly string[] {
  return view.flatMap((value) => {
    const { role, content, type, ...rest } = value as JsonObject
    if (content === undefined) return [JSON.stringify({ type, ...rest })]
    const parts: readonly Json[] = typeof content === 'string' ? [content] : (content as readonly Json[])
    return parts.flatMap((part) => {
      const text = typeof part === 'string' ? part : (part as JsonObject)['text']
      const isResult = typeof part === 'object' && part !== null && 'tool_call_id' in part
      if (typeof text !== 'string' || isResult) return [`${isResult ? 'tool' : role}: ${JSON.stringify(part)}`]
      const own = text.replace(/^Another language model worked on this task[^:]*:\n/, '')
      if (own === '[The conversation continues from here.]') return []
      return [own.startsWith('[Context Summary') ? own : `${role}: ${own}`]
    })
  })
}

describe('a compacted session', () => {
  it.each(TARGETS)('F13 · of %s keeps every line that was there, and only appends legal ones', async (target) => {
    const { text } = await compacted(target, target)
    expect(text.startsWith(LONG[target])).toBe(true)
    expect(text.length).toBeGreaterThan(LONG[target].length)
    expect(FAULTS[target](parsed(text))).toEqual([])
  })

  it.each(TARGETS)('F13 · of %s opens again with the same view', async (target) => {
    const { text, view } = await compacted(target, target)
    expect(shown(await shownAgain(FORMATS[target], text))).toEqual(shown(view))
  })

  it.each(TARGETS)('F13 · of %s has lost and doubled nothing when it is read whole', async (target) => {
    const before = FORMATS[target].read({ text: LONG[target] }).transcripts[0]
    const after = FORMATS[target].read({ text: (await compacted(target, target)).text }).transcripts[0]
    expect(after?.messages.slice(0, -1)).toEqual(before?.messages)
    expect(after?.messages.at(-1)?.blocks).toMatchObject([{ kind: 'text', foreignSummary: true }])
    expect(after?.about?.compactions).toBe((before?.about?.compactions ?? 0) + 1)
  })

  it('F13 · of claude-code names the last message as what the boundary follows, not a line of progress', async () => {
    const last = parsed(LONG['claude-code']).at(-1) ?? {}
    const id = '00000000-0000-4000-8000-0000000000ff'
    const progress = { ...last, type: 'progress', uuid: id, parentUuid: last['uuid'] ?? null, data: { type: 'hook_progress' } }
    const { text } = await compactedText(`${LONG['claude-code']}${lines(progress)}`, 'claude-code')
    const boundaries = parsed(text).filter(({ subtype }) => subtype === 'compact_boundary')
    expect(boundaries.at(-1)).toMatchObject({ logicalParentUuid: last['uuid'], parentUuid: null })
    expect(claudeFaults(parsed(text).filter(({ uuid }) => uuid !== id))).toEqual([])
  })

  it('F13 · of the first version of pi stays one, and opens again with the same view', async () => {
    const [header, ...rest] = parsed(LONG.pi).filter(({ type }) => type === 'session' || type === 'message')
    const { version: _, ...old } = header ?? {}
    const first = lines(old, ...rest.map(({ id: __, parentId: ___, ...line }) => line))
    const { text, view } = await compactedText(first, 'pi')
    expect(text.startsWith(first)).toBe(true)
    expect(piV1Faults(parsed(text))).toEqual([])
    expect(shown(await shownAgain(piSessions, text))).toEqual(shown(view))
  })

  it("F13 · of the first version of pi shows what pi's own compaction kept, by the number of its line", () => {
    const said = (role: string, text: string): JsonObject => ({
      type: 'message',
      message: { role, content: [{ type: 'text', text }], timestamp: 1 },
    })
    const fold = { type: 'compaction', summary: 'Greetings.', firstKeptEntryIndex: 3, tokensBefore: 9 }
    const header = { type: 'session', id: 's', timestamp: '2025-11-20T23:33:50.805Z', cwd: '/' }
    const text = lines(
      header,
      said('user', 'one'),
      said('assistant', 'two'),
      said('user', 'three'),
      fold,
      said('assistant', 'four'),
    )
    const [transcript] = piSessions.read({ text }).transcripts
    const texts = transcript?.seen?.flatMap(({ blocks }) => blocks.map((block) => ('text' in block ? block.text : '')))
    expect(texts?.slice(1)).toEqual(['three', 'four'])
  })

  it.each(TARGETS.flatMap((from) => TARGETS.filter((to) => to !== from).map((to) => ({ from, to }))))(
    'F13 · of $from becomes a legal session of $to with the same view',
    async ({ from, to }) => {
      const { text, view } = await compacted(from, to)
      expect(FAULTS[to](parsed(text))).toEqual([])
      expect(FORMATS[to].recognise({ text })).toBe(1)
      expect(shown(await shownAgain(FORMATS[to], text))).toEqual(shown(view))
    },
  )
})

describe('a thread that is written and read again', () => {
  it.each(TARGETS)('F13 · in our own format has the same entries, wherever it came from (%s)', async (from) => {
    const [transcript] = FORMATS[from].read({ text: LONG[from] }).transcripts
    const entries = await entriesOf(transcript?.messages ?? [])
    const text = palimpsestThread.write?.({ id: 't', at: 0, entries, commits: [] }) ?? ''
    const [again] = palimpsestThread.read({ text }).transcripts
    expect(await entriesOf(again?.messages ?? [])).toEqual(entries)
  })

  it.each(['claude-code', 'codex'] as const)('F13 · in the format of %s has the same entries', async (target) => {
    const [transcript] = FORMATS[target].read({ text: LONG[target] }).transcripts
    const entries = await entriesOf(transcript?.messages ?? [])
    const text = FORMATS[target].write?.({ id: 't', at: 0, entries, commits: [] }) ?? ''
    expect(FAULTS[target](parsed(text))).toEqual([])
    const [again] = FORMATS[target].read({ text }).transcripts
    const plain = (all: readonly Entry[]) => all.map(({ kind, role, author, turn, raw }) => ({ kind, role, author, turn, raw }))
    expect(plain(await entriesOf(again?.messages ?? []))).toEqual(plain(entries))
  })

  it('F13 · refuses a thread of a later version, and leaves out lines that hold no message', () => {
    expect(() => palimpsestThread.read({ text: '{"format":"palimpsest-thread","version":2}\n' })).toThrow(
      'expected a thread of version 1, found version 2',
    )
    const { transcripts, faults } = palimpsestThread.read({
      text: '{"format":"palimpsest-thread","version":1,"thread":"t"}\n{"message":{"role":"user"}}\n',
    })
    expect([transcripts[0]?.messages, faults]).toEqual([[], [{ line: 2, detail: 'it holds no message' }]])
  })
})
