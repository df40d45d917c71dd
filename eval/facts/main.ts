/** What summaries state, held against the log. `npm run facts -- <folder> [--most <lines of each kind>]` */
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printFacts } from './report.ts'
import { checkSession, type Found } from './run.ts'

const { values, positionals } = parseArgs({ options: { most: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run facts -- <folder with neutral sessions> [--most <lines of each kind>]')
  process.exit(64)
}
const files = globSync(`${folder}/**/*.json`).sort()
if (files.length === 0) {
  console.error(`there are no sessions in ${folder}`)
  process.exit(66)
}
const found: Found[] = []
for (const [index, file] of files.entries()) {
  found.push(...(await checkSession(file)))
  if (index % 10 === 9) process.stderr.write(`${index + 1} of ${files.length} sessions\n`)
}
console.log(printFacts(found, values.most === undefined ? Number.POSITIVE_INFINITY : Number(values.most)))
if (found.some(({ judged }) => judged.falses.length > 0)) process.exitCode = 1
