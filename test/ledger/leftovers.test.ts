import { describe, expect, it } from 'vitest'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const tokenizer = bpeTokenizer()

function summary(messages: readonly Json[], tokens = 900): string {
  const entries = neutralEntries(messages)
  return floorSummary({ log: readLog(entries), ...rangeOf(0, entries.length), tokens, shown: new Set(), tokenizer })
}

const edit = (path: string, before: string, after: string): readonly Json[] =>
  round('Edit', { file_path: path, old_string: before, new_string: after })

describe('what an output ends with', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `  compiled chunk_${at}.js in ${at} ms`).join('\n')
  const end = 'Total bundle size: 4812 kB, budget of 3000 kB exceeded'

  it('F5 · is said with the command, below it what the program around it adds or not', () => {
    for (const below of ['', '\n\nShell cwd was reset to /work']) {
      const text = summary([
        says('user', 'Build it.'),
        ...round('bash', { command: 'npm run build' }, `${lines}\n${end}${below}`),
        says('assistant', 'On we go.'),
      ])
      expect(text).toContain(`- “npm run build” → success: “${end}” (e1)`)
    }
  })

  it('F5 · may stand above what there is to know besides', () => {
    const output =
      'added 203 packages, and audited 204 packages in 5s\n\n40 packages are looking for funding\nnpm warn 2 are old and deprecated'
    const text = summary([
      says('user', 'Build it.'),
      ...round('bash', { command: 'npm install' }, output),
      says('assistant', 'On.'),
    ])
    expect(text).toContain('- “npm install” → success: “added 203 packages, and audited 204 packages in 5s” (e1)')
  })

  it('F5 · is not said if it is code, or the command only looked', () => {
    for (const [command, last] of [
      ['npm run build', '} // 3 of 4 left open here'],
      ['cat build.log', end],
    ]) {
      const text = summary([says('user', 'Go.'), ...round('bash', { command }, `${lines}\n${last}`), says('assistant', 'On.')])
      expect(text).toContain(`- “${command}” → success (e1)`)
    }
  })
})

describe('what an edit took out again', () => {
  const added = edit('src/config.ts', 'const a = 1', 'const a = 1\nexport const retryLimit = 5\n')
  const praised = says('assistant', '`retryLimit` in src/config.ts now caps retries, which works well.')
  const removed = edit('src/config.ts', 'export const retryLimit = 5\n', '')

  it('F6 · is not praised as if it were there', () => {
    const messages = [says('user', 'Tune it.'), ...added, praised]
    expect(summary(messages.concat(says('assistant', 'Next.')))).toContain('now caps retries')
    expect(summary([...messages, ...removed, says('assistant', 'Next.')])).not.toContain('now caps retries')
  })

  it('F6 · is spoken of where it says why, where a later call names it, and where the edit was undone', () => {
    const why = says('assistant', 'I will remove `retryLimit` from src/config.ts, because the client has a limit of its own.')
    expect(summary([says('user', 'Tune it.'), ...added, why, ...removed, says('assistant', 'Next.')])).toContain(
      'limit of its own',
    )
    const again = edit('src/client.ts', 'x', 'export const retryLimit = 3\n')
    expect(summary([says('user', 'Tune it.'), ...added, praised, ...removed, ...again, says('assistant', 'Next.')])).toContain(
      'now caps retries',
    )
    const undone = round('bash', { command: 'git checkout -- src/config.ts' })
    expect(summary([says('user', 'Tune it.'), ...added, praised, ...removed, ...undone, says('assistant', 'Next.')])).toContain(
      'now caps retries',
    )
  })
})

describe('what changes of several files were for', () => {
  const both = (words: string): string => {
    const [first, second] = [edit('docs/notes.md', 'a', 'b')[0], edit('src/queue.ts', 'a', 'drained')[0]]
    const parts = [first, second].flatMap((message) => (message as { content: Json[] }).content)
    return summary([
      says('user', 'Add it.'),
      { role: 'assistant', content: [{ type: 'text', text: words }, ...parts] },
      ...[edit('docs/notes.md', 'a', 'b')[1], edit('src/queue.ts', 'a', 'drained')[1]].flatMap((message) => message ?? []),
      says('assistant', 'Next.'),
    ])
  }

  it('F5 · is said once: with the first, or with the one that it names', () => {
    expect(both('Now let me add the new method:')).toMatch(/notes\.md: modified \(e\d+\): Now let me add the new method\n/)
    expect(both('Now let me add the new method:').match(/add the new method/g)).toHaveLength(1)
    expect(both('Now let me add `drain` to queue.ts:')).toMatch(/queue\.ts: modified \(e\d+\): Now let me add `drain`/)
    expect(both('Now let me add `drain` to queue.ts:').match(/add `drain`/g)).toHaveLength(1)
  })
})

describe('numbers that are spelled out', () => {
  it.each([
    ['The pool has twelve connections.', 'The pool has 20 connections.'],
    ['The retry limit is three.', 'The retry limit is now five.'],
  ])('F6 · are taken back by later ones: %s', (before, later) => {
    const text = summary([says('user', 'Go.'), says('assistant', before), says('assistant', later), says('assistant', 'Next.')])
    expect(text).toContain(later)
    expect(text).not.toContain(before)
  })
})
