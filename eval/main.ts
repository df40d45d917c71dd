/** What agents can still do after a compaction, measured on real sessions. `npm run eval -- <folder>` */
import { globSync, writeFileSync } from 'node:fs'
import { CONTESTANTS } from './contestants.ts'
import { printReport } from './report.ts'
import { type Measured, measurePoint } from './run.ts'
import { cutPoints } from './session.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: npm run eval -- <folder with neutral sessions>')
  process.exit(64)
}
const files = globSync(`${folder}/**/*.json`).sort()
const measured: Measured[] = []
for (const [index, file] of files.entries()) {
  for (const point of cutPoints(file)) measured.push(...measurePoint(point, CONTESTANTS))
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1}/${files.length} sessions`)
}
if (process.stderr.isTTY) process.stderr.write('\r')
console.log(printReport(measured))
