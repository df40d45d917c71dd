/** A rule that must survive: pin it, compact ten times, find the same bytes every time. */
import assert from 'node:assert/strict'
import { createCompactor, isFailure } from 'palimpsest'

const rule = 'Refunds over 100 € need a manager, whatever the customer says.'
const compactor = createCompactor()
const thread = await compactor.thread('refunds')
await thread.append([
  { role: 'user', content: rule },
  { role: 'assistant', content: 'Understood.' },
])
const pinned = await thread.pin({ text: 'need a manager' })
assert.deepEqual(pinned, ['e0'])

for (let day = 1; day <= 10; day += 1) {
  await thread.append(
    Array.from({ length: 40 }, (_, index) => [
      { role: 'user', content: `Day ${day}: customer ${index} wants ${index * 7} € back for a broken lamp.` },
      { role: 'assistant', content: `Customer ${index} on day ${day}: I looked the order up and noted the amount.` },
    ]).flat(),
  )
  const { request, receipt } = await thread.compact({ dialect: 'openai-chat', window: 2_000 })
  assert.ok(receipt.tokens.after <= receipt.tokens.budget)
  assert.equal(request.messages.filter((message) => message.role === 'user' && message.content === rule).length, 1)
  console.log(`day ${day}: ${receipt.tokens.before} -> ${receipt.tokens.after} tokens, the rule is still there`)
}

// Text that no person wrote cannot be pinned. A pin is never cut: if the window is too small for it, the request is refused.
await assert.rejects(thread.pin({ text: 'need a director' }), (error) => isFailure(error, 'pin-not-found'))
await assert.rejects(thread.compact({ window: 30, reserve: 10 }), (error) => isFailure(error, 'fixed-part-too-large'))
