import { createCompactor, isFailure, type Policy, type Prepared, presets, type Thread } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { type Dice, diceFrom } from '../../test/laws/judge/dice.ts'
import { ownCount } from '../../test/laws/judge/own-count.ts'
import { CONSTRAINTS, type Constraint, REQUESTS } from './constraints.ts'

const ROUNDS = 20
/** Everything is laid down in the first rounds, and replaced in later ones. */
const LAID_DOWN = 12
const REPLACED = { from: 9, to: 18 }

/** Of a window's tokens, so many have one line of output in each round: some rounds fill it. */
const LINES_OF = 100

const TASK = 'Port the importer in src/importer to the new queue; the old one is switched off at the end of the month.'

export interface GameResult {
  readonly window: number
  /** Constraints that stand in a request, over all rounds in which task and rules fit a quarter; how many of them it shows. */
  readonly standing: number
  readonly visible: number
  /** After the last round: which of the standing ones are not shown. */
  readonly missing: readonly string[]
  /** New summaries × replaced sentences that they say. */
  readonly saidAsValid: number
  readonly stale: readonly string[]
}

/** Plays twenty rounds of tool output, "go on with round 7" and constraints, and looks at the request after each. */
export async function playRules(seed: number, window: number, preset: () => Policy = presets.balanced): Promise<GameResult> {
  const { unknownModel: _, ...policy } = preset()
  const thread = await createCompactor({ policy, clock: () => 0 }).thread('rules')
  const script = scriptOf(diceFrom(seed))
  await thread.append([{ role: 'user', content: TASK }])
  const missing = new Set<string>()
  const stale = new Set<string>()
  const before = new Set<string>()
  const counts = { standing: 0, visible: 0, saidAsValid: 0 }
  for (const [at, said] of script.entries()) {
    await thread.append(roundOf(at + 1, said, window / LINES_OF) as never)
    const { request, budget } = await asked(thread, window)
    const { standing, replaced } = stateOf(script.slice(0, at + 1).flat())
    const texts = textsIn(request as unknown as Json)
    const isShown = (words: string): boolean => texts.some((text) => text.includes(words))
    const lines = [TASK, ...standing].reduce((sum, text) => sum + ownCount(`- e1000: ${text}`) + 2, 0)
    missing.clear()
    if (lines <= (budget.limit - budget.system - budget.tools) / 4) {
      counts.standing += standing.length
      counts.visible += standing.filter(isShown).length
      for (const text of standing.filter((words) => !isShown(words))) missing.add(text)
    }
    const pages = texts.filter((text) => text.includes('[Summary '))
    // A page stays as it is until the next compaction, and what was said since stands behind it.
    const known = pages.filter((page) => !before.has(page))
    for (const page of pages) before.add(page)
    const old = replaced.filter((words) => known.some((page) => page.includes(words)))
    counts.saidAsValid += old.length
    for (const words of old) stale.add(words)
  }
  return { window, ...counts, missing: [...missing], stale: [...stale] }
}

/** The next request. A preset that acts by hand alone is asked to where it would refuse. */
async function asked(thread: Thread, window: number): Promise<Prepared> {
  try {
    return await thread.prepare({ window, reserve: 0 })
  } catch (error) {
    if (!isFailure(error, 'compaction-refused')) throw error
    await thread.compact({ window, reserve: 0 })
    return thread.prepare({ window, reserve: 0 })
  }
}

/** Of each round, what is said besides "go on". */
function scriptOf(dice: Dice): readonly (readonly string[])[] {
  const rounds: string[][] = Array.from({ length: ROUNDS }, () => [])
  const put = (round: number, text: string): void => void rounds[round]?.push(text)
  for (const { text, replacedBy } of [...CONSTRAINTS, ...REQUESTS] as readonly Constraint[]) {
    const first = dice.below(replacedBy === undefined ? LAID_DOWN : REPLACED.from)
    put(first, text)
    if (replacedBy !== undefined) put(REPLACED.from + dice.below(REPLACED.to - REPLACED.from), replacedBy)
  }
  return rounds
}

/** What holds after some sentences, and what does no more. A request holds, but need not be said for ever. */
function stateOf(said: readonly string[]): { readonly standing: readonly string[]; readonly replaced: readonly string[] } {
  const isSaid = new Set(said)
  const replaced = [...CONSTRAINTS, ...REQUESTS].flatMap(({ text, replacedBy }) =>
    replacedBy !== undefined && isSaid.has(replacedBy) ? [text] : [],
  )
  const laidDown = CONSTRAINTS.flatMap(({ text, replacedBy }) => [text, ...(replacedBy === undefined ? [] : [replacedBy])])
  return { standing: laidDown.filter((text) => isSaid.has(text) && !replaced.includes(text)), replaced }
}

function roundOf(round: number, said: readonly string[], lines: number): readonly Json[] {
  const id = `call_${round}`
  const call = {
    id,
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: `src/part${round}.ts` }) },
  }
  return [
    ...said.map((content) => ({ role: 'user', content })),
    { role: 'user', content: `go on with round ${round}` },
    { role: 'assistant', content: `Reading part ${round}.`, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: output(round, lines) },
    {
      role: 'assistant',
      content: `In src/part${round}.ts the value of counter${round} is computed twice; I moved it into \`once${round}\`.`,
    },
  ]
}

function output(round: number, length: number): string {
  const lines = Array.from(
    { length },
    (_, at) => `${at + 1}: const v${round}_${at} = lookup(table${(at * 7919) % 97}, ${at * round})`,
  )
  return lines.join('\n')
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
