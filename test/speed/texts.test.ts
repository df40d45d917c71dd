import { describe, expect, it } from 'vitest'
import { estimateText } from '../../src/budget/estimate-text.ts'
import { imageSize } from '../../src/budget/image-size.ts'
import { sha256Hex } from '../../src/index.ts'
import { hasMarker, speaksForUser } from '../../src/ledger/check/markers.ts'
import { symbolsIn } from '../../src/ledger/edited-text.ts'
import { clearLanguageOf } from '../../src/ledger/languages/detect.ts'
import { type FileChange, filesInCommand } from '../../src/ledger/shell-files.ts'
import { boundaryAtOrBefore } from '../../src/log/excerpt.ts'
import { redactor } from '../../src/redact/redact.ts'
import { readOperations } from '../../src/summarizers/model/read-answer.ts'
import { CODE } from '../budget/counting/corpora.ts'
import { png } from '../budget/counting/images.ts'
import { AT_MOST_IN_PROPORTION, growth, processorTime } from './processor-time.ts'

const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length))

describe('redaction of hostile text', () => {
  const { text: redact } = redactor(sha256Hex, 'k', 't')

  it.each([
    ...['a', 'sk-', 'eyJ', 'eyJaaaaaaaaaa.', '://', '://a:', `://b:${'b'.repeat(250)}`, 'password=', 'apikey: aaaaaaaa'],
    ...['token   ', '-----BEGIN PRIVATE KEY-----', '\n-----END PRIVATE KEY-----', '1234567890:AA', ';password=', ' \\n\\n\\n'],
    ...['-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n', 'AAAAAAAAAAAAAAAAAAAAAAAA\n-----END PRIVATE KEY-----'],
    ...['SG.aaaaaaaaaaaaaaaaaaaa.', 'Bearer aaaaaaaaaaaaaaaaaaaa', 'token=a1B2', 'secret=>secret=>'],
    '-----BEGIN PRIVATE KEY-----        AAAA        ',
  ])('case 65 · takes time in proportion to %j, repeated', (piece) => {
    const times = growth(100_000, (length) => {
      const text = repeated(piece, length)
      return () => redact(text)
    })
    expect(times).toBeLessThan(AT_MOST_IN_PROPORTION)
  })
})

describe('looking for a place to cut', () => {
  it.each(['a', '字', '😀', '🇩🇪', '\u0301'])('takes no time in a megabyte of nothing but %j', (run) => {
    const text = run.repeat(1_000_000)
    expect(processorTime(() => boundaryAtOrBefore(text, 500_001))).toBeLessThan(200)
  })
})

describe('what a summarizer said', () => {
  it.each(['=', '{', 'a', 'a/', '1,', 'eyJ', 'sk-', 'ab://x:', 'user already '])(
    'is looked at in time in proportion, of %j',
    (sign) => {
      const times = growth(25_000, (length) => {
        const text = repeated(sign, length)
        return () => [hasMarker(text), speaksForUser(text), clearLanguageOf([text]), readOperations(text).kind]
      })
      expect(times).toBeLessThan(AT_MOST_IN_PROPORTION)
    },
  )

  it.each([
    ['nothing but brackets', (size: number) => `${'['.repeat(size)}${']'.repeat(size)}`],
    ['what opens and never closes', (size: number) => '{"'.repeat(size)],
  ])('is given up soon: %s', (_, make) => {
    const text = make(30_000)
    expect(processorTime(() => readOperations(text), 1)).toBeLessThan(3_000)
  })
})

describe('what an edit declares', () => {
  it.each(['function ', ' ', '  a', '(', '  a(', '{', 'export ', ' function a() {\n', '+', '@@ ', ' pub(', 'create table '])(
    'case 65 · is read in time in proportion, of %j',
    (piece) => {
      const times = growth(4_000, (length) => {
        const text = repeated(piece, length)
        const patch = `*** Begin Patch\n*** Update File: a.ts\n${text}`
        const files: readonly FileChange[] = [['a.ts', 'modified']]
        return () => [symbolsIn('', { newString: text, oldString: text }, files), symbolsIn(patch, { patch }, files)]
      })
      expect(times).toBeLessThan(AT_MOST_IN_PROPORTION)
    },
  )
})

describe('files in commands', () => {
  it('are looked for without losing time on a command made to lose it', () => {
    const parts = ['-', 'a', './', "'", '"', ' -i', ' 1', 'cat >', 'sed -i', 'rm -a ', '/.', '~.', '&& cat -n ']
    const starts = ['', 'cat ', 'sed -i ', 'sed -n ', 'rm ', 'tee ', 'head -n ']
    const commands = parts.flatMap((part) => starts.map((start) => start + part.repeat(50_000)))
    expect(
      processorTime(() => {
        for (const command of commands) filesInCommand(command)
      }),
    ).toBeLessThan(1_000)
  })
})

describe('counting without a tokenizer', () => {
  it('case 36 · reads the size of an image from its first bytes, however long it is', () => {
    const image = png(640, 480) + 'A'.repeat(20_000_000)
    expect(processorTime(() => imageSize(image))).toBeLessThan(50)
  })

  it('A25, case 35 · is quick on a minified file of 10 MB on one line', () => {
    const text = repeated(CODE.find(({ name }) => name === 'minified code')?.text ?? 'no such corpus', 10_000_000)
    expect(processorTime(() => estimateText(text))).toBeLessThan(1_000)
  })
})
