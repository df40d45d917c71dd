import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, run } from './program.ts'

const LAUNCHER = 'bin/palimpsest.js'

describe.concurrent('the launcher', () => {
  it('starts the built program', async () => {
    const { exit, stdout, stderr } = await run(process.execPath, [LAUNCHER, '--version'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('F1 · compacts the bundled session, wherever the built files lie', async () => {
    const { exit, stdout, stderr } = await run(process.execPath, [LAUNCHER, 'demo'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain('Three rules:')
  })

  it('hands on how the program ends', async () => {
    const { exit } = await run(process.execPath, [LAUNCHER, 'compact', '/no/such/file'])
    expect(exit).toBe(2)
  })

  it("on the machine's own Node says what it needs and ends with 69, or works where that is new enough", async () => {
    const own = await run('node', ['--version'], { environment: { PATH: ownPath() } })
    const [major = 0, minor = 0] = own.stdout.slice(1).split('.').map(Number)
    const { exit, stdout, stderr } = await run('node', [LAUNCHER, '--version'], { environment: { PATH: ownPath() } })
    if (major > 22 || (major === 22 && minor >= 13)) {
      expect(exit).toBe(0)
      return
    }
    expect({ exit, stdout }).toEqual({ exit: 69, stdout: '' })
    expect(stderr).toMatch(/^palimpsest: needs Node 22\.13 or newer and found \d+\.\d+\.\d+\. .*npx -y node@24 .*\n$/)
  })

  it('without dist says what to run and ends with 70', async () => {
    const copy = folder()
    mkdirSync(join(copy, 'bin'))
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
    copyFileSync(LAUNCHER, join(copy, LAUNCHER))
    const { exit, stderr } = await run(process.execPath, [join(copy, LAUNCHER)])
    expect(exit).toBe(70)
    expect(stderr).toMatch(/^palimpsest: this copy is not complete: .*run npm install/)
  })
})

/** Where programs are looked for, without what npm puts in front for its scripts. */
function ownPath(): string {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .join(delimiter)
}
