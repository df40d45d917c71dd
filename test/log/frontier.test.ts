import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { findFrontier } from '../../src/log/frontier.ts'
import { entriesFrom } from '../support/logs.ts'

const said = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] })
const answered = (text: string) => ({ role: 'assistant', parts: [{ type: 'text', text }] })

describe('the last words of a person', () => {
  it('L5 · are words for a model: what only a page shows, and what is blank, come after them', () => {
    const shown = { role: 'user', parts: [{ type: 'data-status', data: { read: true } }] }
    const entries = entriesFrom(aiSdk, [said('fix it'), shown, said(' '), answered('done')])
    const people = findFrontier(entries).people.map((seq) => entries[seq])
    expect(people).toMatchObject([{ kind: 'text', text: 'fix it' }])
  })
})
