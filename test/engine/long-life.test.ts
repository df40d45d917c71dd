import { describe, expect, it } from 'vitest'
import { estimateText } from '../../src/budget/estimate-text.ts'
import { createCompactor } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { countingPorts, type Work } from '../support/counting-ports.ts'
import { agent, calls, messagesFor, prose, results, user } from '../support/steps.ts'

const STEPS = 240
/** After so many steps everything comes again, in other words: works can be compared. */
const PERIOD = 12
const OPTIONS = { window: 20_000, reserve: 0 }
/** Tokens of the results of a period: mostly small, now and then a file. */
const SIZES = [40, 60, 40, 900, 40, 60, 40, 60, 2_200, 40, 60, 300]

/** A round of work: about 330 tokens on average, the largest seven times as much. */
function step(index: number): readonly Json[] {
  const size = SIZES[index % PERIOD] ?? 0
  const id = String(index).padStart(6, '0')
  return messagesFor('openai-chat', [
    ...(index % PERIOD === 0 ? [user(`Request ${id}: ${prose(12, index)}`)] : []),
    calls([`call-${id}`, 'read_file', { path: `src/file-${id}.ts` }]),
    results([`call-${id}`, `content of file ${id}\n${prose(size, index)}`]),
    agent(`Answer ${id}: ${prose(20, index)}`),
  ])
}

interface Lived {
  readonly index: number
  readonly work: Work
  readonly isCompaction: boolean
}

/** A session on SQLite, with the work of each step: append, prepare, settle. */
async function live(): Promise<readonly Lived[]> {
  const store = await openSqliteStore(':memory:')
  const counting = countingPorts(store)
  const tokenizer = { ...counting.ports.tokenizer, estimate: estimateText }
  const thread = await createCompactor({ ...counting.ports, tokenizer, clock: () => 0 }).thread('t')
  const lived: Lived[] = []
  let covered: number | undefined
  for (let index = 0; index < STEPS; index += 1) {
    const before = covered
    const work = await counting.during(async () => {
      await thread.append(step(index))
      const { tokens, receipt } = await thread.prepare(OPTIONS)
      covered = receipt?.inputs.head
      await thread.settle({ usage: { inputTokens: tokens, outputTokens: 20 } })
    })
    lived.push({ index, work, isCompaction: covered !== before })
  }
  await store.close()
  return lived
}

/** The most that one of some steps took, field by field. */
function most(lived: readonly Lived[]): Readonly<Record<string, number>> {
  const fields = Object.entries(lived[0]?.work ?? {})
  return Object.fromEntries(fields.map(([field]) => [field, Math.max(...lived.map(({ work }) => work[field as keyof Work]))]))
}

describe('the life of an agent on SQLite', () => {
  it('A25 · a step looks at exactly as much late in it as early, and a compaction at no more', async () => {
    const lived = await live()
    const third = STEPS / 3
    // In the first part, there is a step on which the limit comes near: what was estimated is counted once.
    const [early, late] = [lived.slice(third, 2 * third), lived.slice(2 * third)]
    const steps = (part: readonly Lived[]) => most(part.filter(({ isCompaction }) => !isCompaction))
    const { storeBytes, hashedCharacters, countedCharacters, ...same } = steps(late)
    expect(steps(early)).toMatchObject(same)
    // Numbers of entries have more digits, and words are not all as long.
    expect(countedCharacters).toBeLessThan((steps(early)['countedCharacters'] ?? 0) + 100)
    expect(storeBytes).toBeLessThan((steps(early)['storeBytes'] ?? 0) + 100)
    expect(hashedCharacters).toBeLessThan((steps(early)['hashedCharacters'] ?? 0) + 100)
    const compactions = (part: readonly Lived[]) => most(part.filter(({ isCompaction }) => isCompaction))
    const bounds = Object.entries(compactions(early)).map(([field, amount]) => [field, 2 * amount] as const)
    const over = bounds.filter(([field, bound]) => (compactions(late)[field] ?? 0) > bound)
    expect(over).toEqual([])
    expect(compactions(late)['messages']).toBeLessThanOrEqual(compactions(early)['messages'] ?? 0)
  })
})
