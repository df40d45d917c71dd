/** A conversation that outgrows its window: append what is new, prepare, send. */
import assert from 'node:assert/strict'
import { createCompactor } from 'palimpsest'

const question = 'Which of the four hundred orders came back?'
const messages = [
  { role: 'system', content: 'You answer questions about orders.' },
  ...Array.from({ length: 400 }, (_, index) => [
    { role: 'user', content: `Where is order ${index}?` },
    { role: 'assistant', content: `Order ${index} left the warehouse on day ${index % 30} and was delivered two days later.` },
  ]).flat(),
  { role: 'user', content: question },
]

const compactor = createCompactor()
const thread = await compactor.thread('support-4711')

await thread.append(messages) // only new messages, as your SDK has them
const { request, tokens, receipt } = await thread.prepare({ dialect: 'openai-chat', model: 'gpt-4o', window: 8_000 })

await send(request)
if (receipt !== null) {
  const { before, after, budget } = receipt.tokens
  console.log(`${receipt.strategy}: ${before} -> ${after} of ${budget} tokens`)
}

/** Stands for your provider's client. */
async function send({ messages: shown }: { readonly messages: readonly object[] }): Promise<void> {
  assert.ok(shown.length < messages.length, 'old messages were folded')
  assert.deepEqual(shown.at(0), messages.at(0), 'the system prompt is as it was')
  assert.deepEqual(shown.at(-1), { role: 'user', content: question }, 'the last question is verbatim')
}

assert.ok(tokens <= 8_000 - 2_000, 'the request fits into window − reserve (a quarter of a small window)')
assert.equal(receipt?.tokens.after, tokens)
assert.equal((await thread.entries()).length, messages.length, 'the log still has everything')
