import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONTESTANTS } from '../../eval/contestants.ts'
import { plotRows } from '../../eval/plot.ts'
import { printReport, rowsOf } from '../../eval/report.ts'
import { measurePoint } from '../../eval/run.ts'
import { scorePrompt, targetsOf } from '../../eval/score.ts'
import { type CutPoint, cutPoints } from '../../eval/session.ts'
import { identifiersIn, proseWords } from '../../eval/words.ts'
import { round, says } from '../support/worked-session.ts'

const NAMES = ['loadConfig', 'src/zone.ts', 'HTTP_LIMIT', 'parseRow', 'board.bench.ts']

/** A session whose second part uses what its first part was about, with the product's own summary between them. */
function point(): CutPoint {
  const about = NAMES.map((name) => says('assistant', `The broken timetable needs ${name} repaired before the release.`))
  const filler = Array.from({ length: 30 }, (_, index) => round('bash', { command: `ls ${index}` }, 'x '.repeat(200))).flat()
  const later = NAMES.map((name) => says('assistant', `Now ${name} of the broken timetable is repaired and tested.`))
  const messages = [
    says('user', 'Repair the timetable'),
    ...about,
    ...filler,
    {
      role: 'user',
      compactSummary: true,
      content: [{ type: 'text', text: 'Everything about loadConfig, the broken timetable.' }],
    },
    ...later,
    says('user', 'And toldByUser too'),
  ]
  const file = join(mkdtempSync(join(tmpdir(), 'eval-')), 'session.json')
  writeFileSync(file, JSON.stringify({ id: 's', source: 'made-up', messages }))
  const real = cutPoints(file).find(({ kind }) => kind === 'real')
  if (real === undefined) throw new Error('no cut where the product compacted')
  return real
}

describe('the scorer', () => {
  const cut = point()
  const targets = targetsOf(cut, 'words')

  it('asks for what the agent writes after the cut and had seen before it, the product’s own summary left out', () => {
    expect(targets.map(({ name }) => name)).toEqual(NAMES)
    expect(cut.before.some((entry) => entry.kind === 'text' && entry.foreignSummary === true)).toBe(false)
    expect(cut.realSummary).toContain('loadConfig')
  })

  it('does not ask for what was repeated before the agent did', () => {
    const told = cut.before[0]
    if (told === undefined) throw new Error('nothing before the cut')
    const repeated = { ...told, text: 'and loadConfig?' } as typeof told
    expect(targetsOf({ ...cut, after: [repeated, ...cut.after] }, 'words').map(({ name }) => name)).toEqual(NAMES.slice(1))
  })

  it('calls a bare list neither grounded nor useful, a dump on one line only grounded, a readable line both', () => {
    const sentence = 'The broken timetable needs loadConfig repaired before the release.'
    expect(scorePrompt(targets, NAMES.join('\n'))).toMatchObject({ present: 5, grounded: 0, useful: 0 })
    expect(scorePrompt(targets, sentence.padEnd(500, ' x'))).toMatchObject({ present: 1, grounded: 1, useful: 0 })
    expect(scorePrompt(targets, sentence)).toMatchObject({ present: 1, grounded: 1, useful: 1, spent: 1 })
  })

  it('counts whole tokens only', () => {
    expect(scorePrompt(targets, 'The broken timetable needs loadConfigs repaired before the release.').present).toBe(0)
  })

  it('tells names from words', () => {
    expect(identifiersIn('Fix `src/zone.ts` and HTTP_LIMIT, please.').map(({ name }) => name)).toEqual([
      'src/zone.ts',
      'HTTP_LIMIT',
    ])
    expect([...proseWords('The broken src/zone.ts timetable, loadConfig')]).toEqual(['broken', 'timetable'])
  })

  it('measures every contestant in the same run, and reports and draws what it found', async () => {
    const measured = await measurePoint(cut, CONTESTANTS)
    const rows = rowsOf(measured, 'real', 'words')
    expect(rows.map(({ contestant }) => contestant)).toEqual([
      ...CONTESTANTS.map(({ name }) => name),
      'the product’s own summary',
    ])
    const useful = new Map(rows.map(({ contestant, useful: share }) => [contestant, share]))
    expect(useful.get('whole history')).toBe(1)
    expect(useful.get('tail')).toBe(0)
    expect(printReport(measured)).toContain('size of the real summary')
    expect(plotRows('a < b', rows)).toContain('a &lt; b')
  })
})
