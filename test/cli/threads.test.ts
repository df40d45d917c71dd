import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SAMPLE } from '../formats/sessions/claude-code-sample.ts'
import { lines } from '../formats/sessions/lines.ts'
import { CODEX, PI } from '../formats/sessions/samples.ts'
import { chat, TASK } from './conversations.ts'
import { file, folder, palimpsest } from './program.ts'

const CLAUDE = '11111111-2222-4333-8444-555555555555'

/** A store with the sessions that were asked for in it. */
async function storeOf(...files: readonly string[]): Promise<string> {
  const store = join(folder(), 'threads.db')
  const { exit, stderr } = await palimpsest(['import', ...files, '--store', store])
  if (exit !== 0) throw new Error(stderr)
  return store
}

async function printed(...args: readonly string[]): Promise<string> {
  const { exit, stdout, stderr } = await palimpsest(args)
  if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
  return stdout
}

describe.concurrent('palimpsest import', () => {
  it('F13 · makes threads of sessions, branches of forks, and leaves alone what is there', async () => {
    const session = file(lines(...SAMPLE), 'x.jsonl')
    const store = await storeOf(session, file(lines(...CODEX), 'y.jsonl'))
    const threads = JSON.parse(await printed('threads', '--store', store, '--json')) as readonly {
      readonly thread: string
      readonly entries: number
    }[]
    expect(Object.fromEntries(threads.map(({ thread, entries }) => [thread, entries]))).toEqual({
      [CLAUDE]: 12,
      [`${CLAUDE}/branch-00000000`]: 9,
      '019f1111-d27a-7922-bc85-6667a164e1c3': 8,
    })
    expect(await printed('import', session, '--store', store)).toBe(
      '1 session: 0 messages appended to 2 threads, 12 messages there already.\n',
    )
    const grown = file(
      lines(...SAMPLE, {
        ...SAMPLE.at(-2),
        uuid: '00000000-0000-4000-8000-00000000aaaa',
        parentUuid: SAMPLE.at(-1)?.['uuid'] ?? null,
      }),
      'x.jsonl',
    )
    expect(await printed('import', grown, '--store', store)).toContain('1 message appended')
  })

  it('F13 · gives the same messages back, and the same entries through our own format', async () => {
    const store = await storeOf(file(lines(...SAMPLE), 'x.jsonl'))
    const everything = join(folder(), 'all.jsonl')
    await printed('export', CLAUDE, '--store', store, '--to', 'palimpsest', '--out', everything)
    const again = await storeOf(everything)
    const whole = ['expand', CLAUDE, 'e0-e11', '--json']
    expect(JSON.parse(await printed(...whole, '--store', again)).map(({ entry }: { readonly entry: object }) => entry)).toEqual(
      JSON.parse(await printed(...whole, '--store', store)).map(({ entry }: { readonly entry: object }) => entry),
    )
    for (const form of ['claude-code', 'codex', 'pi', 'openai-chat', 'anthropic', 'ai-sdk', 'neutral']) {
      const out = file(await printed('export', CLAUDE, '--store', store, '--to', form), 'z.jsonl')
      const { now, whole } = JSON.parse(await printed('stats', out, '--json'))
      expect([form, (whole ?? now).tools.map(({ name }: { readonly name: string }) => name).sort()]).toEqual([
        form,
        ['Bash', 'Read'],
      ])
    }
  })

  it('F13 · says what could not be read, and imports the rest', async () => {
    const store = join(folder(), 'threads.db')
    const [good, bad] = [file(lines(...PI), 'good.jsonl'), file('Dear diary', 'bad.txt')]
    const { exit, stdout, stderr } = await palimpsest(['import', bad, good, '--store', store])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '1 session: 7 messages appended to 2 threads.\n' })
    expect(stderr).toContain('1 of 2 sessions could not be read:')
    const none = join(folder(), 'none.db')
    expect(await palimpsest(['import', '--store', none])).toMatchObject({ exit: 64 })
    expect(existsSync(none)).toBe(false)
  })
})

describe.concurrent('palimpsest, over a store', () => {
  it('F7 · compacts, compares, undoes and redoes a thread, each in a process of its own', async () => {
    const store = await storeOf(file(chat(40)))
    const on = ['--store', store] as const
    const before = await printed('export', 'session', ...on)
    await printed('compact', 'session', ...on, '--window', '4k', '--json')
    const changed = JSON.parse(await printed('diff', 'session', 'none', ...on, '--json'))
    expect(changed.hidden).toBeGreaterThan(20)
    expect(await printed('diff', 'session', ...on)).toMatch(
      /e\d+-e\d+ +include -> summarize\n.*entries came back into the request, \d+ left it/s,
    )
    expect(await printed('undo', 'session', ...on)).toContain('the last compaction is undone')
    expect(JSON.parse(await printed('diff', 'session', 'none', ...on, '--json')).runs).toEqual([])
    expect(await printed('redo', 'session', ...on)).toContain('is there again')
    expect(JSON.parse(await printed('diff', 'session', 'none', ...on, '--json')).hidden).toBe(changed.hidden)
    expect(await printed('export', 'session', ...on)).toBe(before)
    expect(await palimpsest(['diff', 'session', 'zzz', ...on])).toMatchObject({
      exit: 64,
      stderr: expect.stringContaining('there is no commit zzz'),
    })
  })

  it('F7, B17 · lists where a branch may begin, begins one, and finds, opens, pins and erases entries', async () => {
    const store = await storeOf(file(chat(4)))
    const on = ['--store', store] as const
    expect(await printed('branch', 'session', ...on)).toContain(`e1       ${TASK}`)
    expect(await printed('branch', 'session', '--at', 'e11', '--name', 'other', ...on)).toBe(
      'other goes on from e11, without it.\n',
    )
    expect(JSON.parse(await printed('export', 'other', ...on))).toHaveLength(11)
    expect(await printed('expand', 'session', 'e1', ...on)).toBe(`${TASK}\n`)
    expect(await printed('pin', 'session', '--text', 'public API', ...on)).toBe('pinned: e1\n')
    expect(await printed('recall', 'session', 'changelog', ...on)).toContain('e11')
    expect(await palimpsest(['erase', 'session', '--entry', 'e11', ...on])).toMatchObject({
      exit: 64,
      stderr: expect.stringContaining('--yes says that it is meant'),
    })
    expect(await printed('erase', 'session', '--entry', 'e11', '--yes', ...on)).toContain('e11 of session is erased')
    expect(await printed('verify', 'session', ...on)).toContain('session')
    expect(await palimpsest(['artifact', 'session', 'nothing', ...on])).toMatchObject({ exit: 64, stdout: '' })
  })

  it('F7, B4 · hands a thread over to a goal, under a name that is free', async () => {
    const on = ['--store', await storeOf(file(chat(4)))] as const
    const goal = ['--goal', 'write the changelog'] as const
    const said = JSON.parse(await printed('handoff', 'session', ...goal, '--name', 'notes', ...on, '--json'))
    expect(said).toMatchObject({ thread: 'notes', from: 'session', goal: 'write the changelog' })
    expect(await printed('expand', 'notes', 'e0', ...on)).toBe(`${said.text}\n`)
    expect(await printed('expand', 'notes', 'e1', ...on)).toBe('write the changelog\n')
    expect(said.text).toContain(TASK)
    expect(await printed('handoff', 'session', ...goal, ...on)).toMatch(/session\/handoff begins with this, and the goal: write/)
    expect(await palimpsest(['handoff', 'session', ...goal, '--name', 'notes', ...on])).toMatchObject({
      exit: 64,
      stdout: '',
      stderr: expect.stringContaining('There is a thread notes already'),
    })
  })

  it('F13 · writes a compacted thread as a session that its agent goes on with', async () => {
    const store = await storeOf(file(chat(40)))
    const out = join(folder(), 'goes-on.jsonl')
    await printed('compact', 'session', '--store', store, '--window', '4k', '--json')
    await printed('export', 'session', '--store', store, '--to', 'claude-code', '--out', out)
    const { now, whole } = JSON.parse(await printed('stats', out, '--json'))
    expect(now.tokens).toBeLessThan(whole.tokens / 2)
    expect(readFileSync(out, 'utf8')).toContain('"isCompactSummary":true')
  })
})
