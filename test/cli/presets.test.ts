import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { presetTable } from '../../src/cli/presets/preset-table.ts'
import { presets } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import { palimpsest } from './program.ts'

describe('palimpsest presets', () => {
  it('lists every preset in 80 columns, with the blocks that the document shows', async () => {
    const { exit, stdout, stderr } = await palimpsest(['presets'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    const blocks = stdout.trimEnd().split('\n\n')
    expect(blocks.slice(0, -1).map((block) => block.split('\n')[0])).toEqual([...PRESETS.keys()])
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    const document = readFileSync('docs/presets.md', 'utf8')
    for (const block of [...blocks.slice(0, 2), blocks.at(-1)]) expect(document).toContain(block)
  })

  it('says when, how far, what stays, and each rung on a line of its own', () => {
    const table = presetTable([presets.cms()], { width: 80, colour: false })
    expect(table.split('\n').slice(0, 6)).toEqual([
      'cms',
      '  acts      above the window less the answer',
      '  down to   50 % of the window less the answer',
      '  keeps     the last 2 turns',
      '  ladder    clear tool outputs behind 40,000 tokens, if that saves 20,000',
      '            summarize, keeping the last 2 turns',
    ])
    expect(table).toContain('All of them also act by hand')
  })

  it('stays within a narrow terminal', () => {
    const policies = [...PRESETS.values()].map((make) => make())
    const table = presetTable(policies, { width: 40, colour: false })
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40)
  })
})
