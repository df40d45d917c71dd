import { createCompactor, modelSources, presets, type Thread } from '../../src/index.ts'
import type { Policy } from '../../src/schema/policy.ts'
import type { Receipt } from '../../src/schema/receipt.ts'
import { type SimulatedWorld, simulatedWorld } from './pause-clock.ts'
import { SHEETS } from './sheets.ts'
import { lognormal, makeTrace, randomFrom, type TraceStep } from './traces.ts'

/** What came of simulated sessions in which summaries take so long. */
export interface Pauses {
  readonly seconds: number
  readonly ahead: NonNullable<Policy['ahead']>
  readonly windows: readonly number[]
  readonly compactions: number
  /** Of these, with a summary that a model had written. */
  readonly written: number
  /** Milliseconds that calls with a compaction have waited. */
  readonly waits: readonly number[]
  /** Summaries that were asked for, and of these those that were never used. */
  readonly asked: number
  readonly wasted: number
}

const MODEL = 'claude-sonnet-4-5'
/** Milliseconds: tools answer in 0.3 s, one in ten takes 13.6 s; models in 5.7 and 22 s; people in 86 s and 21 minutes. */
const TIMES = {
  tool: { mean: 300 * Math.exp(2.98 ** 2 / 2), sigma: 2.98, most: 600_000 },
  model: { mean: 5_700 * Math.exp(1.05 ** 2 / 2), sigma: 1.05, most: 300_000 },
  person: { mean: 86_000 * Math.exp(2.09 ** 2 / 2), sigma: 2.09, most: 12 * 3_600_000 },
} as const
/** Sessions that live long enough to be compacted, as a Pareto of 1.1 has them, and at most so many calls. */
const STEPS = { least: 110, most: 1_000, alpha: 1.1 } as const
const WORDS =
  'the file says that its reader asks for a table of rows and gives back what was found there before it is closed again '
const TEXT = WORDS.repeat(Math.ceil(130_000 / WORDS.length))

/** Plays sessions through the engine by a simulated clock until so many compactions were made. */
export async function playPauses(
  seconds: number,
  count: number,
  windows: readonly number[],
  ahead: Pauses['ahead'],
  tell: (done: number) => void = () => undefined,
): Promise<Pauses> {
  const sum = { compactions: 0, written: 0, asked: 0, wasted: 0, waits: [] as number[] }
  for (let seed = 1; sum.compactions < count; seed += 1) {
    const window = windows[seed % windows.length] ?? 200_000
    const played = await playSession(seed, seconds, window, ahead)
    sum.compactions += played.waits.length
    sum.written += played.written
    sum.asked += played.asked
    sum.wasted += played.asked - played.written
    sum.waits.push(...played.waits)
    tell(sum.compactions)
  }
  return { ...sum, seconds, windows, ahead }
}

async function playSession(seed: number, seconds: number, window: number, ahead: Pauses['ahead']) {
  const random = randomFrom(seed * 7_919)
  const takes = (): number => seconds * 1_000 * (0.8 + 0.4 * random())
  const world = simulatedWorld(takes)
  const { prices } = SHEETS[0] ?? { prices: undefined }
  const models = modelSources({ [MODEL]: { window, ...(prices === undefined ? {} : { prices: [prices] }) } })
  const compactor = createCompactor({
    ...{ policy: presets.balanced({ ahead }), models, clock: world.now, summarizer: world.summarizer, jobs: world.jobs },
    summaryDeadlineMs: 3_600_000,
  })
  let asked = 0
  compactor.on('summary-ahead', ({ step }) => {
    if (step.kind === 'asked') asked += 1
  })
  const thread = await compactor.thread('simulated')
  const steps = Math.min(STEPS.most, Math.floor(STEPS.least / (1 - random()) ** (1 / STEPS.alpha)))
  const made: { readonly receipt: Receipt; readonly ms: number }[] = []
  for (const [index, step] of makeTrace(seed, steps).entries()) {
    const compacted = await call(thread, world, { index, step, window, random })
    if (compacted !== undefined) made.push(compacted)
  }
  await compactor.close()
  const written = made.filter(({ receipt: { summary } }) => summary?.ahead === true && summary.fault === undefined).length
  return { waits: made.map(({ ms }) => ms), written, asked }
}

interface Call {
  readonly index: number
  readonly step: TraceStep
  readonly window: number
  readonly random: () => number
}

async function call(thread: Thread, world: SimulatedWorld, { index, step, window, random }: Call) {
  const isPerson = index === 0 || step.isPerson
  await world.pass(lognormal(random, isPerson ? TIMES.person : TIMES.tool))
  const came = `Step ${index} came back with ${LETTERS[index % LETTERS.length]}. ${TEXT.slice(0, step.input * 4.9)}`
  // A person who speaks lets the last call go unanswered no more than a tool does.
  const result = { role: 'tool', tool_call_id: `c${index - 1}`, content: isPerson ? 'Done.' : came }
  const said = { role: 'user', content: came }
  await thread.append([...(index === 0 ? [] : [result]), ...(isPerson ? [said] : [])], { dialect: 'openai-chat' })
  const request = { model: MODEL, window, reserve: 8_000, system: SYSTEM, dialect: 'openai-chat' } as const
  const { result: prepared, ms } = await world.waited(thread.prepare(request))
  await world.pass(lognormal(random, TIMES.model))
  const text = TEXT.slice(0, step.output * 4.9)
  const tool = { id: `c${index}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ step: index }) } }
  await thread.append([{ role: 'assistant', content: text, tool_calls: [tool] }], { dialect: 'openai-chat' })
  const { receipt, changed } = prepared
  // A prune beside compactions asks nobody for anything.
  return changed && receipt?.summary !== undefined ? { receipt, ms } : undefined
}

const LETTERS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const
/** System text and tools. */
const SYSTEM = TEXT.slice(0, 15_000 * 4.9)
