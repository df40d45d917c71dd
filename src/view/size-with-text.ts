import { measureCall, measureResult } from '../budget/measure.ts'
import type { Entry } from '../schema/entry.ts'
import type { Tokenizer } from '../schema/ports.ts'

/** What an entry costs when it shows `text` instead of its own. */
export function sizeWithText(entry: Entry, text: string, tokenizer: Tokenizer): number {
  switch (entry.kind) {
    case 'tool-call':
      return measureCall(entry, text, tokenizer)
    case 'tool-result':
      return entry.answers.kind === 'call' ? measureResult(entry, text, tokenizer) : tokenizer.count(text)
    case 'text':
    case 'reasoning':
    case 'file':
    case 'opaque':
    case 'turn-start':
      return tokenizer.count(text)
  }
}
