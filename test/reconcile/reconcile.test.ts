import { describe, expect, it } from 'vitest'
import type { ViewFacts } from '../../src/schema/reconciliation.ts'
import { DIALECTS } from '../../src/testing/transcripts/transcripts.ts'
import {
  agent,
  call,
  logAfter,
  logIn,
  picture,
  print,
  renamed,
  resent,
  result,
  system,
  thoughtful,
  user,
} from '../support/reconciled.ts'

/** A short session: two turns, the second with a tool. */
const SESSION = [
  system('You are a careful engineer.'),
  user('Find out why the build fails on the second machine.'),
  agent('I will look at the log first, then at the settings.'),
  user('Good. Leave the settings alone, though.'),
  call('c1'),
  result('c1', 'error: cannot find module left-pad\nexit code: 1'),
  agent('A module is missing. I will add it.'),
]

/** A view in which entries before `end` are put away. */
const foldedTo = (end: number): ViewFacts => ({
  isFolded: (seq) => seq > 0 && seq < end,
  resent: [],
  revised: [],
  version: 0,
  mayBeOurs: () => false,
  shown: () => [],
  otherWords: () => [],
})

describe.each(DIALECTS)('a history resent in %s', (dialect) => {
  const of = (...args: readonly [typeof SESSION, Parameters<typeof resent>[3]?]) =>
    print(resent(dialect, SESSION, args[0], args[1]))

  it('has nothing new where it says what the log says', () => {
    expect(of(SESSION)).toEqual(['unchanged', '  known 0–6 = e0'])
  })

  it('is all new to an empty log', () => {
    expect(print(resent(dialect, [], SESSION.slice(1, 3)))).toEqual([
      'continues',
      '  new 0–1',
      '  + user: Find out why the build fails on the second machine.',
      '  + assistant: I will look at the log first, then at the settings.',
    ])
    expect(print(resent(dialect, [], []))).toEqual(['unchanged'])
  })

  it('D4 · appends what comes after the end of the log, and nothing else', () => {
    expect(of([...SESSION, user('Go on.'), call('c2')])).toEqual([
      'continues',
      '  known 0–6 = e0',
      '  new 7–8',
      '  + user: Go on.',
      '  + assistant: c2',
    ])
  })

  it('tells the same words said again at the end from those said before', () => {
    const log = [user('continue'), agent('ok'), user('continue'), agent('ok')]
    expect(print(resent(dialect, log, [...log, user('continue')]))).toEqual([
      'continues',
      '  known 0–3 = e0',
      '  new 4',
      '  + user: continue',
    ])
  })

  it('is known where the client has trimmed its head, and what was trimmed stays', () => {
    expect(of([...SESSION.slice(3), user('Go on.')])).toEqual([
      'continues',
      '  known 0–3 = e3',
      '  new 4',
      '  + user: Go on.',
      '  - e0–2',
    ])
  })

  it('L16 · is a branch where the client has deleted something in the middle; what is folded may be missing', () => {
    const history = [...SESSION.slice(0, 2), ...SESSION.slice(4), user('Go on.')]
    expect(of(history).filter((line) => !line.includes('known'))).toEqual([
      'branch at e2, deleted',
      '  new 5',
      '  + assistant: c1',
      `  + ${dialect === 'anthropic' ? 'user' : 'tool'}: error: cannot find module left-pad\nexit code: 1`,
      '  + assistant: A module is missing. I will add it.',
      '  + user: Go on.',
    ])
    expect(of(history, { view: foldedTo(4) }).filter((line) => !line.includes('known'))).toEqual([
      'continues',
      '  new 5',
      '  + user: Go on.',
      '  - e2–3',
    ])
  })

  it('L16 · is a branch without its head if the client says that it was deleted', () => {
    expect(of([...SESSION.slice(3), user('Go on.')], { isHeadDeleted: true })[0]).toBe('branch at e1, deleted')
  })

  it('is known without call ids, and with call ids of the client’s own', () => {
    const other = [...SESSION.slice(0, 4), renamed(call('c1'), 'x9'), ...SESSION.slice(6)]
    const calls = { ...result('x9', 'error: cannot find module left-pad\nexit code: 1') }
    const history = [...other.slice(0, 5), calls, ...other.slice(5), user('Go on.')]
    expect(of(history)).toEqual(['continues', '  known 0–6 = e0', '  new 7', '  + user: Go on.'])
  })

  it('does not take the same call under another id for the same where ids are kept', () => {
    const poll = [...SESSION, call('p1'), result('p1', 'pending')]
    const more = [...SESSION, call('p1'), result('p1', 'pending'), renamed(call('p1'), 'p2')]
    expect(print(resent(dialect, poll, more))).toContain('  + assistant: p2')
  })

  it('records an edit of what is folded, and the view stays', () => {
    const history = SESSION.with(1, user('Find out why the build fails on the FIRST machine.'))
    expect(of([...history, user('Go on.')], { view: foldedTo(4) })).toEqual([
      'continues',
      '  known 0 = e0',
      '  edited 1',
      '  known 2–6 = e2',
      '  new 7',
      '  + user: Go on.',
      '  ~ edited e1, folded: Find out why the build fails on the FIRST machine.',
    ])
  })

  it('is a branch where a message was edited that the model sees', () => {
    const history = SESSION.with(3, user('Good. You may change the settings.'))
    expect(of([...history, user('Go on.')], { view: foldedTo(2) })).toEqual([
      'branch at e3, edited',
      '  known 0–2 = e0',
      '  edited 3',
      '  known 4–6 = e4',
      '  new 7',
      '  + user: Good. You may change the settings.',
      '  + assistant: c1',
      `  + ${dialect === 'anthropic' ? 'user' : 'tool'}: error: cannot find module left-pad\nexit code: 1`,
      '  + assistant: A module is missing. I will add it.',
      '  + user: Go on.',
    ])
  })

  it('is a branch where a message was put in among those the model sees', () => {
    const history = [...SESSION.slice(0, 3), user('By the way, it is a Tuesday.'), ...SESSION.slice(3)]
    expect(of(history)[0]).toBe('branch at e3, inserted')
    expect(of(history, { view: foldedTo(5) })).toContain('  ~ inserted e3, folded: By the way, it is a Tuesday.')
  })

  it('is no branch where a harness has put reminders into old messages, or taken them out', () => {
    const reminder = '<system-reminder>The todo list is empty.</system-reminder>'
    const reminded = SESSION.with(1, user('Find out why the build fails on the second machine.', reminder))
      .with(3, user(`Good. Leave the settings alone, though.\n\n${reminder}`))
      .with(5, result('c1', `error: cannot find module left-pad\nexit code: 1\n${reminder}`))
    expect(of([...reminded, user('Go on.')])).toEqual(['continues', '  known 0–6 = e0', '  new 7', '  + user: Go on.'])
    const back = print(resent(dialect, reminded, [...SESSION, user('Go on.')])).filter((line) => !line.startsWith('  -'))
    expect(back).toEqual(['continues', '  known 0–6 = e0', '  new 7', '  + user: Go on.'])
  })

  it('keeps a reminder that comes with what is new', () => {
    const reminder = user('<system-reminder>The todo list is empty.</system-reminder>')
    expect(of([...SESSION, user('Go on.'), reminder])).toContain(
      '  + user: <system-reminder>The todo list is empty.</system-reminder>',
    )
    expect(print(resent(dialect, [...SESSION, reminder], [...SESSION, reminder]))[0]).toBe('unchanged')
  })

  it('case 41 · is known without the reasoning, and with it again', () => {
    const log = [...SESSION, user('And?'), thoughtful('Why not lock the version?', 'I locked the version.')]
    const bare = [...SESSION, user('And?'), agent('I locked the version.'), user('Thanks.')]
    const lines = print(resent(dialect, log, bare))
    expect(lines[0]).toBe('continues')
    expect(lines.filter((line) => line.includes('+'))).toEqual(['  + user: Thanks.'])
    expect(print(resent(dialect, bare, [...log, user('Thanks.')]))[0]).toBe('unchanged')
  })

  it('is no branch where the client has cut down results and pictures to save room', () => {
    const long = Array.from({ length: 60 }, (_, line) => `line ${line} of the output`).join('\n')
    const log = [picture('What is wrong here?'), call('c1'), result('c1', long), agent('It is upside down.')]
    const cleared = [
      user('What is wrong here?', '[image removed]'),
      call('c1'),
      result('c1', '[Old tool result cleared]'),
      log[3] as never,
    ]
    const lines = print(resent(dialect, log, [...cleared, user('Turn it.')]))
    expect(lines[0]).toBe('continues')
    expect(lines).toContain('  ~ reduced e3, visible: [Old tool result cleared]')
    expect(lines).toContain('  ~ reduced e1, visible: [image removed]')
    const excerpt = log.with(2, result('c1', `${long.slice(0, 400)}\n[…]\n${long.slice(-300)}`))
    expect(print(resent(dialect, log, excerpt))[0]).toBe('unchanged')
  })

  it('is a branch where a result that was still running has come to its end', () => {
    const log = [user('Run it.'), call('c1'), result('c1', 'running…')]
    const done = [...log.slice(0, 2), result('c1', 'all 214 tests pass\nexit code: 0')]
    expect(print(resent(dialect, log, done)).slice(0, 1)).toEqual(['branch at e2, edited'])
  })

  it('appends a result that comes late, wherever it stands', () => {
    const log = [user('Run both.'), call('a', 'b'), result('b', 'second')]
    const lines = print(resent(dialect, log, [log[0] as never, log[1] as never, result('a', 'first'), log[2] as never]))
    expect(lines[0]).toBe('continues')
    expect(lines.at(-1)).toBe(`  + ${dialect === 'anthropic' ? 'user' : 'tool'}: first`)
  })

  it('knows results of one round in another order', () => {
    const log = [user('Run both.'), call('a', 'b'), result('b', 'second'), result('a', 'first')]
    const swapped = [log[0] as never, log[1] as never, log[3] as never, log[2] as never]
    expect(print(resent(dialect, log, swapped))[0]).toBe('unchanged')
    expect(print(resent(dialect, log, [...swapped, agent('Both ran.')])).filter((line) => line.includes('+'))).toEqual([
      '  + assistant: Both ran.',
    ])
  })

  it('is a branch where the last answer was made again', () => {
    const lines = of(SESSION.with(6, agent('The lock file is out of date.')))
    expect(lines[0]).toBe('branch at e6, replaced')
    expect(lines).toContain('  + assistant: The lock file is out of date.')
  })

  it('is a branch where an answer that the log has is asked for again', () => {
    const lines = of(SESSION.slice(0, 6))
    expect(lines).toEqual(['branch at e6, asked-again', '  known 0–5 = e0'])
  })

  it('L16 · is a branch where the last messages were taken back, and only behind where it says nothing', () => {
    expect(of(SESSION.slice(0, 3))).toEqual(['branch at e3, deleted', '  known 0–2 = e0'])
    expect(of([])[0]).toBe('behind at e1')
  })

  it('is a branch where the last request was worded anew', () => {
    const log = [...SESSION, user('Add it to the dev dependencies, please.'), agent('Done.')]
    expect(print(resent(dialect, log, [...SESSION, user('Add it to the dependencies, please.')]))[0]).toBe(
      'branch at e7, replaced',
    )
  })

  it('L16 · is a branch where a second client has not seen what the first one said', () => {
    const log = [...SESSION, user('Client A asks about tests.'), agent('There are 214.')]
    const lines = print(resent(dialect, log, [...SESSION, user('What of the documents? (B)')]))
    expect(lines).toEqual(['branch at e7, replaced', '  known 0–6 = e0', '  new 7', '  + user: What of the documents? (B)'])
  })

  it('L16 · is a branch where one text stands in the place of several messages that the model sees', () => {
    const history = [...SESSION.slice(0, 2), agent('Never mind.'), SESSION[6] as never]
    expect(of(history)[0]).toBe('branch at e2, inserted')
    expect(of(history, { view: foldedTo(6) })).toContain('  summary 2')
  })

  it('L16 · is a branch where a person has shortened a long text that the model sees', () => {
    const long = Array.from({ length: 60 }, (_, line) => `line ${line} of the request`).join('\n')
    const log = [user(long), agent('I see.')]
    expect(print(resent(dialect, log, [user(long.slice(0, 300)), agent('I see.')]))[0]).toBe('branch at e0, edited')
  })

  it('L16 · is a branch where a text was moved', () => {
    const log = [user('continue'), agent('First.'), user('One.'), agent('Second.'), user('Two.'), agent('Third.')]
    const moved = [...log.slice(1, 4), log[0] as never, ...log.slice(4)]
    expect(print(resent(dialect, log, moved, { isHeadDeleted: true }))[0]).toBe('branch at e0, deleted')
  })

  it('keeps what a client has summarized by itself, and takes its summary for news, not for history', () => {
    const summary = user('Summary: the build failed because a module was missing. It was added.')
    const lines = of([SESSION[0] as never, summary, SESSION[6] as never, user('Go on.')])
    expect(lines).toEqual([
      'continues',
      '  known 0 = e0',
      '  summary 1',
      '  known 2 = e6',
      '  new 3',
      '  + user: Summary: the build failed because a module was missing. It was added.',
      '  + user: Go on.',
      '  - e1–5',
    ])
  })

  it('does not take a client’s summary of everything for another conversation, if it says what it is', () => {
    const summary = user('This session is being continued from a previous conversation that ran out of context. It failed.')
    const found = resent(dialect, SESSION, [summary, user('Go on.')])
    expect(print(found).slice(0, 3)).toEqual(['continues', '  summary 0', '  new 1'])
    expect(found.append.map((draft) => draft.author)).toEqual(['harness', undefined])
  })

  it('is another conversation where nothing is the same but system text', () => {
    const other = [SESSION[0] as never, user('Write a poem about rivers.'), agent('Here is one.')]
    expect(of(other)).toEqual([
      'unrelated',
      '  known 0 = e0',
      '  new 1–2',
      '  + system: You are a careful engineer.',
      '  + user: Write a poem about rivers.',
      '  + assistant: Here is one.',
    ])
  })

  it('is no branch where system text in front was changed', () => {
    const lines = of([system('You are a careful engineer. It is 12:04.'), ...SESSION.slice(1), user('Go on.')])
    expect(lines[0]).toBe('continues')
    expect(lines).toContain('  ~ edited e0, front: You are a careful engineer. It is 12:04.')
    expect(lines.filter((line) => line.startsWith('  +'))).toEqual(['  + user: Go on.'])
  })

  it('has only the new blocks of a message that grew', () => {
    const log = [user('Look at this.')]
    const found = resent(dialect, log, [user('Look at this.', 'And at that.'), agent('I see.')])
    expect(print(found)).toEqual(['continues', '  new 0–1', '  + user: And at that.', '  + assistant: I see.'])
    expect(logAfter(logIn(dialect, log), found).entries.map((entry) => ('text' in entry ? entry.text : ''))).toEqual([
      'Look at this.',
      'And at that.',
      'I see.',
    ])
  })
})
