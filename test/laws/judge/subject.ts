import { aiSdk } from '../../../src/dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../../src/dialects/gemini/dialect.ts'
import { langchain } from '../../../src/dialects/langchain/dialect.ts'
import { neutral } from '../../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../../src/dialects/openai-responses/dialect.ts'
import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  modelSources,
  type Policy,
  presets,
  triggers,
} from '../../../src/index.ts'
import type { Dialect, Tokenizer } from '../../../src/schema/ports.ts'
import type { DialectName } from '../../../src/testing/transcripts/transcripts.ts'
import { bpeTokenizer } from '../../../src/tokenizers/bpe.ts'
import type { Trial } from './trials.ts'

/** What the laws are about: anything that makes compactors as the package does. */
export interface Subject {
  open(policy: Trial['policy'], ports?: CompactorOptions): Compactor
}

export const DIALECT: Readonly<Record<DialectName, Dialect>> = {
  'openai-chat': openaiChat,
  anthropic,
  neutral,
  gemini,
  'ai-sdk': aiSdk,
  'openai-responses': openaiResponses,
  langchain,
}

/** The engine of this package. Tokens of a text are counted once for all trials, because trials share their texts. */
export function ownEngine(): Subject {
  const tokenizer = remembering(bpeTokenizer())
  return {
    open: (policy, ports = {}) =>
      createCompactor({ tokenizer, clock: () => 0, policy: policyOf(policy), ...(policy.priced ? { models } : {}), ...ports }),
  }
}

/** Half the price for what is read from the cache, so that short transcripts come to their price. */
const models = modelSources({ '*': { prices: [{ above: 0, input: 1, output: 5, cacheRead: 0.5 }] } })

/** What a trial says, as a policy. */
export function policyOf({ priced, ...policy }: Trial['policy']): Policy {
  if (priced !== true) return presets.balanced(policy)
  const { automatically, rentDue, keptTokens } = triggers
  return presets.balanced({ ...policy, trigger: automatically(rentDue(50)), release: keptTokens(300) })
}

const MOST_REMEMBERED = 50_000

function remembering(tokenizer: Tokenizer): Tokenizer {
  const known = new Map<string, number>()
  return {
    ...tokenizer,
    count(text) {
      const count = known.get(text) ?? tokenizer.count(text)
      if (known.size > MOST_REMEMBERED) known.clear()
      known.set(text, count)
      return count
    },
  }
}
