import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { chainHashes, GENESIS } from '../../src/log/chain.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { neutralEntries } from '../support/logs.ts'

const entries = neutralEntries([
  { role: 'user', content: [{ type: 'text', text: 'line one\nline two \u2028 half \ud800 $& \u0000' }] },
  { role: 'assistant', content: [{ type: 'tool_call', id: '1', name: 'f', arguments: '{}' }] },
  { role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1', text: 'r', extra: JSON.parse('{"__proto__":1}') }] },
])

describe('the chain hash', () => {
  it('after an entry vouches for everything up to there', () => {
    const whole = chainHashes(GENESIS, entries, sha256Hex)
    const second = chainHashes(whole[0] ?? '', entries.slice(1), sha256Hex)
    expect(second).toEqual(whole.slice(1))
  })

  it('changes from the changed entry on, and not before', () => {
    const other = entries.map((entry): Entry => (entry.seq === 1 ? { ...entry, turn: 9 } : entry))
    const same = chainHashes(GENESIS, entries, sha256Hex).map((hash, seq) => hash === chainHashes(GENESIS, other, sha256Hex)[seq])
    expect(same).toEqual([true, false, false])
  })

  it('of a log without entries is the given start', () => {
    expect(chainHashes(GENESIS, [], sha256Hex)).toEqual([])
  })
})
