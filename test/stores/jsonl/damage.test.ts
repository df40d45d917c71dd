import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { commitId, tenantId, threadId } from '../../../src/schema/ids.ts'
import type { ThreadKey } from '../../../src/schema/ports.ts'
import { openJsonlStore } from '../../../src/stores/jsonl.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'
import { neutralEntries } from '../../support/logs.ts'

const key: ThreadKey = { tenant: tenantId('default'), thread: threadId('t') }
const entries = neutralEntries(
  Array.from({ length: 8 }, (_, index) => ({ role: 'user', content: [{ type: 'text', text: `text ${index} ä` }] })),
)
const headAt = (length: number) => ({ length, hash: `hash-${length}` })

/** A file with two steps of three entries and a commit between them. */
async function written(): Promise<{ readonly folder: string; readonly file: string; readonly text: string }> {
  const folder = emptyFolder()
  const store = openJsonlStore(folder, { sync: 'never' })
  await store.append(key, 0, entries.slice(0, 3), headAt(3))
  await store.commit(key, null, { id: commitId('c'), plan: {} } as never)
  await store.append(key, 3, entries.slice(3, 6), headAt(6))
  const [file = ''] = globSync(`${folder}/**/*.jsonl`)
  return { folder, file, text: readFileSync(file, 'utf8') }
}

describe('a session file', () => {
  it('case 82 · cut off at any byte can be read up to the last finished step, and goes on from there', async () => {
    const { folder, file, text } = await written()
    const bytes = Buffer.from(text)
    const [headerEnd, firstStep] = [bytes.indexOf('\n') + 1, bytes.indexOf('{"commit":')]
    for (let length = bytes.length - 1; length >= headerEnd; length -= 29) {
      writeFileSync(file, bytes.subarray(0, length))
      const store = openJsonlStore(folder, { sync: 'never' })
      const expected = length >= firstStep ? 3 : 0
      expect(await store.read(key, 0, 99)).toEqual(entries.slice(0, expected))
      const fault = await store.fault(key)
      if (fault !== null) expect(fault).toMatchObject({ kind: 'torn', line: expect.any(Number) })
      await store.append(key, expected, entries.slice(expected, expected + 1), headAt(expected + 1))
      expect(await openJsonlStore(folder).read(key, 0, 99)).toEqual(entries.slice(0, expected + 1))
      expect(await openJsonlStore(folder).fault(key)).toBeNull()
      rmSync(`${file}.index`, { force: true })
    }
  })

  it('case 82 · keeps what was cut off in a file of its own: nothing is thrown away', async () => {
    const { folder, file, text } = await written()
    truncateSync(file, Buffer.byteLength(text) - 5)
    const torn = readFileSync(file).subarray(readFileSync(file).lastIndexOf('{"more":true,"entry":', -1))
    const store = openJsonlStore(folder)
    expect(await store.fault(key)).toMatchObject({ kind: 'torn', line: 6, detail: expect.stringContaining('line break') })
    await store.append(key, 3, entries.slice(3, 4), headAt(4))
    const [aside = ''] = globSync(`${file}.torn-*`)
    expect(readFileSync(aside, 'utf8')).toContain('text 5')
    expect(torn.length).toBeGreaterThan(0)
  })

  it('case 82 · of which only a part of the header was written begins anew', async () => {
    const { folder, file, text } = await written()
    for (const length of [1, 20, text.indexOf('\n')]) {
      writeFileSync(file, text.slice(0, length))
      rmSync(`${file}.index`, { force: true })
      const store = openJsonlStore(folder)
      expect(await store.read(key, 0, 9)).toEqual([])
      await store.append(key, 0, entries.slice(0, 2), headAt(2))
      expect(await openJsonlStore(folder).read(key, 0, 9)).toEqual(entries.slice(0, 2))
    }
  })

  it('case 82 · with a damaged line at its end can be read up to there; nothing is appended behind it', async () => {
    for (const damage of ['{"oops"\n', '{"head":"h","entry":{"a":\n', '\u0000\u0000\u0000\n', '{"commit":"x","body":[1]}\n']) {
      const { folder, file, text } = await written()
      writeFileSync(file, `${text}${damage}`)
      const store = openJsonlStore(folder)
      expect(await store.read(key, 0, 99)).toEqual(entries.slice(0, 6))
      expect((await store.latest(key))?.id).toBe('c')
      expect(await store.fault(key)).toMatchObject({ kind: 'damaged', line: 9 })
      const failure = failureIn(await rejection(store.append(key, 6, entries.slice(6), headAt(8))))
      expect(failure).toMatchObject({ code: 'log-damaged', at: file, line: 9 })
      expect(readFileSync(file, 'utf8')).toBe(`${text}${damage}`)
    }
  })

  it('case 82 · with a damaged line in its middle never passes for a shorter conversation', async () => {
    const folder = emptyFolder()
    const write = createCompactor({ store: openJsonlStore(folder) })
    const thread = await write.thread('t')
    for (const word of ['first', 'second', 'third']) await thread.append([{ role: 'user', content: word }])
    const [file = ''] = globSync(`${folder}/**/t.jsonl`)
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, lines.map((line) => (line.includes('second') ? line.replace('{', '#') : line)).join('\n'))
    const store = openJsonlStore(folder)
    const failure = { code: 'log-damaged', at: file, line: 3 }
    const compactor = createCompactor({ store })
    const opened = async () => compactor.thread('t')
    for (const attempt of [
      () => store.head(key),
      async () => (await opened()).entries(),
      async () => (await opened()).prepare(),
    ]) {
      const error = await rejection(attempt())
      expect(failureIn(error)).toMatchObject(failure)
      expect(String(error)).toMatch(/Line 3 of .*t\.jsonl is damaged.*backup.*palimpsest export/)
    }
    // Those who say that it is not all of it get what stands before it.
    expect(await store.read(key, 0, 9)).toHaveLength(1)
    expect(await compactor.verify('t')).toMatchObject({ kind: 'broken', at: 1, detail: expect.stringContaining(file) })
    expect(await compactor.expire({ before: Date.UTC(2100, 0) })).toMatchObject({ threads: [], undated: ['t'] })
  })

  it('case 82 · of a newer version, or that is not ours, is refused in words, and stays as it is', async () => {
    const { folder, file, text } = await written()
    const cases = [
      [text.replace('"version":1', '"version":2'), 'newer-schema', 'a session file of version 1', 'version 2'],
      ['SQLite format 3\u0000\n…', 'not-ours', 'a session file of Palimpsest', 'something else'],
      ['notes without a line break', 'not-ours', 'a session file of Palimpsest', 'something else'],
      ['{"type":"session","version":3,"id":"x"}\n', 'not-ours', 'a session file of Palimpsest', 'something else'],
    ] as const
    for (const [content, reason, expected, found] of cases) {
      writeFileSync(file, content)
      const store = openJsonlStore(folder)
      for (const attempt of [() => store.head(key), () => store.append(key, 0, entries.slice(0, 1), headAt(1))]) {
        expect(failureIn(await rejection(attempt()))).toEqual({ code: 'store-unusable', reason, at: file, expected, found })
      }
      expect(readFileSync(file, 'utf8')).toBe(content)
    }
  })

  it('case 80 · on a full disk: a clear error, nothing half written, everything before it readable, and later it goes on', async () => {
    const folder = emptyFolder()
    let room = Number.POSITIVE_INFINITY
    const store = openJsonlStore(folder, {
      async write(file, bytes, at) {
        await file.write(bytes, 0, Math.min(bytes.length, room), at)
        if (bytes.length > room) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      },
    })
    await store.append(key, 0, entries.slice(0, 3), headAt(3))
    const [file = ''] = globSync(`${folder}/**/*.jsonl`)
    const before = readFileSync(file, 'utf8')
    for (room of [0, 10, 300]) {
      const failure = failureIn(await rejection(store.append(key, 3, entries.slice(3, 6), headAt(6))))
      expect(failure).toMatchObject({ code: 'store-unusable', at: file, found: expect.stringContaining('ENOSPC') })
      expect(readFileSync(file, 'utf8')).toBe(before)
      expect(await store.read(key, 0, 9)).toEqual(entries.slice(0, 3))
    }
    room = Number.POSITIVE_INFINITY
    await store.append(key, 3, entries.slice(3, 6), headAt(6))
    expect(await openJsonlStore(folder).read(key, 0, 9)).toEqual(entries.slice(0, 6))
  })

  it('case 80 · where nothing can be written, can be read, and a write is a clear error', async () => {
    const { folder, file } = await written()
    // The lock cannot be made while something else stands in its place: true for root, too.
    rmSync(`${file}.lock`, { recursive: true })
    mkdirSync(`${file}.lock/guard`, { recursive: true })
    chmodSync(dirname(file), 0o500)
    const store = openJsonlStore(folder)
    expect(await store.read(key, 0, 9)).toEqual(entries.slice(0, 6))
    expect(failureIn(await rejection(store.append(key, 6, entries.slice(6), headAt(8))))).toMatchObject({
      code: 'store-unusable',
    })
    chmodSync(dirname(file), 0o700)
    const blocked = join(folder, 'a-file')
    writeFileSync(blocked, '')
    expect(failureIn(await rejection(openJsonlStore(blocked).append(key, 0, entries.slice(0, 1), headAt(1))))).toMatchObject({
      code: 'store-unusable',
      found: expect.stringContaining('ENOTDIR'),
    })
  })
})
