import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { createCompactor, presets, printPlan } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import type { Json } from '../../src/schema/json.ts'
import { realSessions } from '../support/real-sessions.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

/** Large enough for the numbers of every preset as they are: nothing is scaled. */
const WINDOW = 200_000

/** A turn with two reads and a command, and what was found. */
function worked(turn: number, tokens: number): readonly Step[] {
  return [
    user(`Request ${turn}: ${prose(60, turn)}`),
    ...[0, 1, 2].flatMap((at) => [
      calls([`r-${turn}-${at}`, at === 2 ? 'bash' : 'read_file', { path: `src/file-${turn}-${at}.ts` }]),
      results([`r-${turn}-${at}`, prose(tokens, turn + at)]),
    ]),
    agent(`Answer ${turn}: ${prose(300, turn + 7)}`),
  ]
}
const turnsOf = (count: number, turn: (at: number) => readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, (_, at) => turn(at)).flat()

const SESSIONS = {
  'mixed turns': [...turnsOf(30, (at) => worked(at, 2_700)), user('Now write the migration.')],
  'talk alone': [...turnsOf(90, (at) => [user(`Question ${at}`), agent(prose(2_800, at))]), user('And now?')],
  'one long tool loop': [user('Find out why the build is slow.'), ...turnsOf(90, (at) => worked(at, 950).slice(1, -1))],
} satisfies Record<string, readonly Step[]>

/** What the model sees under a preset: which entries in which way, and the request itself. */
async function seenUnder(name: string, fill: readonly Json[] | readonly MessageDraft[], window: number) {
  const policy = PRESETS.get(name)?.()
  const thread = await createCompactor({ ...(policy === undefined ? {} : { policy }), clock: () => 0 }).thread('t')
  if (fill.some((message) => typeof message === 'object' && message !== null && 'blocks' in message))
    await thread.appendDrafts(fill as readonly MessageDraft[])
  else await thread.append(fill as readonly Json[])
  // Amp does nothing by itself.
  const { request } = name === 'amp' ? await thread.compact({ window }) : await thread.prepare({ window })
  const plan = (await thread.commits()).at(-1)?.plan
  const records = plan === undefined ? [] : printPlan(plan).matchAll(/^ +(\w+) +(e[^ ]+) .*?( carries .*)?$/gm)
  return {
    shape: [...records].map(([, action, range, carries = '']) => `${action} ${range}${carries}`).join(', '),
    sent: JSON.stringify(request),
  }
}

const NAMES = [...PRESETS.keys()]
const PAIRS = NAMES.flatMap((a, at) => NAMES.slice(at + 1).map((b) => [a, b] as const))

/** Pairs of presets that fold the same entries of a session, and what tells their requests apart. */
const ALIKE: Readonly<Record<keyof typeof SESSIONS, Readonly<Record<string, string>>>> = {
  'mixed turns': {},
  'talk alone': { 'claude-code = opencode': 'there is no output to clear; one summary is a user message, the other the agent’s' },
  'one long tool loop': {
    'claude-code = codex': 'people wrote one message, which is kept anyway; one summary says that another model wrote it',
  },
}

/** What is seen of each session under every preset. */
const SEEN = new Map(
  Object.entries(SESSIONS).map(([session, steps]) => {
    const fill = messagesFor('openai-chat', steps)
    return [session, Promise.all(NAMES.map(async (name) => [name, await seenUnder(name, fill, WINDOW)] as const))]
  }),
)

describe.each([...SEEN])('presets differ where their systems do: %s', (session, seen) => {
  it('A7, B3 · every pair shows the model something else, and folds something else unless it is said why not', async () => {
    const under = new Map(await seen)
    const alike = PAIRS.filter(([a, b]) => under.get(a)?.shape === under.get(b)?.shape).map(([a, b]) => `${a} = ${b}`)
    expect(alike).toEqual(Object.keys(ALIKE[session as keyof typeof SESSIONS]))
    for (const [a, b] of PAIRS) expect(under.get(a)?.sent, `${a} and ${b}`).not.toBe(under.get(b)?.sent)
  })
})

/** A shape in short: how many entries each action is about, the range of a fold, how many entries it carries. */
function shortOf(shape: string): string {
  const records = shape.split(', ').map((record) => record.split(' '))
  const folds = records.filter(([action]) => action === 'summarize' || action === 'drop')
  const single = Object.entries(Object.groupBy(records, ([action = '']) => action)).filter(
    ([action]) => !/^(summ|drop)/.test(action),
  )
  return [
    ...folds.map(
      ([action, range, , ...carried]) => `${action} ${range}${carried.length === 0 ? '' : ` carrying ${carried.length}`}`,
    ),
    ...single.map(([action, all = []]) => `${action} ${all.length}`),
  ].join(', ')
}

it('A10, B1, B2, B3, B5, D4, E5 · what each preset does to 30 turns of three outputs and a last request, 241 entries', async () => {
  const rows = ((await SEEN.get('mixed turns')) ?? []).map(([name, { shape }]) => [name, shortOf(shape)] as const)
  expect(Object.fromEntries(rows)).toEqual({
    balanced: 'clear 52, shorten 1', // as much as brings it down to its release mark
    'claude-code': 'summarize e0–e240 carrying 1', // nothing but the last request stays
    codex: 'summarize e0–e240 carrying 31', // everything that people wrote stays
    opencode: 'clear 76', // all output but the last 40,000 tokens
    amp: 'summarize e0–e239', // the last turn stays
    pi: 'summarize e0–e223', // the last 20,000 tokens stay, from a request on
    cms: 'clear 73', // all output but two turns and 40,000 tokens before them
    harness: 'externalize 74', // large results are put away
    layer: 'summarize e0–e230', // ten messages stay
    timeline: 'summarize e0–e222', // 20,000 tokens stay, whatever they begin with
  })
})

/** Sessions of agents of several kinds, neither the smallest nor the largest; none of them is part of the project. */
const real = realSessions()
  .filter((file) => statSync(file).size > 100_000 && statSync(file).size < 900_000)
  .filter((_, index) => index % 3 === 0)
  .slice(0, 2)
if (real.length === 0) console.log('presets-differ: no real sessions beside the repository, skipped')

describe.skipIf(real.length === 0)(
  'presets differ on real sessions (skipped where ../shared/sessions/neutral is not there)',
  () => {
    it.each(real.map((file) => [file.split('/').slice(-2).join('/'), file]))('A7, B3 · %s', async (_, file) => {
      const { messages } = neutral.read(JSON.parse(readFileSync(file, 'utf8')) as Json)
      const whole = await createCompactor({ policy: presets.amp() }).thread('t')
      await whole.appendDrafts(messages)
      const window = Math.round((await whole.check({ window: 10_000_000 })).currentTokens * 0.6)
      const under = new Map(
        await Promise.all(NAMES.map(async (name) => [name, await seenUnder(name, messages, window)] as const)),
      )
      expect(under.get('cms')?.shape).not.toBe(under.get('opencode')?.shape)
      for (const [a, b] of PAIRS) expect(under.get(a)?.sent, `${a} and ${b}`).not.toBe(under.get(b)?.sent)
    })
  },
)
