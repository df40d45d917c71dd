import { anthropic } from '../adapters/anthropic/dialect.ts'
import { neutral } from '../adapters/neutral/dialect.ts'
import { openaiChat } from '../adapters/openai-chat/dialect.ts'
import { type Compactor, createCompactor, type EnginePorts, presets } from '../index.ts'
import type { Dialect, Tokenizer } from '../schema/ports.ts'
import { bpeTokenizer } from '../tokenizers/bpe.ts'
import type { DialectName } from './transcripts/transcripts.ts'
import type { Trial } from './transcripts/trials.ts'

/** What the laws are about: anything that makes compactors as the package does. */
export interface Subject {
  open(policy: Trial['policy'], ports?: Partial<EnginePorts>): Compactor
}

export const DIALECT: Readonly<Record<DialectName, Dialect>> = { 'openai-chat': openaiChat, anthropic, neutral }

/** The engine of this package. Tokens of a text are counted once for all trials, because trials share their texts. */
export function ownEngine(): Subject {
  const tokenizer = remembering(bpeTokenizer())
  return {
    open: (policy, ports = {}) =>
      createCompactor({ tokenizer, hash: quickHash, clock: () => 0, policy: presets.balanced(policy), ...ports }),
  }
}

/** Two running sums: nothing that an adversary could not break, but trials hash a thousand entries for every one they compact. */
function quickHash(text: string): string {
  let a = 0x811c9dc5
  let b = text.length
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (b >>> 15) ^ code, 0x2c1b3c6d)
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
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
