import { readSummaryAnswer } from '../ledger/read-summary-answer.ts'
import { isFailure } from '../schema/failures.ts'
import type { Hash, Summarizer, SummaryCache } from '../schema/ports.ts'
import { shownRange } from '../schema/stored-plan.ts'
import type { SummaryAnswer, SummaryJob } from '../schema/summary.ts'

/** Changes when what is stored changes, so that an old answer is never taken for a new one (C17). */
const CACHE_VERSION = 'v2'

/**
 * A summarizer that asks another one only for what it has not asked before: the same tenant, the same entries on top of the same
 * ledger, the same wishes, models and prompts. A cache that fails costs a call and nothing else.
 */
export function cachedSummarizer(summarizer: Summarizer, cache: SummaryCache, hash: Hash): Summarizer {
  return {
    name: summarizer.name,
    asksSelected: summarizer.asksSelected === true,
    verifies: summarizer.verifies === true,
    priceOf: (job) => summarizer.priceOf?.(job),
    async summarize(job) {
      if (!job.cacheable) return summarizer.summarize(job)
      const key = keyOf(job, summarizer.name, hash)
      // A stored answer may be from another version, or not ours.
      const known = readSummaryAnswer(await quietly(() => cache.get(job.tenant, key)))
      if (known !== undefined) return { ...known, attempts: [], usage: null, money: null, cached: true }
      const answer = await summarizer.summarize(job)
      await quietly(async () => {
        await cache.put(job.tenant, key, answer)
        return null
      })
      return answer
    },
    async forget(tenant) {
      await cache.forget?.(tenant)
    },
  }
}

/** Fields are told apart by their places in a list: no two different jobs have one key. */
function keyOf(job: SummaryJob, name: string, hash: Hash): string {
  const entries = job.entries
    .slice(job.from, job.end)
    .map(({ seq, kind, role, author, raw, error }) => [seq, kind, role, author, raw, error ?? null])
  // A key that was stored names the last entry.
  const { from, to } = shownRange(job)
  const wished = [job.selected?.name ?? null, job.wanted ?? null, job.mostOutput ?? null]
  const asked = [
    job.start,
    from,
    to,
    job.tokens,
    job.most,
    job.instructions,
    job.contents,
    job.input ?? null,
    ...wished,
    job.exam ?? null,
  ]
  return hash(JSON.stringify([CACHE_VERSION, job.tenant, name, asked, job.splitTurn ?? null, job.previous, job.ledger, entries]))
}

async function quietly<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (isFailure(error, 'compaction-cancelled')) throw error
    return null // A summary is worth more than the memory of it.
  }
}

/** A cache in this process: the latest answers of each tenant. */
export function memorySummaryCache({ mostEach = 256 }: { readonly mostEach?: number } = {}): SummaryCache {
  const tenants = new Map<string, Map<string, SummaryAnswer>>()
  return {
    async get(tenant, key) {
      return tenants.get(tenant)?.get(key) ?? null
    },
    async put(tenant, key, answer) {
      const own = tenants.get(tenant) ?? new Map<string, SummaryAnswer>()
      tenants.set(tenant, own)
      own.delete(key)
      own.set(key, structuredClone(answer))
      // A map keeps the order in which keys came: the first is the oldest.
      const [oldest] = own.keys()
      if (own.size > mostEach && oldest !== undefined) own.delete(oldest)
    },
    async forget(tenant) {
      tenants.delete(tenant)
    },
  }
}
