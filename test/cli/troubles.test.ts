import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SAMPLE } from '../formats/sessions/claude-code-sample.ts'
import { lines } from '../formats/sessions/lines.ts'
import { CODEX } from '../formats/sessions/samples.ts'
import { file, folder, palimpsest, run, startedWithoutPrivileges } from './program.ts'

const PROGRAM = `"${process.execPath}" --disable-warning=ExperimentalWarning src/cli/main.ts`
const session = file(lines(...CODEX), 'rollout.jsonl')

describe.concurrent('F13 · a machine that does not do as it should', () => {
  it('a reader that goes away ends the program quietly', async () => {
    const { stdout, stderr } = await run('bash', [
      '-c',
      `set -o pipefail; ${PROGRAM} stats "${session}" | head -1; echo $?; ${PROGRAM} presets | true; echo $?`,
    ])
    expect(stdout).toMatch(/^codex · 019f1111.*\n0\n0\n$/)
    expect(stderr).toBe('')
  })

  it.skipIf(!existsSync('/dev/full'))('a full disk is one line and 73 (skipped where there is no /dev/full)', async () => {
    const store = join(folder(), 'threads.db')
    await palimpsest(['import', session, '--store', store])
    const [{ thread }] = JSON.parse((await palimpsest(['threads', '--store', store, '--json'])).stdout) as [{ thread: string }]
    expect(await palimpsest(['export', thread, '--store', store, '--to', 'pi', '--out', '/dev/full'])).toEqual({
      exit: 73,
      stdout: '',
      stderr: 'palimpsest: /dev/full: cannot be written: no space is left.\n',
    })
    const printed = await run('bash', ['-c', `${PROGRAM} stats "${session}" > /dev/full; echo $?`])
    expect(printed).toMatchObject({
      stdout: '73\n',
      stderr: 'palimpsest: standard output: cannot be written: no space is left.\n',
    })
  })

  it('what may not be read or written is named, with 2 or 73', async () => {
    const place = folder()
    const [closed, shut, sealed] = [file('{}', 'closed.json'), file('', 'closed.jsonl'), join(place, 'sealed')]
    mkdirSync(sealed)
    chmodSync(closed, 0)
    chmodSync(shut, 0)
    chmodSync(sealed, 0o555)
    const ended = await Promise.all([
      startedWithoutPrivileges(['stats', closed]),
      startedWithoutPrivileges(['threads', '--store', shut]),
      startedWithoutPrivileges(['import', session, '--store', join(sealed, 'threads.db')]),
    ])
    expect(ended.map(({ exit, stderr }) => [exit, stderr.split('\n').length])).toEqual([
      [2, 2],
      [2, 2],
      [73, 2],
    ])
    expect(ended[0]?.stderr).toBe(`palimpsest: ${closed}: cannot be read: permission denied.\n`)
    expect(ended[1]?.stderr).toBe(`palimpsest: ${shut}: cannot be read: permission denied.\n`)
    expect(ended[2]?.stderr).toContain(join(sealed, 'threads.db'))
    expect(readdirSync(sealed)).toEqual([])
  })
})

describe.concurrent('F13 · a session that is not as expected', () => {
  it('one that is being written is read up to its last line, and that is said', async () => {
    const whole = lines(...CODEX)
    const cut = file(whole.slice(0, whole.trimEnd().length - 20), 'rollout.jsonl')
    const { exit, stdout, stderr } = await palimpsest(['stats', cut, '--json'])
    expect(exit).toBe(0)
    expect(JSON.parse(stdout).now.messages).toBeGreaterThan(0)
    expect(stderr).toBe(`palimpsest: left out: line ${CODEX.length}: it is cut off; perhaps it is being written.\n`)
    const store = join(folder(), 'threads.db')
    expect(await palimpsest(['import', cut, '--store', store])).toMatchObject({ exit: 0, stderr })
    // The rest comes with the next import.
    expect((await palimpsest(['import', session, '--store', store])).stdout).toContain('1 message appended')
  })

  it('one from the future keeps what is known of it', async () => {
    const later = SAMPLE.map((line) => ({ ...line, version: '99.0.0', holograms: [{ kind: 'new' }] }))
    const unknown = { type: 'telepathy', uuid: '00000000-0000-4000-8000-00000000ffff', version: '99.0.0', thought: 'hm' }
    const [now, future] = await Promise.all(
      [SAMPLE, [...later, unknown]].map(async (all) => palimpsest(['stats', file(lines(...all), 'x.jsonl'), '--json'])),
    )
    expect(future?.exit).toBe(0)
    expect(JSON.parse(future?.stdout ?? '').now.messages).toBe(JSON.parse(now?.stdout ?? '').now.messages)
  })
})
