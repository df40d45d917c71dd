import { describe, expect, it } from 'vitest'
import { originsIn } from '../../src/ledger/pasted.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { says } from '../support/worked-session.ts'

/** The rules that a summary of a message has. */
function rulesIn(message: string): readonly string[] {
  const printed = summaryOf([says('user', 'Go.'), says('assistant', 'Done.'), says('user', message), says('assistant', 'Good.')])
  return sectionOf(printed, 'Rules').map((line) => line.replace(/^- e\d+: /, ''))
}

const FILLER = 'The tank is filled in the morning and emptied in the evening, as the plan of the harbour says. '

describe('F4 · where the words of a message come from', () => {
  it('what stands off the margin was pasted', () => {
    const message = 'it prints this:\n        pumps off, valves open\nwhy?'
    const originAt = originsIn(message)
    expect(originAt(message.indexOf('pumps'))).toBe('pasted')
    expect(originAt(message.indexOf('why'))).toBe('own')
  })

  it('so were lines between lines that a program printed', () => {
    const message = 'look:\n=== Step 1 ===\n/srv/pumps/a.json\nno pumps in the list\n=== Step 2 ==='
    expect(originsIn(message)(message.indexOf('no pumps'))).toBe('pasted')
  })

  it('an item of a list is a person’s own', () => {
    const message = 'Two things:\n    - no new pumps\n    - valves stay open'
    expect(originsIn(message)(message.indexOf('no new'))).toBe('own')
  })

  it('a line may go on where the one above it broke off', () => {
    const message = 'change the handler so that it opens the valve only once and then\nkeep the log short, please.'
    const originAt = originsIn(message)
    expect(originAt(0)).toBe('own')
    expect(originAt(message.indexOf('keep'))).toBe('part')
  })

  it('finds the line of a place in a message of many lines', () => {
    const message = Array.from({ length: 400 }, (_, at) => `line ${at} stands here`).join('\n')
    expect(originsIn(message)(message.length - 1)).toBe('pasted')
  })
})

describe('F4 · is a rule by where it stands', () => {
  it('not in the comment of a program that reviews code', () => {
    expect(rulesIn('Medium Severity\n\nKeep the valve check in one place, no duplicates')).toEqual([])
  })

  it('not in a plan that a program hands over, unless it says so', () => {
    expect(
      rulesIn('Implement the following plan:\n\n- Only use the new pump where it pays\n- The pump must never run dry'),
    ).toEqual(['The pump must never run dry'])
  })

  it('in a long brief that speaks to the agent, if it gives an order', () => {
    const brief = `You are the keeper of the harbour. ${FILLER.repeat(16)}\nKeep the tide table and the log aligned.\nPrefer small pumps over big ones.`
    expect(rulesIn(brief)).toEqual(['Keep the tide table and the log aligned.', 'Prefer small pumps over big ones.'])
  })

  it('not in a long text that was only pasted', () => {
    expect(rulesIn(`${FILLER.repeat(18)}\nKeep the tide table and the log aligned.`)).toEqual([])
  })

  it('not where a slash command is told what to do this time', () => {
    expect(rulesIn('/harbour:plan use two keepers')).toEqual([])
    expect(rulesIn('/harbour:plan Never open the gate.')).toEqual(['/harbour:plan Never open the gate.'])
  })

  it('also behind a question in the same breath', () => {
    expect(rulesIn('does the pump work? never start it without water')).toEqual([
      'does the pump work? never start it without water',
    ])
  })

  it.each([
    'what normally opens the gate?',
    'should we always open both gates or is one enough?',
    'do you always have to open both?',
  ])('not in a question about what always is: %s', (question) => {
    expect(rulesIn(question)).toEqual([])
  })

  it.each(['could you always close the gate first?', 'can you stop closing the gate?', 'can you close it first from now on?'])(
    'in one that asks politely: %s',
    (question) => {
      expect(rulesIn(question)).toEqual([question])
    },
  )
})
