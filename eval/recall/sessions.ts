import { globSync, readFileSync } from 'node:fs'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import type { MessageDraft } from '../../src/schema/draft.ts'
import type { Json } from '../../src/schema/json.ts'

/** A session as it is appended to a thread. */
export interface Session {
  readonly name: string
  readonly messages: readonly MessageDraft[]
}

/** Shorter sessions need no recall. */
const LEAST_MESSAGES = 20

/** Every session of a folder that is long enough, without the summaries that products wrote themselves. */
export function sessionsIn(folder: string): readonly Session[] {
  return globSync(`${folder}/**/*.json`)
    .sort()
    .map((file) => {
      const input = JSON.parse(readFileSync(file, 'utf8')) as { readonly messages: readonly Json[] }
      const messages = input.messages.filter((message) => !JSON.stringify(message).includes('"compactSummary":true'))
      return { name: file.split('/').slice(-2).join('/'), messages: neutral.read({ ...input, messages } as Json).messages }
    })
    .filter(({ messages }) => messages.length >= LEAST_MESSAGES)
}
