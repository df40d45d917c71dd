import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/schema/json.ts'
import { SAMPLE } from '../formats/sessions/claude-code-sample.ts'
import { lines } from '../formats/sessions/lines.ts'
import { CODEX, COPILOT, GEMINI, OPENCODE, PI, QWEN } from '../formats/sessions/samples.ts'
import { file, folder, palimpsest } from './program.ts'

const CLAUDE = '11111111-2222-4333-8444-555555555555'
const FILES: Readonly<Record<string, string>> = {
  [`.claude/projects/-work-shop/${CLAUDE}.jsonl`]: lines(...SAMPLE),
  '.claude/projects/-work-shop/agent-x.jsonl': lines(...SAMPLE),
  '.codex/sessions/2026/06/29/rollout-2026-06-29T01-50-08-019f1111-d27a-7922-bc85-6667a164e1c3.jsonl': lines(...CODEX),
  '.codex/archived_sessions/rollout-2026-06-29T01-50-08-019f2222-d27a-7922-bc85-6667a164e1c3.jsonl': '{"not',
  '.pi/agent/sessions/--work--/2026_s1.jsonl': lines(...PI),
  '.local/share/opencode/storage/session/p/ses_1.json': JSON.stringify(OPENCODE.info),
  ...Object.fromEntries(
    OPENCODE.messages.map(({ info }) => [`.local/share/opencode/storage/message/ses_1/${info.id}.json`, JSON.stringify(info)]),
  ),
  ...Object.fromEntries(
    OPENCODE.messages.flatMap(({ info, parts }) =>
      parts.map((part, at) => [`.local/share/opencode/storage/part/${info.id}/${at}.json`, JSON.stringify(part)]),
    ),
  ),
  '.gemini/tmp/abc/chats/session-g1.json': JSON.stringify(GEMINI),
  '.qwen/projects/-work/chats/q.jsonl': lines(...QWEN),
  '.copilot/session-state/cp/events.jsonl': lines(...COPILOT),
}

/** A machine with a session of every agent, the first of the list being the newest. */
function machine(): { readonly environment: Readonly<Record<string, string>>; readonly home: string } {
  const home = folder()
  for (const [at, [path, text]] of Object.entries(FILES).entries()) {
    const full = join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    utimesSync(full, 2_000_000_000 - at * 60, 2_000_000_000 - at * 60)
  }
  return { home, environment: { HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', PI_CODING_AGENT_DIR: '', XDG_DATA_HOME: '' } }
}

const { environment, home } = machine()

describe.concurrent('compressed rollouts', () => {
  const rollout = 'rollout-2026-06-29T01-50-08-019f1111-d27a-7922-bc85-6667a164e1c3.jsonl.zst'

  it('F13 · Codex keeps older ones so: they are found, read, and written back as their names say', async () => {
    const own = folder()
    const path = join(own, 'sessions/2026/06/29', rollout)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, zstdCompressSync(lines(...CODEX)))
    const found = await palimpsest(['stats', '--latest', '--agent', 'codex', '--json'], {
      environment: { ...environment, CODEX_HOME: own },
    })
    const plain = await palimpsest(['stats', file(lines(...CODEX), 'x.jsonl'), '--json'])
    expect(JSON.parse(found.stdout).now).toEqual(JSON.parse(plain.stdout).now)
    const out = join(folder(), rollout)
    expect(await palimpsest(['compact', path, '--to', 'codex', '--out', out])).toMatchObject({ exit: 0 })
    expect(zstdDecompressSync(readFileSync(out)).toString('utf8')).toContain(lines(...CODEX).trimEnd())
  })

  it('F13 · one that is cut off is one line; so is a database that cannot be read', async () => {
    const cut = file(zstdCompressSync(lines(...CODEX)).subarray(0, 200), rollout)
    expect(await palimpsest(['stats', cut])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringMatching(/jsonl\.zst: cannot be read: what is compressed in it is damaged or cut off \(.*\)\.\n$/),
    })
    const broken = file('SQLite format 3\u0000', 'opencode.db')
    expect(await palimpsest(['stats', broken])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/OpenCode's database cannot be read: .*opencode export <session> > session\.json/),
    })
  })

  it('A3 · takes the window of the model that a session names, as stats does, unless something else is said', async () => {
    const path = file(lines(...SAMPLE), 'x.jsonl')
    const { model, window } = JSON.parse((await palimpsest(['stats', path, '--json'])).stdout)
    expect(window).not.toBe(128_000)
    const receiptFor = async (...flags: readonly string[]) =>
      JSON.parse((await palimpsest(['compact', path, '--json', ...flags])).stdout).receipt
    expect(await receiptFor()).toMatchObject({ model, window, windowSource: 'session' })
    expect(await receiptFor('--window', '64k')).toMatchObject({ model: null, window: 64_000, windowSource: 'flag' })
    expect(await receiptFor('--model', 'gpt-4o')).toMatchObject({ model: 'gpt-4o', window: 128_000, windowSource: 'model' })
    expect(await receiptFor('--to', 'openai-chat')).toMatchObject({ model: null, window: 128_000, windowSource: 'default' })
    const named = `${model}, which the session names; --window or --model say otherwise.`
    const drawn = await palimpsest(['compact', path, '--out', join(folder(), 'out.json')])
    expect(drawn.stdout.replaceAll(/\s+/g, ' ')).toContain(`The window is that of ${named}`)
    for (const command of ['explain', 'replay']) {
      expect((await palimpsest([command, path])).stderr).toBe(`palimpsest: taken for ${named}\n`)
      expect((await palimpsest([command, path, '--window', '64k'])).stderr).toBe('')
    }
  })

  it("F13 · OpenCode's database gives the sessions that its files gave", async () => {
    const home = folder()
    mkdirSync(join(home, 'opencode'))
    const database = new DatabaseSync(join(home, 'opencode/opencode.db'))
    database.exec(
      `create table session (id text primary key, parent_id text, directory text, title text, version text, time_created integer, time_updated integer);
       create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
       create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text)`,
    )
    const { id, directory, title = '', time } = OPENCODE.info as JsonObject & { readonly time: { readonly created: number } }
    const text = (value: unknown): string => String(value)
    database
      .prepare('insert into session values (?, null, ?, ?, ?, ?, ?)')
      .run(text(id), text(directory), text(title), '1', time.created, 1)
    for (const { info, parts } of OPENCODE.messages) {
      const { id: own, ...data } = info
      database.prepare('insert into message values (?, ?, 1, 1, ?)').run(own, text(id), JSON.stringify(data))
      for (const [at, part] of parts.entries())
        database.prepare('insert into part values (?, ?, ?, 1, 1, ?)').run(`${own}_${at}`, own, text(id), JSON.stringify(part))
    }
    database.close()
    const found = await palimpsest(['stats', 'ses_1', '--json'], {
      environment: { ...environment, HOME: home, XDG_DATA_HOME: home },
    })
    const exported = await palimpsest(['stats', file(OPENCODE as unknown as JsonObject, 'x.json'), '--json'])
    expect(JSON.parse(found.stdout).now).toEqual(JSON.parse(exported.stdout).now)
  })
})

describe.concurrent('palimpsest sessions', () => {
  it('F13 · lists what every agent has on this machine, newest first, also what cannot be read', async () => {
    const { exit, stdout } = await palimpsest(['sessions', '--json'], { environment })
    expect(exit).toBe(0)
    const listed = JSON.parse(stdout) as readonly {
      readonly agent: string
      readonly id: string
      readonly messages: number
      readonly fault?: string
    }[]
    expect(listed.map(({ agent, id }) => `${agent} ${id}`)).toEqual([
      `claude-code ${CLAUDE}`,
      'codex 019f1111-d27a-7922-bc85-6667a164e1c3',
      'codex 019f2222-d27a-7922-bc85-6667a164e1c3',
      'pi 2026_s1',
      'opencode ses_1',
      'gemini-cli g1',
      'qwen-code q',
      'copilot cp',
    ])
    expect(listed.filter(({ messages }) => messages === 0).map(({ id }) => id)).toEqual(['019f2222-d27a-7922-bc85-6667a164e1c3'])
  })

  it.each([20, 80, 200, 300])('F13 · and stats keep to a terminal of %d columns, and break no word', async (width) => {
    const at = { environment: { ...environment, COLUMNS: String(width) } }
    const runs = [
      ['sessions'],
      ['stats', CLAUDE],
      ['stats', '019f1111'],
      ['compact', CLAUDE, '--window', '2000', '--out', '/dev/null'],
    ]
    for (const args of runs) {
      const { exit, stdout } = await palimpsest(args, at)
      expect(exit).toBe(0)
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width)
      for (const word of ['codex', 'summary', 'tool', 'compaction'].filter((each) => stdout.replaceAll(/\s/g, '').includes(each)))
        expect(stdout).toContain(word)
    }
  })

  it('F13 · is what --latest, --project and the beginning of an id choose from', async () => {
    const threadOf = async (...args: readonly string[]): Promise<string> =>
      JSON.parse((await palimpsest(['stats', ...args, '--json'], { environment })).stdout).thread
    expect(await threadOf('--latest')).toBe(CLAUDE)
    expect(await threadOf('--latest', '--agent', 'qwen-code')).toBe('q')
    expect(await threadOf('--project', '/work')).toBe(CLAUDE)
    expect(await threadOf('019f1')).toBe('019f1111-d27a-7922-bc85-6667a164e1c3')
    const compacted = await palimpsest(['compact', '--latest', '--visible', '--json'], { environment })
    expect(JSON.parse(compacted.stdout).request.messages).toHaveLength(3)
  })

  it('says in one line what is wrong with a choice', async () => {
    const say = async (...args: readonly string[]) => {
      const { exit, stderr } = await palimpsest(args, { environment })
      return [exit, stderr.replaceAll(home, '~')]
    }
    expect(await say('stats')).toEqual([
      64,
      'palimpsest: Expected a file, the beginning of a session id, or --latest; palimpsest sessions lists what there is.\n',
    ])
    expect(await say('stats', '019f')).toEqual([
      64,
      'palimpsest: 2 sessions begin with 019f: 019f1111-d27a-7922-bc85-6667a164e1c3 (codex), 019f2222-d27a-7922-bc85-6667a164e1c3 (codex).\n',
    ])
    expect(await say('stats', 'nope')).toEqual([2, 'palimpsest: nope: cannot be read: there is no such file or folder.\n'])
    expect(await say('stats', 'x.jsonl', '--latest')).toEqual([
      64,
      'palimpsest: Either a file or --latest and --project, not both: x.jsonl.\n',
    ])
    expect(await say('stats', '--project', '/nowhere')).toEqual([
      2,
      'palimpsest: There is no session of /nowhere; palimpsest sessions lists what is known.\n',
    ])
  })
})

describe.concurrent('palimpsest stats', () => {
  it('F13 · tells what fills a session: kinds, tools, files, turns and what was asked again', async () => {
    const read = (id: string) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: '{"path":"src/till.ts"}' } }],
      },
      { role: 'tool', tool_call_id: id, content: 'cents and more cents '.repeat(50) },
    ]
    const path = file({
      messages: [
        { role: 'user', content: 'Mend the till.' },
        ...read('a'),
        ...read('b'),
        ...read('c'),
        { role: 'assistant', content: 'Done.' },
      ],
    })
    const { now, window } = JSON.parse((await palimpsest(['stats', path, '--json', '--window', '10k'])).stdout)
    expect(window).toBe(10_000)
    expect(now.tokens).toBe(Object.values(now.kinds as Readonly<Record<string, number>>).reduce((sum, tokens) => sum + tokens, 0))
    expect(now.tools).toEqual([{ name: 'read_file', times: 3, tokens: now.kinds.calls + now.kinds.results }])
    expect(now.files).toMatchObject([{ name: 'src/till.ts', times: 3 }])
    expect(now.turns).toMatchObject([{ name: '1. Mend the till.', tokens: now.tokens }])
    expect(now.repeated).toMatchObject([
      { tool: 'read_file', name: 'src/till.ts', times: 3, tokens: (now.kinds.results / 3) * 2 },
    ])
    const { stdout } = await palimpsest(['stats', path])
    expect(stdout).toContain('read_file src/till.ts 3×')
    expect(stdout).toContain('What was asked again takes')
  })

  it('F13 · tells a folder, an unknown format and a file that is being written apart', async () => {
    const say = async (path: string) => {
      const { exit, stderr } = await palimpsest(['stats', path])
      return [exit, stderr.replace(path, 'FILE')]
    }
    expect(await say(folder())).toEqual([2, 'palimpsest: FILE: cannot be read: it is a folder.\n'])
    expect(await say(file('# Notes\n\nDear diary', 'x.md'))).toEqual([
      2,
      expect.stringMatching(/^palimpsest: FILE: line 1, column 1: .* It looks like Markdown\. Known are requests/),
    ])
    expect(await say(file('{"a":1}\n{"b":2}\n', 'x.jsonl'))).toEqual([
      2,
      expect.stringContaining('It looks like lines of objects with a. Known are'),
    ])
    expect(await say(file(`${lines(...SAMPLE)}{"type":"user","mess`, 'x.jsonl'))).toEqual([
      0,
      'palimpsest: left out: line 17: it is cut off; perhaps it is being written.\n',
    ])
  })
})
