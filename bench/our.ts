import { createCompactor, memoryStore } from '../src/index.ts'
import type { Json } from '../src/schema/json.ts'
import type { Tokenizer } from '../src/schema/ports.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import type { Contestant } from './contestant.ts'
import { firstCompaction, reopened, unreadCompaction } from './our-first.ts'
import type { ChatMessage } from './sessions.ts'
import { timeOnce } from './time-once.ts'

/** Far above everything, so that no check finds something to do. */
const BOUNDLESS = { window: 2 ** 40 }
const AT_ONCE = 1_000
const STEP = 100
/** Windows into which a quarter of the history just fits, so that nothing is compacted yet. */
const NEAR = 2

export const ours: Contestant = {
  name: 'Palimpsest',
  about:
    'Counts every message, once, when it is appended (load). A check reads where the store stands and compares one number. ' +
    'A compaction plans, renders, counts and validates a request that fits, with a receipt; its summary is made without a model.',

  unread: unreadCompaction,
  first: async (history, tokens) => firstCompaction(history, tokens),
  stored: reopened,

  async open(history, watch) {
    const store = memoryStore()
    const tokenizer = loadingTokenizer(bpeTokenizer())
    const thread = await createCompactor({ store, tokenizer }).thread('bench')
    const loading = await timeOnce(async () => {
      for (let from = 0; from < history.length; from += AT_ONCE) await thread.append(asJson(history.slice(from, from + AT_ONCE)))
      return (await thread.prepare(BOUNDLESS)).tokens
    }, watch)
    tokenizer.endLoading()
    return {
      loading,
      check: async () => (await thread.prepare(BOUNDLESS)).tokens,
      request: async () => (await thread.prepare(BOUNDLESS)).request,
      async compaction(tokens) {
        // A log, a thread and a tokenizer of its own for each: what one compaction remembers must not help the next.
        const own = tokenizer.another()
        const fresh = await createCompactor({ store: memoryStore(), tokenizer: own }).thread('bench')
        // As in an agent's life: it comes near its limit step by step, and what a summary needs is read on the way.
        const near = Math.ceil(history.length / 4)
        await fresh.append(asJson(history.slice(0, near)))
        void (await fresh.prepare({ window: NEAR * tokens })).tokens
        for (let from = near; from < history.length; from += STEP) await fresh.append(asJson(history.slice(from, from + STEP)))
        void (await fresh.prepare(BOUNDLESS)).tokens
        own.endLoading()
        return async () => (await fresh.compact({ window: tokens })).request
      },
      step(message) {
        const messages = asJson([message])
        return async () => {
          await thread.append(messages)
          return (await thread.prepare(BOUNDLESS)).tokens
        }
      },
    }
  },
}

function asJson(messages: readonly ChatMessage[]): readonly Json[] {
  return messages as unknown as readonly Json[]
}

interface LoadingTokenizer extends Tokenizer {
  endLoading(): void
  /** A new one that knows what this one counted while loading. */
  another(): LoadingTokenizer
}

/** Counts are cached when a compaction begins. While loading, they are remembered, so that a thread can be loaded again in short time. */
function loadingTokenizer(exact: Tokenizer, known = new Map<string, number>()): LoadingTokenizer {
  let isLoading = true
  return {
    name: exact.name,
    count(text) {
      if (!isLoading) return exact.count(text)
      const count = known.get(text) ?? exact.count(text)
      known.set(text, count)
      return count
    },
    endLoading() {
      isLoading = false
    },
    another: () => loadingTokenizer(exact, known),
  }
}
