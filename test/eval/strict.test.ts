import { describe, expect, it } from 'vitest'
import { halfOf } from '../../eval/halves.ts'
import type { Measured } from '../../eval/run.ts'
import type { Target } from '../../eval/score.ts'
import { scoreStrictly } from '../../eval/strict.ts'
import { behind, printStrictReport, strictRowsOf } from '../../eval/strict-report.ts'

/** A name that stood beside "broken timetable" and is used again beside "repaired, tested". */
function target(name: string): Target {
  return { name, original: new Set(['broken', 'timetable']), later: new Set(['repaired', 'tested']) }
}

describe('the stricter scorer', () => {
  it('counts a name only as a whole token: neither inside a longer path nor with something behind a dot', () => {
    const line = (name: string): string => `The broken timetable of ${name} is now repaired and tested again.`
    const score = (name: string): number => scoreStrictly([target('zone.ts')], line(name)).present
    expect(score('zone.ts')).toBe(1)
    expect(score('`zone.ts`')).toBe(1)
    expect(score('src/zone.ts')).toBe(0)
    expect(score('zone.tsx')).toBe(0)
    expect(score('zone.ts.bak')).toBe(0)
  })

  it('calls a name useful in a readable line that shares two content words with its next use, and nowhere else', () => {
    const useful = (prompt: string): number => scoreStrictly([target('loadConfig')], prompt).useful
    const line = 'Now loadConfig is repaired and has been tested.'
    expect(useful(line)).toBe(1)
    expect(useful(`repaired and tested\n${line.replace('tested', 'seen')}\ntested`)).toBe(0) // The words stand in other lines.
    expect(useful('loadConfig repaired tested')).toBe(0) // Two plain words are no sentence.
    expect(useful(line.padEnd(400, '.'))).toBe(1)
    expect(useful(line.padEnd(401, '.'))).toBe(0)
  })

  it('calls a name grounded only if two of its old neighbours stand within 60 characters', () => {
    const grounded = (between: number): number =>
      scoreStrictly([target('loadConfig')], `loadConfig ${'.'.repeat(between)} broken timetable`).grounded
    expect(grounded(0)).toBe(1)
    expect(grounded(42)).toBe(1) // A blank, the dots, a blank and sixteen letters: 60.
    expect(grounded(43)).toBe(0)
    expect(scoreStrictly([target('loadConfig')], 'broken loadConfig broken').grounded).toBe(0)
  })
})

function measured(session: string, contestant: string, useful: number): Measured {
  const strict = { present: 10, grounded: useful, useful }
  const source = session.split('/')[0] ?? ''
  return { contestant, session, source, strict, size: '10 %', writing: 'words', tokens: 1, ...EMPTY_SCORE }
}
const EMPTY_SCORE = { targets: 10, present: 0, grounded: 0, useful: 0, spent: 0 } as const

describe('the report of the stricter scorer', () => {
  it('takes the mean over points: a source with many counts more than one with few', () => {
    const points = ['a/1.json', 'a/2.json', 'a/3.json'].map((session) => measured(session, 'ours', 8))
    const [row] = strictRowsOf([...points, measured('b/1.json', 'ours', 0)], '10 %')
    expect(row).toMatchObject({ points: 4, useful: 0.6000000000000001 })
    expect([...(row?.sources ?? [])]).toEqual([
      ['a', expect.closeTo(0.8)],
      ['b', 0],
    ])
  })

  it('puts a session into the same half whatever stands beside it, and both halves have about as many', () => {
    const names = Array.from({ length: 400 }, (_, index) => `source-${index % 7}/session-${index}.json`)
    const inA = names.filter((name) => halfOf(name) === 'A')
    expect(inA.length).toBeGreaterThan(160)
    expect(inA.length).toBeLessThan(240)
    expect([halfOf('entire-cli/a.json'), halfOf('entire-cli/b.json'), halfOf('entire-cli/c.json')]).toEqual(['A', 'A', 'B'])
  })

  it('says in which sources the whole request is behind masked outputs with a tail', () => {
    const all = [
      measured('a/1.json', 'masking + tail', 5),
      measured('b/1.json', 'masking + tail', 2),
      measured('a/1.json', 'the engine as it is', 4),
      measured('b/1.json', 'the engine as it is', 3),
    ]
    expect(behind(strictRowsOf(all, '10 %'), 'the engine as it is', 'masking + tail')).toEqual(['a'])
    expect(printStrictReport(all)).toContain('the engine as it is: behind masking + tail in a\n')
  })
})
