import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runAsPage } from '../runtimes/as-page.ts'
import { scenario } from '../runtimes/scenario.js'
import { createCompactor } from '../src/index.ts'

const run = promisify(execFile)
const entry = (path: string): string => JSON.stringify(fileURLToPath(new URL(`../${path}`, import.meta.url)))

/** Runs a module of its own in a process of its own. */
const says = async (program: string): Promise<string> =>
  (await run(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program])).stdout.trim()

/** What workers of Cloudflare refuse while a module is loaded: random numbers, timers, input and output. */
const FORBID = `
  const kept = []
  const forbid = (owner, name) => {
    const own = owner[name]
    kept.push(() => Object.defineProperty(owner, name, { value: own, configurable: true, writable: true }))
    const value = () => { throw new Error('Disallowed operation called within global scope: ' + name) }
    Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  }
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'fetch']) forbid(globalThis, name)
  for (const name of ['randomUUID', 'getRandomValues']) forbid(globalThis.crypto, name)
  forbid(Math, 'random')
`

describe('runtimes', () => {
  it('a page makes of a conversation what Node makes of it, without anything of Node; others are tried by npm run runtimes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-page-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const inPage: unknown = JSON.parse(await runAsPage(folder))
    expect(inPage).toEqual(await scenario({ createCompactor }))
  })

  it('the root entry does nothing while it is loaded that workerd forbids, and works once it is', async () => {
    const program = `${FORBID}
      const { createCompactor } = await import(${entry('src/index.ts')})
      for (const give of kept) give()
      const thread = await createCompactor().thread('t')
      await thread.append([{ role: 'user', content: 'hi' }])
      console.log(JSON.stringify((await thread.prepare({ dialect: 'openai-chat' })).request))`
    expect(await says(program)).toBe('{"messages":[{"role":"user","content":"hi"}]}')
  })

  it.each(['src/index.ts', 'dist/index.js', 'src/stores/sqlite.ts', 'dist/stores/sqlite.js'])(
    'a Node that is too old is told what %s needs, not what it lacks',
    async (path) => {
      const program = `
      const versions = { ...process.versions, node: '20.20.2' }
      Object.defineProperty(process, 'versions', { value: versions })
      Map.groupBy = undefined
      await import(${entry(path)}).then(() => console.log('loaded'), (error) => console.log(error.message))`
      expect(await says(program)).toBe('palimpsest needs Node 22.13 or newer and found 20.20.2.')
    },
  )

  it('nothing that SQLite needs is imported before the Node is looked at', async () => {
    const program = `
      const { registerHooks } = process.getBuiltinModule('node:module')
      registerHooks({ resolve: (name, context, next) => {
        if (name === 'node:sqlite') throw new Error('No such built-in module: node:sqlite')
        return next(name, context)
      } })
      await import(${entry('src/stores/sqlite.ts')}).then(() => console.log('loaded'), (error) => console.log(error.message))`
    expect(await says(program)).toBe('loaded')
  })
})
