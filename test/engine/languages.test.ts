import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CHILD = join(import.meta.dirname, '../support/languages-child.ts')

function child(...given: readonly string[]): string {
  return execFileSync(process.execPath, [CHILD, ...given], { encoding: 'utf8' })
}

/** What comes of each case where all languages are loaded from the start. */
const loaded: ReadonlyMap<string, unknown> = new Map(
  child()
    .trim()
    .split('\n')
    .map((line): [string, unknown] => JSON.parse(line)),
)

describe('languages with letters of their own', () => {
  it.each([
    ['english', false],
    ['people', true],
    ['escaped', true],
    ['instructions', false],
    ['before', true],
    ['hook', true],
    ['brief', true],
    ['undone', true],
  ])('L7 · are loaded before a text needs them, and change nothing of others: %s', (name, knows) => {
    expect(JSON.parse(child(name))).toEqual({ made: loaded.get(name), knows })
  })

  it('L7 · are read: a rule of theirs stands in the summary', () => {
    expect(JSON.stringify(loaded.get('people'))).toContain('必ずテストを実行してください')
  })
})
