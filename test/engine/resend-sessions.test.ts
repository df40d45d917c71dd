import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { createCompactor, presets } from '../../src/index.ts'
import { isFailure } from '../../src/schema/failures.ts'
import type { Json } from '../../src/schema/json.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { messagesIn } from '../support/invariants.ts'
import { realSessions } from '../support/real-sessions.ts'

const STEPS = 12
const WINDOW = { window: 20_000, reserve: 0, dialect: 'neutral' }

/** Every twelfth: people and agents repeat themselves, and use ids again, in ways that no generator would. */
const files = realSessions().filter((_, index) => index % 12 === 0)

describe.skipIf(files.length === 0)(
  'a real session, handed in step by step (skipped where ../shared/sessions/neutral is not there)',
  () => {
    const manners = ['whole', 'as we rendered it', 'the last twelve messages'] as const

    it.each(manners)('has every block once: %s', async (manner) => {
      for (const file of files) {
        const messages = neutralMessages(file)
        const thread = await createCompactor({ tokenizer: characterTokenizer(), policy: presets.balanced() }).thread('t')
        const size = Math.ceil(messages.length / STEPS)
        let shown: readonly Json[] = []
        for (let said = 0; said < messages.length; said += size) {
          const fresh = messages.slice(said, said + size)
          const past = {
            whole: messages.slice(0, said),
            'as we rendered it': shown,
            'the last twelve messages': messages.slice(0, said).slice(-12),
          }
          const { id } = await thread.resend(JSON.parse(JSON.stringify([...past[manner], ...fresh])), { dialect: 'neutral' })
          expect(id, `${file} at ${said}`).toBe('t')
          shown = await thread.prepare(WINDOW).then(
            ({ request }) => messagesIn(request),
            (error: unknown) =>
              isFailure(error, 'fixed-part-too-large') ? messages.slice(0, said + size) : Promise.reject(error),
          )
        }
        const blocks = neutral.readMessages(messages).reduce((sum, draft) => sum + Math.max(1, draft.blocks.length), 0)
        expect((await thread.entries()).length, file).toBe(blocks)
      }
    })
  },
)

function neutralMessages(file: string): readonly Json[] {
  const session = JSON.parse(readFileSync(file, 'utf8')) as readonly Json[] | { readonly messages: readonly Json[] }
  return 'messages' in session ? session.messages : session
}
