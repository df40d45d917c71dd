/** A tokenizer of your own: counts words and signs, as a small model of your own might. */
import assert from 'node:assert/strict'
import { createCompactor } from 'palimpsest'
import type { Tokenizer } from 'palimpsest/ports'
import { tokenizerCases } from 'palimpsest/testing'

/** Pieces of at most six letters or digits, or one sign; white space belongs to what follows it. */
const PIECE = /\s*(?:[\p{L}\p{N}]{1,6}|[^\p{L}\p{N}\s])|\s+/gu

const words: Tokenizer = {
  name: 'words v1',
  count(text) {
    let count = 0
    for (const _ of text.matchAll(PIECE)) count += 1
    return count
  },
  // Asked of long texts while there is plenty of room: cheaper, and rather too high than too low.
  estimate: (text) => Math.ceil(text.length / 2),
}

for (const { run } of tokenizerCases) run(words)

const thread = await createCompactor({ tokenizer: words }).thread('counted')
await thread.append([
  { role: 'user', content: 'How many tokens is this?' },
  { role: 'assistant', content: 'As many as you say.' },
])
const { receipt } = await thread.compact({ window: 2_000, reserve: 0 })
assert.equal(receipt.inputs.tokenizer, words.name)
console.log(`"How many tokens is this?" is ${words.count('How many tokens is this?')} tokens by ${receipt.inputs.tokenizer}`)
