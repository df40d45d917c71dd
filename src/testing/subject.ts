import { aiSdk } from '../adapters/ai-sdk/dialect.ts'
import { anthropic } from '../adapters/anthropic/dialect.ts'
import { gemini } from '../adapters/gemini/dialect.ts'
import { neutral } from '../adapters/neutral/dialect.ts'
import { openaiChat } from '../adapters/openai-chat/dialect.ts'
import { openaiResponses } from '../adapters/openai-responses/dialect.ts'
import { type Compactor, createCompactor, type EnginePorts, presets } from '../index.ts'
import type { Dialect, Tokenizer } from '../schema/ports.ts'
import { bpeTokenizer } from '../tokenizers/bpe.ts'
import type { DialectName } from './transcripts/transcripts.ts'
import type { Trial } from './transcripts/trials.ts'

/** What the laws are about: anything that makes compactors as the package does. */
export interface Subject {
  open(policy: Trial['policy'], ports?: Partial<EnginePorts>): Compactor
}

export const DIALECT: Readonly<Record<DialectName, Dialect>> = {
  'openai-chat': openaiChat,
  anthropic,
  neutral,
  gemini,
  'ai-sdk': aiSdk,
  'openai-responses': openaiResponses,
}

/** The engine of this package. Tokens of a text are counted once for all trials, because trials share their texts. */
export function ownEngine(): Subject {
  const tokenizer = remembering(bpeTokenizer())
  return {
    open: (policy, ports = {}) => createCompactor({ tokenizer, clock: () => 0, policy: presets.balanced(policy), ...ports }),
  }
}

const MOST_REMEMBERED = 50_000

function remembering(tokenizer: Tokenizer): Tokenizer {
  const known = new Map<string, number>()
  return {
    name: tokenizer.name,
    count(text) {
      const count = known.get(text) ?? tokenizer.count(text)
      if (known.size > MOST_REMEMBERED) known.clear()
      known.set(text, count)
      return count
    },
  }
}
