import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { redactor } from '../../src/redact/redact.ts'
import { cpuTime } from '../budget/counting/cpu-time.ts'

const { text: redact } = redactor(sha256Hex, 'k', 't')

/** What is repeated to make a text that a careless pattern would choke on. */
const HOSTILE: readonly string[] = [
  ...[
    'a',
    'sk-',
    'eyJ',
    'eyJaaaaaaaaaa.',
    '://',
    '://a:',
    `://b:${'b'.repeat(250)}`,
    'password=',
    'apikey: aaaaaaaa',
    'token   ',
  ],
  ...['-----BEGIN PRIVATE KEY-----', '\n-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n'],
  ...[
    'AAAAAAAAAAAAAAAAAAAAAAAA\n-----END PRIVATE KEY-----',
    '1234567890:AA',
    'SG.aaaaaaaaaaaaaaaaaaaa.',
    ';password=',
    'Bearer aaaaaaaaaaaaaaaaaaaa',
  ],
  ...['token=a1B2', '-----BEGIN PRIVATE KEY-----        AAAA        ', ' \\n\\n\\n', 'secret=>secret=>'],
]

describe('redaction of hostile text', () => {
  it.each(HOSTILE)('case 65 · takes time in proportion to %j, repeated', (piece) => {
    const small = piece.repeat(Math.ceil(100_000 / piece.length))
    const large = piece.repeat(Math.ceil(800_000 / piece.length))
    redact(small)
    const once = Math.max(
      1,
      cpuTime(() => redact(small)),
    )
    // Eight times the text: quadratic would be 64 times. Room for a machine that does other things, too, and more than one chance.
    const most = once * 32 + 100
    const times = [0, 1, 2].reduce<number>(
      (best) =>
        best < most
          ? best
          : Math.min(
              best,
              cpuTime(() => redact(large)),
            ),
      Infinity,
    )
    expect(times).toBeLessThan(most)
  })
})
