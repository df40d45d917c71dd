import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { started } from './program.ts'

describe('palimpsest demo', () => {
  it('F1 · compacts the bundled session, shows before and after, and says how to go on', async () => {
    const { exit, stdout, stderr } = await started(['demo'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toMatch(/^before {2}ST/m)
    expect(stdout).toMatch(/^after {3}STM.*\.?/m)
    expect(stdout).toContain('Three rules:')
    expect(stdout).toContain('npx palimpsest compact session.json')
    expect(stdout).not.toContain('\u001b')
  })

  it('has a sample that stays small', () => {
    expect(readFileSync('samples/ferry-timetable.json').length).toBeLessThan(200_000)
  })
})
