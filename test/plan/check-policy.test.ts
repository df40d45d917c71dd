import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPolicy, isFailure, type Policy, presets, triggers } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import { isCompactionError } from '../../src/schema/failures.ts'
import type { Rung } from '../../src/schema/rung.ts'
import { caught } from '../support/caught.ts'

/** What a policy is refused with, in words. */
function refusal(changes: object, tools?: readonly string[]): string {
  const policy = { ...presets.balanced(), ...changes } as Policy
  const error = caught(() => checkPolicy(policy, tools === undefined ? {} : { tools }))
  if (!isFailure(error, 'budget-invalid') && !isFailure(error, 'input-invalid')) throw error
  return error.message
}

const withRung = (rung: object): object => ({ ladder: [rung] })

describe('a policy that contradicts itself is refused when it is built', () => {
  it.each([
    ['a release above the trigger', { release: triggers.usableShare(0.95) }, 'release is'],
    ['a share above one', { summaryShare: 1.5 }, 'summaryShare is 1.5; expected more than 0 and at most 1.'],
    ['no room for a summary', { summaryTokens: 0 }, 'summaryTokens is 0; expected a whole number of at least 1.'],
    ['a negative reserve', { reserve: -1 }, 'reserve is -1; expected a whole number of at least 0.'],
    [
      'a reserve wrong for every window',
      { trigger: triggers.intoReserve(500_000_000), release: triggers.usableShare(0.1) },
      'reserve is 500000000; expected a whole number from 0 to 99,999,999.',
    ],
    [
      'a reserve that no window has',
      { reserve: 100_000_000 },
      'reserve is 100000000; expected a whole number from 0 to 99,999,999.',
    ],
    ['a field of no policy', { relase: 1 }, 'policy: expected one of name, trigger, release,'],
    ['a summary without an author', { summaryRole: 'system' }, 'summaryRole: expected one of user, assistant, found "system".'],
    ['no ladder', { ladder: 'up' }, 'ladder: expected a list of rungs, found string.'],
    ['a rung that does not exist', withRung({ rung: 'fly' }), 'ladder[0].rung: expected one of clear-tool-outputs,'],
    ['a rung named like a part of every object', withRung({ rung: 'constructor' }), 'ladder[0].rung: expected one of'],
    ['nothing for a rung', { ladder: [null] }, 'ladder[0].rung: expected one of'],
    ['turns below 0', withRung({ rung: 'strip-reasoning', keepTurns: -1 }), 'ladder[0].keepTurns is -1; expected a whole number'],
    ['half a turn', withRung({ rung: 'clear-old-outputs', keepTurns: 0.5 }), 'ladder[0].keepTurns is 0.5'],
    [
      'a field left out',
      withRung({ rung: 'clear-tool-outputs', protect: 1, minTurnsToKeep: 1 }),
      'ladder[0].minimum is undefined',
    ],
    ['no replacement text', withRung({ rung: 'prune-cold', idleMs: 5, keepTurns: 1 }), 'ladder[0].replacement: expected a text'],
    ['no threshold', withRung({ rung: 'externalize', above: 0, keepTurns: 1 }), 'ladder[0].above is 0'],
    ['nothing kept', withRung({ rung: 'summarize' }), 'ladder[0].keep.kind: expected one of nothing, messages, turns,'],
    [
      'a cut of no kind',
      withRung({ rung: 'summarize', keep: { kind: 'recent-tokens', tokens: 5, cut: 'here' } }),
      'ladder[0].keep.cut',
    ],
    ['a ratio above one', withRung({ rung: 'summarize', keep: { kind: 'nothing' }, ratio: 2 }), 'ladder[0].ratio is 2'],
    [
      'tools both named and left out',
      withRung({ rung: 'clear-superseded', onlyTools: ['a'], exceptTools: ['b'] }),
      'ladder[0].exceptTools: expected onlyTools or exceptTools, not both',
    ],
    [
      'an unknown durability',
      withRung({ rung: 'clear-by-durability', keepTurns: 1, undeclared: 'eternal' }),
      'ladder[0].undeclared: expected one of anchoring, ephemeral, replayable, non-replayable, found "eternal".',
    ],
  ])('%s', (_, changes, words) => {
    expect(refusal(changes)).toContain(words)
  })

  it('an unknown tool, if the tools are known', () => {
    const rung: Rung = { rung: 'clear-old-outputs', keepTurns: 1, onlyTools: ['read', 'raed'] }
    expect(refusal(withRung(rung), ['read', 'bash'])).toBe('ladder[0].onlyTools: expected one of read, bash, found "raed".')
    expect(() => checkPolicy({ ...presets.balanced(), ladder: [rung] })).not.toThrow()
  })

  it('with a failure of ours, whatever a rung is', () => {
    fc.assert(
      fc.property(fc.anything(), (rung) => {
        try {
          checkPolicy({ ...presets.balanced(), ladder: [rung as Rung] })
        } catch (error) {
          expect(isCompactionError(error)).toBe(true)
        }
      }),
    )
  })

  it('no preset is', () => {
    for (const preset of PRESETS.values()) expect(() => checkPolicy(preset())).not.toThrow()
  })
})
