import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chat } from './conversations.ts'
import { file, palimpsest } from './program.ts'

describe.concurrent('palimpsest explain', () => {
  it('says what each rung proposed and which rule decided, as the document shows', async () => {
    const args = ['explain', 'samples/ferry-timetable.json', '--preset', 'timeline', '--window', '16k']
    const { exit, stdout, stderr } = await palimpsest(args, { environment: { COLUMNS: '80' } })
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    const document = readFileSync('docs/presets.md', 'utf8')
    expect(document).toContain(`\`\`\`text\n$ palimpsest ${args.join(' ')}\n${stdout}\`\`\``)
  })

  it('asks balanced where no preset is named, and leaves the file as it was', async () => {
    const path = file(chat(2))
    const before = readFileSync(path, 'utf8')
    const { exit, stdout } = await palimpsest(['explain', path, '--to', 'anthropic'])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^balanced: go-on, /)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('case 19 · itemises what may not be touched where that does not fit', async () => {
    const { exit, stdout, stderr } = await palimpsest(['explain', file(chat(2)), '--window', '20'])
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
    expect(stderr).toContain('the fixed part does not fit')
  })

  it('refuses an unknown preset and an unreadable file with their own exit codes', async () => {
    const [unknown, missing] = await Promise.all([
      palimpsest(['explain', 'missing.json', '--preset', 'Balanced']),
      palimpsest(['explain', 'missing.json']),
    ])
    expect(unknown.exit).toBe(64)
    expect(unknown.stderr).toContain('Known presets are balanced')
    expect(missing.exit).toBe(2)
    expect(missing.stderr).toContain('missing.json: cannot be read: there is no such file or folder.')
  })
})
