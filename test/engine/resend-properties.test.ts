import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import { EMPTY_STATE, ingest } from '../../src/ingest/ingest.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { isFailure } from '../../src/schema/failures.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { cleanTranscripts } from '../../src/testing/transcripts/transcripts.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { DIALECT } from '../laws/judge/subject.ts'
import { messagesIn } from '../support/invariants.ts'

/** How a client hands in its history at one step. */
type Manner = 'whole' | 'as we rendered it' | 'without its head' | 'by another process'
const MANNERS: readonly Manner[] = ['whole', 'as we rendered it', 'without its head', 'by another process']

describe('a thread that is handed a history piece by piece', () => {
  it('D10 · has every message once and in order, however the client hands it in and however often it is compacted', async () => {
    const steps = fc.array(fc.record({ manner: fc.constantFrom(...MANNERS), size: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 3,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(
        cleanTranscripts,
        steps,
        fc.integer({ min: 60, max: 600 }),
        async ({ dialect, messages }, plan, window) => {
          const store = memoryStore()
          let thread = await open(store)
          let said = 0
          let shown: readonly Json[] = []
          for (const { manner, size } of plan) {
            const fresh = messages.slice(said, said + size)
            const history = handIn(manner, { past: messages.slice(0, said), shown, fresh })
            if (manner === 'by another process') thread = await open(store)
            const { id } = await thread.resend(copy(history), { dialect })
            expect(id).toBe('t')
            said += fresh.length
            try {
              shown = messagesIn((await thread.prepare({ window, reserve: 0, dialect })).request)
            } catch (error) {
              // A window that not even the last message fits into; what was shown before is shown no more.
              if (!isFailure(error, 'fixed-part-too-large')) throw error
              shown = messages.slice(0, said)
            }
          }
          expect((await thread.entries()).map(meaning)).toEqual(entriesOf(dialect, messages.slice(0, said)).map(meaning))
        },
      ),
      { numRuns: 70 },
    )
  })
})

function open(store: Store) {
  return createCompactor({ store, clock: () => 0, tokenizer: characterTokenizer(), policy: presets.balanced() }).thread('t')
}

function handIn(
  manner: Manner,
  { past, shown, fresh }: { readonly past: readonly Json[]; readonly shown: readonly Json[]; readonly fresh: readonly Json[] },
): readonly Json[] {
  switch (manner) {
    case 'whole':
    case 'by another process':
      return [...past, ...fresh]
    case 'as we rendered it':
      return [...(shown.length === 0 ? past : shown), ...fresh]
    case 'without its head':
      return [...past.slice(past.length >> 1), ...fresh]
  }
}

/** What an entry says and what it answers, without its place in a message. */
function meaning({ message: _, raw: __, id: ___, ...entry }: Entry) {
  return entry
}

function entriesOf(dialect: keyof typeof DIALECT, messages: readonly Json[]) {
  return ingest(EMPTY_STATE, DIALECT[dialect].readMessages(messages)).entries
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
