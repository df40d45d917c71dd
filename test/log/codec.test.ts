import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { chainHashes, GENESIS } from '../../src/log/chain.ts'
import { decodeLog, encodeLog } from '../../src/log/codec.ts'
import type { Entry } from '../../src/schema/entry.ts'
import { caught, failureIn } from '../support/caught.ts'
import { neutralEntries } from '../support/logs.ts'

const entries = neutralEntries([
  { role: 'user', content: [{ type: 'text', text: 'line one\nline two \u2028 half \ud800 $& \u0000' }] },
  { role: 'assistant', content: [{ type: 'tool_call', id: '1', name: 'f', arguments: '{}' }] },
  { role: 'tool', content: [{ type: 'tool_result', tool_call_id: '1', text: 'r', extra: JSON.parse('{"__proto__":1}') }] },
])
const text = encodeLog(entries, sha256Hex)
const lines = text.split('\n')

/** What is said about a log with these lines. */
const damage = (changed: readonly string[]): unknown => failureIn(caught(() => decodeLog(changed.join('\n'), sha256Hex)))

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

describe('our JSONL', () => {
  it('reads back what it wrote, deep-equal and byte for byte', () => {
    const decoded = decodeLog(text, sha256Hex)
    expect(decoded).toEqual(entries)
    expect(encodeLog(decoded, sha256Hex)).toBe(text)
    expect(decodeLog(encodeLog([], sha256Hex), sha256Hex)).toEqual([])
  })

  it('is a header and one line an entry, each with its chain hash', () => {
    expect(lines).toHaveLength(entries.length + 2) // The last line is empty: the text ends in a line break.
    expect(JSON.parse(lines[0] ?? '')).toEqual({ format: 'palimpsest-log', version: 1 })
    expect(JSON.parse(lines[2] ?? '')).toEqual({ hash: chainHashes(GENESIS, entries, sha256Hex)[1], entry: entries[1] })
  })

  it('names the line that is not JSON', () => {
    expect(damage(lines.with(2, '{"hash": oops'))).toMatchObject({ code: 'log-damaged', line: 3, detail: 'it is not JSON' })
    expect(damage(lines.with(2, ''))).toMatchObject({ line: 3 })
    expect(damage(lines.with(3, '[1]'))).toMatchObject({ line: 4, detail: 'it is not an object' })
  })

  it('names the line where the tail was cut off, wherever the cut is', () => {
    for (let end = text.length - 1; end > 0; end -= 7) {
      const shorter = text.slice(0, end)
      if (shorter.endsWith('\n')) continue
      expect(damage([shorter])).toMatchObject({ code: 'log-damaged', line: shorter.split('\n').length })
    }
  })

  it('names the line in which any byte of an entry changed', () => {
    const line = lines[2] ?? ''
    for (let at = line.indexOf('"entry"') + 9; at < line.length - 2; at += 3) {
      const changed = `${line.slice(0, at)}${line[at] === 'x' ? 'y' : 'x'}${line.slice(at + 1)}`
      expect(damage(lines.with(2, changed))).toMatchObject({ code: 'log-damaged', line: 3 })
    }
  })

  it('names the line after one that is missing or out of order', () => {
    expect(damage(lines.toSpliced(1, 1))).toMatchObject({ line: 2, detail: 'its chain hash does not match what is before it' })
    expect(damage([lines[0] ?? '', lines[2] ?? '', lines[1] ?? '', lines[3] ?? '', ''])).toMatchObject({ line: 2 })
  })

  it('refuses a newer version and what is not a log of ours, naming line 1', () => {
    expect(damage(lines.with(0, '{"format":"palimpsest-log","version":2}'))).toMatchObject({
      line: 1,
      detail: 'version 2 is not known here',
    })
    expect(damage(lines.with(0, '{"type":"session"}'))).toMatchObject({
      line: 1,
      detail: 'it is not the header of a palimpsest log',
    })
    expect(damage([''])).toMatchObject({ line: 1 })
  })
})
