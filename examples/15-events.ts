/** What happens inside, told outside: to a listener, to a page by server-sent events, under the names of another system. */
import assert from 'node:assert/strict'
import { createCompactor, presets } from 'palimpsest'
import { namedEvents } from 'palimpsest/integrations/event-names'
import { sseStream } from 'palimpsest/integrations/sse'

const compactor = createCompactor({ policy: presets.balanced({ trigger: 0.5, release: 0.3 }), clock: () => Date.UTC(2026, 0, 1) })

// A listener is called at once, before anything is waited for: a page can say "compacting …".
compactor.on('compaction-started', ({ thread, reason, tokens }) => {
  console.log(`${thread}: compacting ${tokens.before} tokens, because ${reason}`)
})
compactor.on('compaction-done', ({ thread, tokens, messages, wasPruned, wasSummarized }) => {
  console.log(`${thread}: ${tokens.before} -> ${tokens.after} of ${tokens.limit} tokens, ${messages} messages folded`)
  console.log(`pruned: ${wasPruned}, summarized: ${wasSummarized}`)
})
// It can do what it likes: the thread goes on, and the others are told.
compactor.on('compaction-done', () => {
  throw new Error('a bug in a listener')
})
compactor.on('listener-failed', ({ of, message }) => console.log(`a listener of ${of} failed: ${message}`))

// What a server answers to `new EventSource('/events')`, here under the names that a CMS knows.
const page = new Response(
  sseStream(compactor.events(), (event) => namedEvents(event, 'cms')),
  { headers: { 'content-type': 'text/event-stream' } },
)

const thread = await compactor.thread('support-4711')
for (let day = 1; day <= 40; day += 1) {
  await thread.append([
    { role: 'user', content: `Day ${day}: is there any news about the lamp, and about the other ${day} parts of the order?` },
    { role: 'assistant', content: `Day ${day}: the workshop has looked at it and needs another part, on its way since noon.` },
  ])
}
await thread.prepare({ window: 3_000, reserve: 200 })
await compactor.close()

const sent = await page.text()
console.log('--- on the wire')
console.log(sent.trimEnd())
assert.equal(sent.match(/^event: compaction:complete$/gm)?.length, 1)
