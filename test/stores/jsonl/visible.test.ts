import { describe, expect, it } from 'vitest'
import { tenantId, threadId } from '../../../src/schema/ids.ts'
import { openJsonlStore } from '../../../src/stores/jsonl.ts'
import { emptyFolder } from '../../support/folders.ts'
import { lightEngine } from '../../support/light-engine.ts'
import { agent, finishedTurns, messagesFor, user } from '../../support/steps.ts'

describe('a long session file that was compacted', () => {
  it('E10 · is opened without parsing what is folded, and shows the same as if everything was read', async () => {
    const folder = emptyFolder()
    const written = openJsonlStore(folder, { sync: 'never' })
    const thread = await lightEngine({ store: written }).thread('t')
    await thread.append(messagesFor('openai-chat', finishedTurns(300, 100)))
    await thread.compact({ window: 20_000 })
    await thread.append(messagesFor('openai-chat', [user('and now'), agent('done')]))
    await written.close()
    const store = openJsonlStore(folder)
    let rows = 0
    const counted: typeof store = {
      ...store,
      async rows(key, ranges) {
        const read = await store.rows(key, ranges)
        rows += read.length
        return read
      },
    }
    const options = { window: 40_000 }
    const { request, prompt } = await (await lightEngine({ store: counted }).thread('t')).prepare(options)
    const shown = prompt.messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'entry')).length
    const { length } = await store.head({ tenant: tenantId('default'), thread: threadId('t') })
    expect(rows).toBeLessThan(shown + 10)
    expect(length).toBeGreaterThan(3 * rows)
    const { rows: _, ...plain } = store
    const whole = await lightEngine({ store: plain }).thread('t')
    expect((await whole.prepare(options)).request).toEqual(request)
  })
})
