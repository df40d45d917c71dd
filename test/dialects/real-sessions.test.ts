import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { recogniseDialect } from '../../src/dialects/recognise.ts'
import type { Json } from '../../src/schema/json.ts'
import { realSessions } from '../support/real-sessions.ts'
import { roundTrip } from '../support/round-trip.ts'

const files = realSessions()

describe('real sessions', () => {
  it.skipIf(files.length === 0)('all come back byte for byte (skipped where ../shared/sessions/neutral is not there)', () => {
    const changed = files.filter((file) => {
      const input = JSON.parse(readFileSync(file, 'utf8')) as Json
      return JSON.stringify(roundTrip(neutral, input)) !== JSON.stringify(input)
    })
    expect(changed).toEqual([])
  })

  it.skipIf(files.length === 0)('are all recognised (skipped where ../shared/sessions/neutral is not there)', () => {
    const formats = files.map((file) => {
      const input = JSON.parse(readFileSync(file, 'utf8')) as Json
      return recogniseDialect(input, [openaiChat, anthropic, neutral]).traits.name
    })
    expect(new Set(formats)).toEqual(new Set(['neutral']))
  })
})
