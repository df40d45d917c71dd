import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { makeSession, type SessionKind } from '../../bench/sessions.ts'

/** What a library takes that has anything to do is in both. */
const [FEW, MANY] = [4_000, 20_000]
/** More than a process holds that only appends. */
const IMPORTED = [30_000, 60_000] as const
const child = fileURLToPath(new URL('../../bench/memory-child.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-memory-'))

/** What is alive in a process of its own when garbage was collected, in bytes. */
function liveBytes(name: string, messages: number, kind: SessionKind = 'lean'): number {
  const lines = join(folder, `${kind}-${messages}.jsonl`)
  writeFileSync(
    lines,
    makeSession(kind, messages)
      .map((message) => `${JSON.stringify(message)}\n`)
      .join(''),
  )
  const database = join(folder, `${name === 'reopen' ? 'fill' : name}-${messages}.db`)
  // A test that is tried again does not go on with what its first attempt left.
  if (name !== 'reopen') for (const part of ['', '-wal', '-shm']) rmSync(database + part, { force: true })
  const args = ['--expose-gc', child, name, lines, database]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).live * 2 ** 20
}

/** What each message more takes. */
function perMessage(name: string): number {
  return (liveBytes(name, MANY) - liveBytes(name, FEW)) / (MANY - FEW)
}

describe('a long history, 390 bytes a message as JSON', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['prepare', 1_850],
    ['compact', 2_250],
    ['use', 2_350],
  ])('in the memory store, or in use with SQLite: %s leaves at most %i bytes a message', (name, most) => {
    const found = perMessage(name)
    console.log(`${name}: ${Math.round(found)} bytes a message`)
    expect(found).toBeLessThan(most)
  })

  it('of a coding agent, 2,100 bytes a message: what was read of calls that are long past is let go', () => {
    const [few, many] = [2_000, 6_000]
    const found = (liveBytes('steps', many, 'real') - liveBytes('steps', few, 'real')) / (many - few)
    console.log(`steps: ${Math.round(found)} bytes a message`)
    // Found: 5,760 alone on a machine, up to 6,740 beside others.
    expect(found).toBeLessThan(7_000)
  })

  it('in SQLite, who only appends holds the newest; once it was compacted, a process that opens it has the same few entries', () => {
    const [few = 0, many = 0] = IMPORTED.map((messages) => liveBytes('fill', messages))
    const left = (many - few) / (IMPORTED[1] - IMPORTED[0])
    console.log(`fill: ${Math.round(left)} bytes a message`)
    expect(left).toBeLessThan(250)
    perMessage('fill')
    perMessage('reopen')
    const found = perMessage('reopen')
    console.log(`reopen: ${Math.round(found)} bytes a message`)
    expect(found).toBeLessThan(100)
  })
})
