import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  appendPiCompaction,
  appendPiMessage,
  branchPiSession,
  loadPiContext,
  type PiSession,
  piSessionFrom,
  piUserMessages,
  readPiSession,
  SUMMARY_PREFIX,
  writePiSession,
} from '../../src/formats/pi/session.ts'
import { createCompactor, presets } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import { caught, failureIn } from '../support/caught.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

const ROLES: Readonly<Record<string, string>> = { u: 'user', a: 'assistant', t: 'toolResult' }
const at = { timestamp: '2026-11-15T00:00:00.000Z' }

/** A session in the seed's own words: `u1 a1 [2] u2` is two messages, a compaction that keeps two, and one more. */
function session(script: string): PiSession {
  const lines = script.split(' ').map((word): JsonObject => {
    const [, keep] = /^\[(\d+)\]$/.exec(word) ?? []
    if (keep !== undefined)
      return { type: 'compaction', ...at, summary: `summary ${keep}`, keepLastMessages: Number(keep), tokensBefore: 9 }
    return {
      type: 'message',
      ...at,
      message: { role: ROLES[word[0] ?? ''] ?? '', content: [{ type: 'text', text: word }], toolCallId: word },
    }
  })
  return readPiSession([{ type: 'session', id: 's', ...at }, ...lines].map((line) => JSON.stringify(line)).join('\n'))
}

const textOf = (message: Json | undefined): string => /"text":"([^"]*)"/.exec(JSON.stringify(message))?.[1] ?? ''
const context = (of: PiSession): string =>
  loadPiContext(of)
    .map((message) => textOf(message).replace(`${SUMMARY_PREFIX}\\n`, ''))
    .join(', ')

const LONG = 'u1 a1 t1 t1 a1 u2 a2 u3 a3 t3 a3 t3 a3 u4 a4 t4 a4'

describe('a session of pi', () => {
  it('B11 · loads as summary, kept messages and everything after: the example with one compaction', () => {
    expect(context(session(`${LONG} [4]`))).toBe('summary 4, u4, a4, t4, a4')
    expect(context(session(`${LONG} [4] u5 a5`))).toBe('summary 4, u4, a4, t4, a4, u5, a5')
    expect(context(session(LONG))).toBe(LONG.replaceAll(' ', ', '))
  })

  it('B11, B12 · loads from the latest of several, which never reaches back over the one before', () => {
    expect(context(session(`${LONG} [4] u5 a5 u6 a6 t6 a6 u7 a7 [3]`))).toBe('summary 3, u7, a7')
    expect(context(session(`${LONG} [4] u5 a5 [99]`))).toBe('summary 99, u5, a5')
    expect(context(session('u1 a1 [2] [2] u2'))).toBe('summary 2, u2')
  })

  it('B17 · branches after a compaction and before it: the examples', () => {
    const whole = session('u1 a1 u2 a2 [2] u3 a3 u4 a4')
    const messages = piUserMessages(whole)
    expect(messages.map(({ text }) => text)).toEqual(['u1', 'u2', 'u3', 'u4'])
    const branch = (text: string): PiSession =>
      branchPiSession(whole, messages.find((message) => message.text === text)?.index ?? -1, { id: 'b', ...at })
    expect(context(branch('u3'))).toBe('summary 2, u2, a2, u3')
    expect(branch('u3').lines).toEqual(whole.lines.slice(0, 6))
    expect(context(branch('u2'))).toBe('u1, a1, u2')
    expect(branch('u2').header.value).toMatchObject({ id: 'b', parentSession: 's' })
    expect(failureIn(caught(() => branchPiSession(whole, 1, { id: 'b', ...at })))).toMatchObject({ code: 'input-invalid' })
  })

  it('B10, B12 · gets a compaction at its end, with the exact number of messages that are kept', () => {
    const long = session(LONG)
    const once = appendPiCompaction(long, { summary: 's1', keep: 5, tokensBefore: 900, ...at })
    expect(writePiSession(once).startsWith(writePiSession(long))).toBe(true)
    expect(once.lines.at(-1)?.value).toEqual({ type: 'compaction', ...at, summary: 's1', keepLastMessages: 4, tokensBefore: 900 })
    const message = { role: 'user', content: 'u5' }
    const twice = appendPiCompaction(appendPiMessage(once, message, at), { summary: 's2', keep: 50, tokensBefore: 9, ...at })
    expect(twice.lines.at(-1)?.value).toMatchObject({ keepLastMessages: 1 })
    expect(context(twice)).toBe('s2, u5')
  })

  it('B11 · of a later version is a tree: the way to a leaf is loaded, and the entry that a compaction names', () => {
    const line = (id: string, parentId: string | null, rest: JsonObject): JsonObject => ({
      type: 'message',
      id,
      parentId,
      ...at,
      ...rest,
    })
    const says = (text: string): JsonObject => ({ message: { role: 'user', content: text } })
    const tree = readPiSession(
      [
        { type: 'session', version: 3, id: 's' },
        line('1', null, says('root')),
        line('2', '1', says('left')),
        line('3', '1', says('right')),
        line('4', '3', { type: 'compaction', summary: 'sum', firstKeptEntryId: '3', tokensBefore: 1 }),
        line('5', '4', says('on')),
        line('6', '6', says('circle')),
      ]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    )
    const texts = (leaf: string): readonly string[] => loadPiContext(tree, { leaf }).map(textOf)
    expect(texts('2')).toEqual(['root', 'left'])
    expect(texts('5')).toEqual([`${SUMMARY_PREFIX}\\nsum`, 'right', 'on'])
    expect(texts('6')).toEqual(['circle'])
  })

  it('case 82 · with damaged lines is read without them, and names them', () => {
    const text = writePiSession(session('u1 a1 u2'))
    const cut = readPiSession(text.slice(0, -9))
    expect(cut.faults).toEqual([{ line: 4, detail: 'it is not a JSON object' }])
    expect(context(cut)).toBe('u1, a1')
    expect(failureIn(caught(() => readPiSession('{"type":"message"}')))).toMatchObject({ expected: 'the header of a pi session' })
    expect(failureIn(caught(() => readPiSession('')))).toMatchObject({ found: 'nothing that can be read' })
  })

  it('B10 · is written from a thread of ours, and loads as what that thread shows: summary, kept, after', async () => {
    const thread = await createCompactor({ policy: presets.claudeCode() }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(9, 300), user('go on')]))
    await thread.compact({ window: 4_000, model: 'gpt-4o' })
    await thread.append(messagesFor('openai-chat', [user('and then')]))
    const log = { entries: await thread.entries(), commits: await thread.commits() }
    const made = piSessionFrom(log, { id: 'x', cwd: '/', ...at })
    const again = readPiSession(writePiSession(made))
    expect(again.lines.filter(({ value }) => value['type'] === 'compaction')).toHaveLength(1)
    const [summary, ...rest] = loadPiContext(again)
    expect(textOf(summary)).toContain('Summary')
    expect(rest.slice(-2).map(textOf)).toEqual(['go on', 'and then'])
    expect(piUserMessages(again).length).toBe(11)
  })
})

const raw = fileURLToPath(new URL('../../../shared/sessions/raw', import.meta.url))
const files = existsSync(raw) ? globSync([`${raw}/pi/*.jsonl`, `${raw}/tiny/pi/*.jsonl`]).sort() : []

describe('real sessions of pi', () => {
  it.skipIf(files.length === 0)('come back byte for byte (skipped where ../shared/sessions/raw is not there)', () => {
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      const read = readPiSession(text)
      expect(read.faults).toEqual([])
      expect(writePiSession(read).trimEnd()).toBe(text.trimEnd())
    }
  })

  it.skipIf(files.length === 0)(
    'B11 · become threads that can be compacted (skipped where ../shared/sessions/raw is not there)',
    async () => {
      for (const file of files) {
        const messages = loadPiContext(readPiSession(readFileSync(file, 'utf8')))
        expect(messages.length).toBeGreaterThan(2)
        const thread = await createCompactor().thread(file)
        await thread.append(messages, { dialect: 'neutral' })
        const { receipt } = await thread.compact({ window: 32_000, model: 'gpt-4o', dialect: 'openai-chat' })
        expect(receipt.tokens.after).toBeLessThanOrEqual(32_000)
      }
    },
  )
})
