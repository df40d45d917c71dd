import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chat } from './conversations.ts'
import { file, folder, palimpsest } from './program.ts'

/** A person's folder with files in it, and the environment that leads there. */
function person(files: Readonly<Record<string, string | object>> = {}): {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
} {
  const home = folder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return { home, environment: { HOME: home, XDG_CONFIG_HOME: '', PI_CODING_AGENT_DIR: '' } }
}

const USER = '.config/palimpsest/palimpsest.config.json'

describe.concurrent('palimpsest config', () => {
  it("B7 · says where each value comes from: pi's settings, the person's file, the environment, in that order", async () => {
    const { environment } = person({
      '.pi/agent/settings.json': { theme: 'dark', compaction: { enabled: false, reserveTokens: 9_000, keepRecentTokens: 5_000 } },
      [USER]: { window: 64_000, compaction: { reserveTokens: 8_000 } },
    })
    const { stdout } = await palimpsest(['config', '--json'], { environment: { ...environment, PALIMPSEST_WINDOW: '32k' } })
    const settings = JSON.parse(stdout) as readonly {
      readonly name: string
      readonly value: unknown
      readonly from: string | null
    }[]
    const said = Object.fromEntries(settings.map(({ name, value, from }) => [name, [value, from?.replace(/^.*\//, '') ?? null]]))
    expect(said).toMatchObject({
      enabled: [false, 'settings.json'],
      window: [32_000, 'PALIMPSEST_WINDOW'],
      reserveTokens: [8_000, 'palimpsest.config.json'],
      keepRecentTokens: [5_000, 'settings.json'],
      preset: [null, null],
    })
    const off = await palimpsest(['config', 'enabled', '--json'], {
      environment: { ...person().environment, OPENCODE_DISABLE_AUTOCOMPACT: 'true' },
    })
    expect(JSON.parse(off.stdout)).toMatchObject([{ name: 'enabled', value: false, from: 'OPENCODE_DISABLE_AUTOCOMPACT' }])
  })

  it('B7 · is what commands go by, and flags come first', async () => {
    const { environment } = person({ [USER]: { window: 4_000, compaction: { reserveTokens: 500 } } })
    const path = file(chat(40))
    const receiptOf = async (...flags: readonly string[]) =>
      JSON.parse((await palimpsest(['compact', path, '--json', ...flags], { environment })).stdout).receipt
    expect(await receiptOf()).toMatchObject({ window: 4_000, reserve: 500 })
    expect(await receiptOf('--window', '6k')).toMatchObject({ window: 6_000, reserve: 500 })
  })

  it('B7 · keepRecentTokens holds for presets that go by it; a flag that none goes by is refused', async () => {
    const { environment } = person({ '.pi/agent/settings.json': { compaction: { keepRecentTokens: 500 } } })
    const path = 'samples/ferry-timetable.json'
    const left = async (...flags: readonly string[]): Promise<number> =>
      JSON.parse((await palimpsest(['compact', path, '--json', '--window', '64k', ...flags], { environment })).stdout).receipt
        .tokens.after
    const [few, many] = [await left('--preset', 'pi'), await left('--preset', 'pi', '--keep-recent', '3k')]
    expect(many).toBeGreaterThan(few + 1_000)
    expect(await left('--preset', 'codex')).toBeGreaterThan(0)
    expect(await palimpsest(['compact', path, '--preset', 'codex', '--keep-recent', '3k'], { environment })).toEqual({
      exit: 64,
      stdout: '',
      stderr: 'palimpsest: --keep-recent needs a preset that goes by a number of recent tokens: pi, timeline.\n',
    })
  })

  it('B7 · explain says that nothing would happen by itself if compaction is switched off; compact is by hand', async () => {
    const environment = { ...person().environment, OPENCODE_DISABLE_AUTOCOMPACT: '1' }
    const path = file(chat(2))
    expect((await palimpsest(['explain', path], { environment })).stderr).toBe(
      'palimpsest: enabled is false (OPENCODE_DISABLE_AUTOCOMPACT): an agent would not compact by itself; this is what it would do if it did.\n',
    )
    expect((await palimpsest(['compact', path, '--json'], { environment })).stderr).toBe('')
  })

  it('B7 · writes a value back, and leaves the rest of the file as it is', async () => {
    const { environment, home } = person({ [USER]: { model: 'gpt-5', compaction: { reserveTokens: 1 } } })
    expect(await palimpsest(['config', 'enabled', 'off', '--user'], { environment })).toMatchObject({ exit: 0 })
    expect(await palimpsest(['config', 'window', '200k', '--user'], { environment })).toMatchObject({ exit: 0 })
    expect(JSON.parse(readFileSync(join(home, USER), 'utf8'))).toEqual({
      model: 'gpt-5',
      compaction: { reserveTokens: 1, enabled: false },
      window: 200_000,
    })
  })

  it('B7 · names the file and the value that is wrong', async () => {
    const say = async (content: string | object, ...args: readonly string[]) => {
      const { environment, home } = person({ [USER]: content })
      const { exit, stderr } = await palimpsest(args.length === 0 ? ['config'] : args, { environment })
      return [exit, stderr.replace(home, '~')]
    }
    expect(await say('{')).toEqual([
      2,
      expect.stringMatching(/^palimpsest: ~\/.config\/palimpsest\/palimpsest.config.json: cannot be read: it is not JSON/),
    ])
    expect(await say({ window: 'large' })).toEqual([
      2,
      'palimpsest: ~/.config/palimpsest/palimpsest.config.json: window: expected a whole number of tokens, found "large".\n',
    ])
    expect(await say({ windw: 1 })).toEqual([2, expect.stringContaining('windw is no setting')])
    expect(await say({ preset: 'nope' }, 'compact', file(chat(1)))).toEqual([
      2,
      expect.stringContaining('preset: Known presets are balanced'),
    ])
  })

  it('B7 · has a published schema that names every setting', async () => {
    const { stdout } = await palimpsest(['config', '--schema'])
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync('schemas/palimpsest.config.schema.json', 'utf8')))
  })
})

describe.concurrent('palimpsest doctor and completion', () => {
  it('says what is missing and how to mend it, and fails only if something is broken', async () => {
    const { environment } = person()
    const bare = await palimpsest(['doctor'], {
      environment: { ...environment, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' },
    })
    expect(bare.exit).toBe(0)
    expect(bare.stdout).toMatch(/^ok {6}Node: /m)
    expect(bare.stdout).toContain('missing keys: none is set; compaction works without a model')
    const broken = await palimpsest(['doctor', '--store', '/no/such.db'], { environment })
    expect([broken.exit, broken.stderr]).toEqual([2, 'palimpsest: 1 thing is broken: store.\n'])
  })

  it('asks providers only if told to, and says of each what is wrong', async () => {
    const asked: string[] = []
    const server = createServer(({ url = '', headers }, response) => {
      asked.push(url)
      const isKnown = headers['x-api-key'] === 'right' || headers.authorization === 'Bearer right'
      response.writeHead(isKnown ? (url.includes('gone') ? 404 : 200) : 401).end('{}')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { environment } = person({ [USER]: { model: 'gpt-gone' } })
    const online = {
      ...{ ...environment, GEMINI_API_KEY: '', ANTHROPIC_API_KEY: 'wrong', OPENAI_API_KEY: 'right' },
      ...{ ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1/` },
    }
    expect((await palimpsest(['doctor'], { environment: online })).exit).toBe(0)
    expect(asked).toEqual([])
    const { exit, stdout, stderr } = await palimpsest(['doctor', '--online'], { environment: { ...online, COLUMNS: '200' } })
    expect([exit, stderr]).toEqual([2, 'palimpsest: 2 things are broken: models of Anthropic, gpt-gone.\n'])
    expect(asked.sort()).toEqual(['/v1/models', '/v1/models/gpt-gone'])
    expect(stdout).toContain('It does not take ANTHROPIC_API_KEY: set a key that is valid there.')
    expect(stdout).toContain('It has no such model')
    expect(stdout).not.toMatch(/wrong|right/)
    server.close()
    const nobody = await palimpsest(['doctor', '--online', '--json'], {
      environment: { ...online, ANTHROPIC_API_KEY: '', OPENAI_BASE_URL: 'http://127.0.0.1:1' },
    })
    expect(JSON.parse(nobody.stdout)).toContainEqual({
      ...{ what: 'gpt-gone', state: 'broken', detail: 'OpenAI cannot be reached at 127.0.0.1:1: bad port' },
      mend: 'Look at the network and at OPENAI_BASE_URL, if it is set.',
    })
  })

  it('completes every command in bash, zsh and fish, in scripts that bash itself accepts', async () => {
    const { stdout: help } = await palimpsest(['--help'])
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name]) =>
      name === undefined || name === 'help' ? [] : [name],
    )
    expect(commands.length).toBeGreaterThan(20)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout } = await palimpsest(['completion', shell])
      for (const command of commands) expect([shell, command, stdout.includes(command)]).toEqual([shell, command, true])
    }
    const { stdout: script } = await palimpsest(['completion', 'bash'])
    const run = `${script}\nCOMP_WORDS=(palimpsest stats --la); COMP_CWORD=2; _palimpsest; echo "\${COMPREPLY[@]}"\nCOMP_WORDS=(palimpsest compact --from qw); COMP_CWORD=3; _palimpsest; echo "\${COMPREPLY[@]}"`
    expect(execFileSync('bash', ['-c', run], { encoding: 'utf8' })).toBe('--latest\nqwen-code\n')
  })
})
