import { type Compactor, createCompactor, type ModelTable, memoryStore, modelSources, presets } from '../../src/index.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import type { Store } from '../../src/schema/ports.ts'
import type { StepAccount } from '../../src/schema/thread-cost.ts'
import { agent, messagesFor, prose, user } from './steps.ts'

export const PRICES: PriceStep = { above: 0, input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10 }
export const MODEL = 'claude-opus-4-5'
export const at: { readonly window: number; readonly reserve: number; readonly model: string; readonly dialect: 'openai-chat' } =
  {
    ...{ window: 1_000_000, reserve: 10_000, model: MODEL, dialect: 'openai-chat' },
  }

interface Opened {
  readonly prices?: PriceStep | undefined
  readonly store?: Store
  readonly clock?: () => number
}

export function compactorFor({ prices = PRICES, store = memoryStore(), clock = () => 0 }: Opened = {}): Compactor {
  const overrides: ModelTable = {
    [MODEL]: { window: 1_000_000, maxOutput: 10_000, prices: [prices] },
    free: { window: 1_000_000 },
  }
  return createCompactor({ policy: presets.balanced(), store, clock, models: modelSources(overrides) })
}

export type Thread = Awaited<ReturnType<ReturnType<typeof compactorFor>['thread']>>

/** A call whose provider reports so much, and what is made of it. */
export const asked = async (thread: Thread, usage: unknown, model: string = MODEL): Promise<StepAccount | null> => {
  // Another process may have appended.
  await thread.state()
  await thread.append(messagesFor('openai-chat', [user(prose(400))]))
  await thread.prepare({ ...at, model })
  await thread.append(messagesFor('openai-chat', [agent('Done.')]))
  await thread.settle({ usage })
  return (await thread.cost()).last
}
