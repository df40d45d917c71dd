import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { presets, triggers } from '../../src/index.ts'
import { describePolicy } from '../../src/plan/describe-policy.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import type { Rung } from '../../src/schema/rung.ts'

const USUAL = 'by hand; after an overflow; '

describe('a policy in words', () => {
  it('is what the table of presets says', () => {
    const document = readFileSync('docs/presets.md', 'utf8').replaceAll(/ +/g, ' ')
    for (const preset of PRESETS.values()) {
      const { name, trigger, release, keeps, ladder } = describePolicy(preset())
      expect(document).toContain(
        `| \`${name}\` | ${trigger.replace(USUAL, '')} | ${release} | ${keeps} | ${ladder.join(' → ')} |`,
      )
      expect(trigger.startsWith(USUAL)).toBe(name !== 'amp')
    }
  })

  it('has words for every trigger and every rung', () => {
    const ladder: readonly Rung[] = [
      { rung: 'clear-old-outputs', keepTurns: 2 },
      { rung: 'clear-all-but-last', keepLast: 3 },
      { rung: 'clear-superseded' },
      { rung: 'strip-reasoning', keepTurns: 1 },
      { rung: 'images-to-references', keepTurns: 1 },
    ]
    const trigger = triggers.anyOf(
      triggers.bytesAbove(1_000),
      triggers.turnFloor(2),
      triggers.at('prepare', triggers.tokensAbove(5)),
    )
    expect(describePolicy(presets.balanced({ trigger, ladder }))).toEqual({
      name: 'balanced',
      trigger: 'above 1,000 bytes; more than 2 turns; above 5 tokens, before the call',
      release: '60 % of the window less the answer',
      keeps: 'as much as fits',
      ladder: [
        'clear tool outputs older than 2 turns',
        'clear all but the last 3 tool outputs',
        'clear what was said again later',
        'leave out reasoning older than 1 turn',
        'show files older than 1 turn by name',
      ],
    })
    expect(describePolicy(presets.balanced({ trigger: triggers.off() })).trigger).toBe('never')
  })
})
