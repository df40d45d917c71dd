import fc from 'fast-check'
import type { Prepared, RequestOptions, Thread } from '../../../src/index.ts'
import { PRESETS } from '../../../src/plan/presets/index.ts'
import { isFailure } from '../../../src/schema/failures.ts'
import type { Json } from '../../../src/schema/json.ts'
import { isJsonObject } from '../../../src/schema/json.ts'
import { ownCount } from './own-count.ts'

/** Rules as people lay them down, none of which takes another back. */
const RULES = [
  'Never delete production data.',
  'Always run the linter before you commit.',
  'Do not touch the vendor folder.',
  'Use tabs for indentation in Makefiles.',
  'Never push to main without asking me.',
  'Please only use parameterised queries.',
  'Every public function must have a doc comment.',
  'Don’t add new dependencies.',
  'Bitte niemals die Datenbank der Kunden ändern.',
  'Antworte immer auf Deutsch.',
  'Ne modifie jamais les fichiers de configuration.',
  'No uses variables globales.',
  'Nunca borres los registros de auditoría.',
  '不要修改公共接口。',
  'Никогда не удаляй журналы.',
] as const

const TASKS = [
  'Fix the login redirect: after a password reset users land on /home instead of where they came from.',
  'Migrate the billing job from cron to the queue.\nIt runs nightly, takes 40 minutes, and must not run twice.\n\n1. read the old job\n2. write the worker\n3. delete the cron entry only when the worker has run once',
  'Wir brauchen einen Export der Rechnungen als CSV, mit einer Zeile je Position und Beträgen in Cent.',
  'Find out why the search page takes nine seconds to load for customers with more than ten thousand documents, and make it take less than one; the dashboards of the week before last show when it began, and the migration of the index to the new cluster is what I suspect.',
  `Port these forty checks to the new runner, in this order:\n${Array.from({ length: 40 }, (_, at) => `${at + 1}. check_${at * 37} reads table t${at * 13} and expects ${at * 101} rows`).join('\n')}`,
] as const

/** How a task comes: as it was written, behind what a program put in front of it, or as a command with its template. */
const ARRIVALS: Readonly<Record<'plain' | 'shell' | 'editor' | 'command' | 'summary', (task: string) => readonly string[]>> = {
  plain: (task) => [task],
  shell: (task) => ['<bash-input>git switch main</bash-input>', '<bash-stdout>Switched</bash-stdout>', task],
  editor: (task) => [`<ide_opened_file>The user opened the file a.ts in the IDE.</ide_opened_file>${task}`],
  summary: (task) => [
    `This session is being continued from a previous conversation that ran out of context.\n\nSummary:\n1. Primary Request and Intent:\n   ${task}\n\n2. Files:\n${'   - src/a.ts\n'.repeat(60)}`,
  ],
  command: (task) => [
    `<command-message>work</command-message>\n<command-name>/work</command-name>\n<command-args>${task}</command-args>`,
    `# Work\n\nNever stop before it is done. ${'Always think first. '.repeat(40)}`,
  ],
}

const CHAT = ['go on', 'ok, next one please', 'What did the test say?', 'yes', 'looks good so far'] as const

/** A round: perhaps a person's words, then the agent calls a tool and says what it found. */
interface Round {
  readonly said: string | undefined
  readonly output: number
  readonly words: number
}

/** A conversation with a task and rules in it, and the window that it has to be in. */
export interface HeardGame {
  readonly task: string
  readonly arrival: keyof typeof ARRIVALS
  readonly rounds: readonly Round[]
  /** A person speaks in every round, and the agent at length: then no tool's output is there to be cleared. */
  readonly isTalk: boolean
  readonly share: number
  readonly preset: string
}

export const heardGames: fc.Arbitrary<HeardGame> = fc.record<HeardGame>({
  task: fc.constantFrom(...TASKS),
  arrival: fc.constantFrom('plain', 'plain', 'shell', 'editor', 'command', 'summary'),
  rounds: fc.array(
    fc.record({
      said: fc.oneof(
        { weight: 2, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: fc.constantFrom(...RULES) },
        { weight: 1, arbitrary: fc.constantFrom(...CHAT) },
      ),
      output: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 200, max: 2_500 })),
      words: fc.oneof(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 3, max: 60 }), fc.integer({ min: 200, max: 900 })),
    }),
    { minLength: 4, maxLength: 24 },
  ),
  isTalk: fc.boolean(),
  share: fc.oneof(fc.integer({ min: 4, max: 25 }), fc.integer({ min: 4, max: 95 })),
  // It has a rung that drops, which others come to only in the smallest of windows.
  preset: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PRESETS.keys()) },
    { weight: 1, arbitrary: fc.constant('harness') },
  ),
})

/** The messages of each step: what a person says begins one, and so does the agent's answer to a result. */
function stepsOf({ task, arrival, rounds, isTalk }: HeardGame): readonly (readonly Json[])[] {
  const steps: Json[][] = [ARRIVALS[arrival](task).map((content) => ({ role: 'user', content }))]
  if (isTalk) return [...steps, ...rounds.map(talkOf)]
  for (const [at, { said, output, words }] of rounds.entries()) {
    const id = `call_${at}`
    const call = {
      id,
      type: 'function',
      function: { name: 'read_file', arguments: JSON.stringify({ path: `src/part${at}.ts` }) },
    }
    steps.push([
      ...(said === undefined ? [] : [{ role: 'user', content: said }]),
      { role: 'assistant', content: `Reading part ${at}.`, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: prose(`line ${at}`, output) },
    ])
    steps.push([{ role: 'assistant', content: prose(`In src/part${at}.ts I found that value ${at} is computed`, words) }])
  }
  return steps
}

function talkOf({ said, output }: Round, at: number): readonly Json[] {
  return [
    { role: 'assistant', content: prose(`Of part ${at} I think that`, output) },
    { role: 'user', content: said ?? `go on with ${at}` },
  ]
}

function prose(begin: string, words: number): string {
  return `${begin} ${Array.from({ length: words }, (_, at) => `w${(at * 7919) % 997}`).join(' ')}.`
}

/** Below this a quarter is a line or two. */
const LEAST_WINDOW = 400

/** The window that a game has to be in. */
export function windowOf(game: HeardGame): number {
  const tokens = stepsOf(game).reduce((sum, step) => sum + ownCount(JSON.stringify(step)), 0)
  return Math.max(LEAST_WINDOW, Math.floor((tokens * game.share) / 100))
}

/** What people must be heard with after some steps: the task, and every rule so far. */
function mustBeHeard(game: HeardGame, steps: number): readonly string[] {
  const said = stepsOf(game)
    .slice(0, steps)
    .flat()
    .flatMap((message) => (isRuleMessage(message) ? [message.content] : []))
  return [game.task, ...new Set(said)]
}

function isRuleMessage(message: Json): message is { readonly content: string } {
  return isJsonObject(message) && message['role'] === 'user' && RULES.some((rule) => rule === message['content'])
}

/** Asks for a request after each step, and says what a person said that it does not say although there is room for it. */
export async function unheardIn(thread: Thread, game: HeardGame, window: number): Promise<readonly string[]> {
  const unheard: string[] = []
  for (const [at, step] of stepsOf(game).entries()) {
    await thread.append(step as never)
    const { request, budget } = await ask(thread, { window, reserve: 0 })
    const must = mustBeHeard(game, at + 1)
    // Of a summary from before, other lines may be taken for its task and its rules: they share the room.
    const besides = game.arrival === 'summary' ? ARRIVALS.summary(game.task) : []
    const lines = [...must, ...besides].reduce((sum, text) => sum + ownCount(`- e1000: ${text}`) + 2, 0)
    if (lines > Math.floor((budget.limit - budget.system - budget.tools) / 4)) continue
    const said = await saidIn(thread, must)
    const texts = textsIn(request as unknown as Json)
    for (const text of must)
      if (!isHeard(texts, text, said.get(text) ?? [])) unheard.push(`after step ${at}: ${text.slice(0, 80)}`)
  }
  return unheard
}

/** A policy that never acts by itself is asked to. */
async function ask(thread: Thread, options: RequestOptions): Promise<Prepared> {
  try {
    return await thread.prepare(options)
  } catch (error) {
    if (!isFailure(error, 'compaction-refused')) throw error
    return thread.compact(options)
  }
}

/** The entries that say each of some texts. */
async function saidIn(thread: Thread, texts: readonly string[]): Promise<ReadonlyMap<string, readonly Said[]>> {
  const said = (await thread.entries()).flatMap((entry) => (entry.kind === 'text' && entry.role === 'user' ? [entry] : []))
  return new Map(texts.map((text) => [text, said.filter((entry) => entry.text.includes(text))]))
}

interface Said {
  readonly seq: number
  readonly text: string
}

/** Heard is a message of its own, or a quotation behind the handle of its entry. */
function isHeard(texts: readonly string[], words: string, said: readonly Said[]): boolean {
  return texts.some((text) => {
    if (said.some((entry) => entry.text === text)) return true
    if (!text.includes(words)) return false
    const before = text.slice(0, text.indexOf(words)).split('\n').slice(-3).join('\n')
    return said.some(({ seq }) => new RegExp(`\\be${seq}\\b`).test(before))
  })
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
