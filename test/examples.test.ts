import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const examples = globSync('examples/*.ts').sort()
const documents = globSync('docs/*.md').sort()

describe.concurrent('the examples', () => {
  // They assert for themselves, exit non-zero on a mismatch, and load the package by its name, as a user would.
  it.each(examples)('%s finds what it asserts, and prints what the documents show of it', async (file) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file])
    expect(stderr).toBe('')
    const missing = blocksFrom(file).filter((block) => !stdout.includes(block))
    expect(missing, `run \`npx node ${file}\` and paste what it prints`).toEqual([])
  })

  it('are the source of what the documents print', () => {
    expect(examples.flatMap(blocksFrom).length).toBeGreaterThan(15)
  })
})

/** Blocks of the documents that follow a comment with the example's name. */
function blocksFrom(file: string): readonly string[] {
  const text = documents.map((document) => readFileSync(document, 'utf8')).join('\n')
  const blocks = text.matchAll(/^<!-- (\S+) -->\n```text\n(.*?)^```/gms)
  return [...blocks].filter(([, name]) => name === file).map(([, , block = '']) => block)
}
