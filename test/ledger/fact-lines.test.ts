import { describe, expect, it } from 'vitest'
import { fileLine, rootOf } from '../../src/ledger/fact-lines.ts'
import type { FileFact } from '../../src/ledger/file-facts.ts'
import { seqOf } from '../../src/schema/ids.ts'

const files = (...paths: readonly string[]): readonly FileFact[] =>
  paths.map((path, seq) => ({ path, operation: 'modified', times: 1, seq: seqOf(seq) }))

const DEEP = files('/home/ada/ferry/src/net/http.ts', '/home/ada/ferry/src/net/retry.ts', '/home/ada/ferry/src/net/dns.ts')

describe('the folder that paths are printed without', () => {
  it('is the one that the agent writes paths from', () => {
    const written = new Set(['src/net/http.ts', 'http.ts', 'retry.ts'])
    const root = rootOf(DEEP, (name) => written.has(name))
    expect(root).toBe('/home/ada/ferry/')
    expect(DEEP.map((file) => fileLine(file, root))[1]).toBe('- src/net/retry.ts: modified (e1)')
  })

  it('is the one that all share if the agent wrote none, or only file names', () => {
    expect(rootOf(DEEP, () => false)).toBe('/home/ada/ferry/src/net/')
    expect(rootOf(DEEP, (name) => !name.includes('/'))).toBe('/home/ada/ferry/src/net/')
  })

  it('leaves files elsewhere as they are', () => {
    const mixed = files('/home/ada/ferry/a/b.ts', '/home/ada/ferry/a/c.ts', '/tmp/notes.md')
    const root = rootOf(mixed, (name) => name === 'a/b.ts')
    expect(mixed.map((file) => fileLine(file, root))).toEqual([
      '- a/b.ts: modified (e0)',
      '- a/c.ts: modified (e1)',
      '- /tmp/notes.md: modified (e2)',
    ])
  })

  it('is nothing where it would save little', () => {
    expect(rootOf(DEEP.slice(0, 2), () => true)).toBe('')
    expect(rootOf(files('/a/b/c', '/a/b/d', '/a/b/e'), () => false)).toBe('')
  })
})
