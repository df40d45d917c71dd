import { describe, expect, it } from 'vitest'
import { resolveLimits } from '../../../src/budget/model-limits.ts'
import { FALLBACK } from '../../../src/budget/model-table.ts'
import { loadModelData } from '../../../src/models/from-genai-prices.ts'
import { isFrozen } from '../../../src/schema/frozen.ts'
import type { ModelFacts, ModelLimits, ModelTable } from '../../../src/schema/model-limits.ts'
import { failureIn, rejection } from '../../support/caught.ts'

const NOW = Date.UTC(2026, 10, 15)

/** Five models in the package's own shape: a maker's, its price steps, prices by date and hour, and one that several hosts serve. */
const PROVIDERS = [
  {
    id: 'anthropic',
    models: [
      { id: 'claude-sonnet-4-5:extended', match: { equals: 'claude-sonnet-4-5:extended' }, context_window: 5, prices: {} },
      {
        id: 'claude-sonnet-4-5',
        match: { or: [{ starts_with: 'claude-sonnet-4-5' }, { starts_with: 'claude-sonnet-4.5' }, { contains: 'sonnet-4-5' }] },
        context_window: 200_000,
        prices: {
          input_mtok: { base: 3, tiers: [{ start: 200_000, price: 6 }] },
          output_mtok: { base: 15, tiers: [{ start: 200_000, price: 22.5 }] },
          cache_read_mtok: { base: 0.3, tiers: [{ start: 200_000, price: 0.6 }] },
          cache_write_mtok: 3.75,
          cache_write_1h_mtok: 6,
          web_searches_kcount: 10,
        },
      },
    ],
  },
  {
    id: 'deepseek',
    models: [
      {
        id: 'deepseek-v4-flash',
        match: { starts_with: 'deepseek-v4-flash' },
        context_window: 1_000_000,
        prices: [
          { prices: { input_mtok: 0.14, output_mtok: 0.28 } },
          { constraint: { type: 'start_date', start_date: '2026-08-17' }, prices: { input_mtok: 0.22, output_mtok: 0.3 } },
          { constraint: { type: 'start_date', start_date: '2027-01-01' }, prices: { input_mtok: 9, output_mtok: 9 } },
        ],
      },
      {
        id: 'deepseek-chat',
        match: { equals: 'deepseek-chat' },
        context_window: 64_000,
        prices: [
          { prices: { input_mtok: 0.135, output_mtok: 0.55 } },
          {
            constraint: { type: 'time_of_date', start_time: '00:30:00Z', end_time: '16:30:00Z' },
            prices: { input_mtok: 0.27, output_mtok: 1.1 },
          },
        ],
      },
    ],
  },
  ...[12_288, 131_072, 131_072].map((context_window, index) => ({
    id: `host${index}`,
    models: [
      {
        id: 'meta-llama/Llama-3.3-70B',
        match: { equals: 'meta-llama/Llama-3.3-70B' },
        context_window,
        prices: { input_mtok: index, output_mtok: 1 },
      },
      { id: 'claude-sonnet-4-5', match: { equals: 'claude-sonnet-4-5' }, context_window: 99, prices: {} },
      { id: 'whisper', match: { equals: 'whisper' }, prices: { audio_hours: 0.1 } },
    ],
  })),
]

const load = (providers: unknown = PROVIDERS): Promise<ModelTable> => loadModelData(NOW, async () => providers)
const factsOf = async (key: string): Promise<ModelFacts | undefined> => (await load())[key]

async function limitsOf(model: string): Promise<ModelLimits> {
  return resolveLimits({ model }, { overrides: {}, learned: {}, table: {}, data: await load(), fallback: FALLBACK })
}

describe('the data package', () => {
  it('A3 · gives windows, under every name that its rules spell out', async () => {
    for (const model of [
      'claude-sonnet-4-5',
      'anthropic/claude-sonnet-4.5',
      'claude-sonnet-4-5-20250929',
      'claude-sonnet-4-5:beta',
    ]) {
      expect(await limitsOf(model)).toMatchObject({ window: 200_000, sources: { window: 'package' } })
    }
  })

  it('A3 · lets the maker of a model speak before those who host it', async () => {
    expect((await limitsOf('claude-sonnet-4-5')).window).toBe(200_000)
    expect((await limitsOf('host1/claude-sonnet-4-5')).window).toBe(99)
  })

  it('A3 · takes the middle of what hosts serve where none is named', async () => {
    expect((await limitsOf('llama-3.3-70b')).window).toBe(131_072)
    expect((await limitsOf('host0/meta-llama/llama-3.3-70b')).window).toBe(12_288)
  })

  it('gives prices in steps of input size, cache prices among them', async () => {
    expect((await factsOf('claude-sonnet-4-5'))?.prices).toEqual([
      { above: 0, input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 },
      { above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 3.75, cacheWriteHour: 6 },
    ])
  })

  it('gives the prices that hold at a time; of prices by the hour, the dearer', async () => {
    expect((await factsOf('deepseek-v4-flash'))?.prices).toEqual([{ above: 0, input: 0.22, output: 0.3 }])
    expect((await factsOf('deepseek-chat'))?.prices).toEqual([{ above: 0, input: 0.27, output: 1.1 }])
    const before = await loadModelData(Date.UTC(2026, 0, 1), async () => PROVIDERS)
    expect(before['deepseek-v4-flash']?.prices).toEqual([{ above: 0, input: 0.14, output: 0.28 }])
  })

  it('is read once a day, and cannot be changed by those who share it', async () => {
    const table = await loadModelData(NOW)
    expect(Object.keys(table).length).toBeGreaterThan(1_000)
    expect(await loadModelData(NOW + 1_000)).toBe(table)
    expect(isFrozen(table)).toBe(true)
    expect(await loadModelData(NOW + 86_400_000)).not.toBe(table)
  })

  it('has no token prices for what is not sold by the token', async () => {
    expect(await factsOf('whisper')).toEqual({})
  })

  it.each([
    [{}, 'providers', 'a list'],
    [[{ models: [] }], 'providers[0].id', 'a string'],
    [[{ id: 'a', models: 3 }], 'providers[0].models', 'a list'],
    [[{ id: 'a', models: [{ id: 3 }] }], 'providers[0].models[0].id', 'a string'],
    [[{ id: 'a', models: [{ id: 'm', context_window: '8k' }] }], 'providers[0].models[0].context_window', 'a count'],
  ])('is refused by its place where its shape has changed: %j', async (providers, at, expected) => {
    expect(failureIn(await rejection(load(providers)))).toMatchObject({
      code: 'input-invalid',
      at: `@pydantic/genai-prices ${at}`,
      expected,
    })
  })
})
