import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chat } from './conversations.ts'
import { file, folder, palimpsest } from './program.ts'

/** What they print is data already, or a conversation of their own. */
const PLAIN = ['archive', 'export', 'schema', 'completion', 'mcp', 'demo']

async function json(...args: readonly string[]) {
  const { exit, stdout, stderr } = await palimpsest([...args, '--json'])
  if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`)
  return JSON.parse(stdout)
}

describe.concurrent('F13 · every command', () => {
  it('has an example in its help, and --json if it tells something', async () => {
    const { stdout } = await palimpsest(['--help'])
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name]) =>
      name === undefined || name === 'help' ? [] : [name],
    )
    const helps = await Promise.all(names.map(async (name) => ({ name, help: (await palimpsest([name, '--help'])).stdout })))
    expect(helps.filter(({ help }) => !/^Examples?:\n {2}\S/m.test(help)).map(({ name }) => name)).toEqual([])
    expect(helps.filter(({ help }) => !help.includes('--json')).map(({ name }) => name)).toEqual(expect.arrayContaining(PLAIN))
    expect(helps.filter(({ help }) => !help.includes('--json'))).toHaveLength(PLAIN.length)
  })

  it('explains, lists presets, verifies, migrates and takes archives in, in JSON', async () => {
    const store = join(folder(), 'threads.db')
    await json('import', file(chat(4)), '--store', store)
    expect(await json('explain', file(chat(40)), '--window', '4k', '--preset', 'codex')).toMatchObject({
      policy: 'codex',
      rungs: expect.arrayContaining([expect.objectContaining({ outcome: expect.any(String) })]),
    })
    expect((await json('presets')).map(({ name }: { readonly name: string }) => name)).toContain('balanced')
    expect(await json('verify', '--store', store)).toMatchObject([{ thread: 'session', isWhole: true }])
    const rows = file([{ thread_id: 't', role: 'user', content: 'hi' }], 'rows.json')
    expect(await json('migrate', rows, join(folder(), 'old.db'))).toMatchObject({ rows: 1, appended: 1, unread: [] })
    const archive = join(folder(), 'session.archive')
    await palimpsest(['archive', 'session', '--store', store, '--out', archive])
    expect(await json('unarchive', archive, '--store', store, '--thread', 'again')).toMatchObject({ thread: 'again' })
  })
})
