import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, isFailure, memoryStore, modelSources, presets, type Thread } from '../../src/index.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import type { StepAccount, ThreadCost } from '../../src/schema/thread-cost.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

const LOW: PriceStep = { above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 }
const MODELS = {
  tiered: { window: 20_000, prices: [LOW, { ...LOW, above: 6_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 }] },
  uncached: { window: 8_000, prices: [{ above: 0, input: 1, output: 5 }] },
  unpriced: { window: 3_000 },
} as const

/** What hosts report of a request that we count as so many tokens. */
const USAGES: readonly ((prompt: number) => unknown)[] = [
  (prompt) => ({
    input_tokens: 5,
    cache_read_input_tokens: prompt >> 1,
    cache_creation_input_tokens: prompt >> 1,
    output_tokens: 7,
  }),
  (prompt) => ({ prompt_tokens: prompt, completion_tokens: 7 }),
  (prompt) => ({ prompt_tokens: prompt, completion_tokens: 7, prompt_tokens_details: { cached_tokens: prompt * 2 } }),
  () => undefined,
  () => ({ input_tokens: -3, output_tokens: 'many' }),
  () => ({ prompt_tokens: 1e11, completion_tokens: 1e11 }),
]

interface Deed {
  readonly kind:
    | 'call'
    | 'call'
    | 'unanswered'
    | 'settled twice'
    | 'compact'
    | 'undo'
    | 'branch'
    | 'reopen'
    | 'wait'
    | 'new context'
  readonly model: keyof typeof MODELS
  readonly usage: number
  readonly words: number
}

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom<Deed['kind']>(
    ...([
      'call',
      'call',
      'call',
      'unanswered',
      'settled twice',
      'compact',
      'undo',
      'branch',
      'reopen',
      'wait',
      'new context',
    ] as const),
  ),
  model: fc.constantFrom<Deed['model']>('tiered', 'uncached', 'unpriced'),
  usage: fc.nat({ max: USAGES.length - 1 }),
  words: fc.integer({ min: 10, max: 400 }),
})

/** What calls that were told of one by one add up to. */
function sumOf(told: readonly StepAccount[]) {
  const sum = (of: (step: StepAccount) => number | null | undefined): number =>
    told.reduce((all, step) => all + (of(step) ?? 0), 0)
  return {
    calls: told.length,
    reckoned: told.filter(({ remarks = [] }) => remarks.length > 0).length,
    unpriced: told.filter(({ dollars }) => dollars === null).length,
    read: sum(({ tokens }) => tokens.read),
    written: sum(({ tokens }) => tokens.written),
    new: sum(({ tokens }) => tokens.new),
    output: sum(({ tokens }) => tokens.output),
    dollars: Math.round(1e9 * sum(({ dollars }) => dollars)),
    uncompacted: [sum((step) => step.uncompacted.prompt), Math.round(1e9 * sum((step) => step.uncompacted.dollars))],
    late: [sum((step) => step.late.prompt), Math.round(1e9 * sum((step) => step.late.dollars))],
  }
}

function saidBy({ tokens, uncompacted, late, ...cost }: ThreadCost): ReturnType<typeof sumOf> {
  const { read, written, new: fresh, output } = tokens
  return {
    ...{ calls: cost.calls, reckoned: cost.reckoned, unpriced: cost.unpriced, read, written, new: fresh, output },
    dollars: Math.round(1e9 * cost.dollars),
    uncompacted: [uncompacted.tokens, Math.round(1e9 * uncompacted.dollars)],
    late: [late.tokens, Math.round(1e9 * late.dollars)],
  }
}

function isNothingToUndo(error: unknown): void {
  if (!isFailure(error, 'nothing-to-undo')) throw error
}

describe('F9 · sums of what a thread has cost', () => {
  it('are those of its calls, one by one, whatever is done between them and whatever is reported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 25 }), async (deeds) => {
        const clock = { now: 1_000_000 }
        const store = memoryStore()
        const told = new Map<string, StepAccount[]>()
        const openAll = () => {
          const made = createCompactor({
            store,
            policy: presets.balanced(),
            models: modelSources(MODELS),
            clock: () => clock.now,
          })
          made.on('call-settled', ({ thread: of, tenant: _, at: __, number: ___, ...step }) => {
            told.set(of, [...(told.get(of) ?? []), step as unknown as StepAccount])
          })
          return made
        }
        let compactor = openAll()
        let name = 't'
        let thread: Thread = await compactor.thread(name)
        const append = (...steps: readonly Step[]) => thread.append(messagesFor('openai-chat', steps))
        for (const [index, { kind, model, usage, words }] of deeds.entries()) {
          const at = { model, reserve: 200, dialect: 'openai-chat' } as const
          clock.now += kind === 'wait' ? 7 * 24 * 3_600_000 : 5_000
          if (kind === 'undo') await thread.undo().catch(isNothingToUndo)
          else if (kind === 'compact') await thread.compact(at)
          else if (kind === 'new context') await thread.clear()
          else if (kind === 'branch') {
            const last = (await thread.entries()).at(-1)
            if (last !== undefined) {
              name = `b${index}`
              thread = await thread.branch({ at: last.id, include: true, id: name })
            }
          } else if (kind === 'reopen') {
            compactor = openAll()
            thread = await compactor.thread(name)
          } else {
            await append(user(`Step ${index}: ${prose(words)}`))
            const { tokens } = await thread.prepare(at)
            if (kind === 'unanswered') continue
            await append(
              calls([`c${index}`, 'read_file', { path: `${index}.ts` }]),
              results([`c${index}`, prose(words)]),
              agent('Done.'),
            )
            const given = { usage: USAGES[usage]?.(tokens) }
            await thread.settle(given)
            if (kind === 'settled twice') await thread.settle(given)
          }
          expect(saidBy(await thread.cost())).toEqual(sumOf(told.get(name) ?? []))
        }
        for (const step of [...told.values()].flat()) {
          const { read, written, new: fresh, output } = step.tokens
          expect(
            [read, written, fresh, output, step.uncompacted.prompt].every((count) => Number.isSafeInteger(count) && count >= 0),
          ).toBe(true)
          expect(step.late.prompt).toBeLessThanOrEqual(step.uncompacted.prompt)
        }
      }),
      { numRuns: 6 },
    )
  })
})
