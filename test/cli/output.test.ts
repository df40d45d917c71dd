import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { chat } from './conversations.ts'
import { file, folder, palimpsest, run } from './program.ts'

const MAIN = 'src/cli/main.ts'

describe.concurrent('--out', () => {
  it('replaces a file as a whole, keeps its mode, and leaves nothing beside it', async () => {
    const out = join(folder(), 'smaller.json')
    writeFileSync(out, 'before')
    chmodSync(out, 0o600)
    const { exit } = await palimpsest(['compact', file(chat(1)), '--out', out])
    expect(exit).toBe(0)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(chat(1))
    expect(statSync(out).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(out, '..'))).toEqual(['smaller.json'])
  })

  it('may be the input itself, and then does not claim that nothing was deleted', async () => {
    const path = file(chat(40))
    const { exit, stdout } = await palimpsest(['compact', path, '--window', '4k', '--out', path], {
      environment: { COLUMNS: '200' },
    })
    expect(exit).toBe(0)
    expect(stdout).toContain('was overwritten')
    expect(stdout).not.toContain('Nothing was deleted')
    expect(readFileSync(path, 'utf8').length).toBeLessThan(JSON.stringify(chat(40)).length)
  })

  it('follows a link, and writes to a device without replacing it', async () => {
    const place = folder()
    const [real, link] = [join(place, 'real.json'), join(place, 'link.json')]
    writeFileSync(real, '')
    symlinkSync(real, link)
    const linked = await palimpsest(['compact', file(chat(1)), '--out', link])
    expect(linked.exit).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual(chat(1))
    const device = await palimpsest(['compact', file(chat(1)), '--out', '/dev/null'])
    expect(device.exit).toBe(0)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('ends with 73 where it cannot be written, and then prints nothing on standard output', async () => {
    const place = folder()
    mkdirSync(join(place, 'taken'))
    for (const out of [join(place, 'no', 'such', 'folder.json'), join(place, 'taken')]) {
      const { exit, stdout, stderr } = await palimpsest(['compact', file(chat(1)), '--out', out, '--json'])
      expect({ exit, stdout }).toEqual({ exit: 73, stdout: '' })
      expect(stderr).toContain(`palimpsest: ${out}: cannot be written: `)
    }
    expect(readdirSync(place)).toEqual(['taken'])
  })
})

describe.concurrent('standard output', () => {
  it('may be closed by its reader at any time', async () => {
    const path = file(chat(300))
    const command = `"${process.execPath}" ${MAIN} compact "${path}" | head -c 20; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await run('bash', ['-c', command])
    expect(stdout).toMatch(/^\{"messages":\[\{"role0?\n?.*0\n$/s)
    expect(stderr).not.toContain('EPIPE')
  })

  it.skipIf(!existsSync('/dev/full'))('that is full ends with 73 (skipped where there is no /dev/full)', async () => {
    const { stdout, stderr } = await run('bash', [
      '-c',
      `"${process.execPath}" ${MAIN} compact "${file(chat(1))}" > /dev/full; echo $?`,
    ])
    expect(stdout).toBe('73\n')
    expect(stderr).toContain('standard output: cannot be written: no space is left.')
  })
})

describe.concurrent('an interrupt', () => {
  it('F13 · ends the program with one line and 130, and the old file stays', async () => {
    const out = join(folder(), 'smaller.json')
    writeFileSync(out, 'before')
    const child = spawn(process.execPath, [MAIN, 'compact', '-', '--out', out], { stdio: ['pipe', 'pipe', 'pipe'] })
    const said = text(child.stderr)
    const ended = once(child, 'close')
    // More than a pipe holds: once it is gone, the program is reading.
    const half = `[${JSON.stringify({ role: 'user', content: 'x'.repeat(1_000_000) })},`
    await new Promise((done) => child.stdin.write(half, done))
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(await said).toBe('palimpsest: interrupted; nothing is left half-written.\n')
    expect(readFileSync(out, 'utf8')).toBe('before')
    expect(readdirSync(join(out, '..'))).toEqual(['smaller.json'])
  })
})
