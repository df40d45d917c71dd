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
    expect(examples.flatMap((file) => blocksFrom(file)).length).toBeGreaterThan(15)
  })

  it('are what the documents show of their code, whole and as it is', () => {
    const shown = examples.filter((file) => blocksFrom(file, 'ts').length > 0)
    expect(shown).toEqual(expect.arrayContaining(examples.filter((file) => file.includes('-own-'))))
    const other = shown.filter((file) => blocksFrom(file, 'ts').some((block) => block !== readFileSync(file, 'utf8')))
    expect(other, 'paste the example into the document').toEqual([])
  })
})

/** Blocks of the documents that follow a comment with the example's name. */
function blocksFrom(file: string, language: 'text' | 'ts' = 'text'): readonly string[] {
  const text = documents.map((document) => readFileSync(document, 'utf8')).join('\n')
  const blocks = text.matchAll(/^<!-- (\S+) -->\n```(text|ts)\n(.*?)^```/gms)
  return [...blocks].filter(([, name, as]) => name === file && as === language).map(([, , , block = '']) => block)
}
