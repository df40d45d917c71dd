/** What agents can still do after a compaction, measured on real sessions. `npm run eval -- <folder> [--plots <folder>]` */
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CONTESTANTS } from './contestants.ts'
import { plotRows } from './plot.ts'
import { printReport, rowsOf, titleOf } from './report.ts'
import { type Measured, measurePoint, SIZES } from './run.ts'
import { cutPoints } from './session.ts'
import { measureSpeed, printSpeed } from './speed.ts'
import { printStrictReport } from './strict-report.ts'

const { values, positionals } = parseArgs({ options: { plots: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run eval -- <folder with neutral sessions> [--plots <folder>]')
  process.exit(64)
}
const files = globSync(`${folder}/**/*.json`).sort()
if (files.length === 0) {
  console.error(`there are no sessions in ${folder}`)
  process.exit(66)
}
const measured: Measured[] = []
for (const [index, file] of files.entries()) {
  for (const point of cutPoints(file)) measured.push(...(await measurePoint(point, CONTESTANTS)))
  showProgress(`${index + 1} of ${files.length} sessions, ${file.split('/').slice(-2).join('/')}`)
}
showProgress('')
console.log(printReport(measured))
console.log(printStrictReport(measured))
console.log(printSpeed(measureSpeed(files)))
if (values.plots !== undefined) drawPlots(values.plots)

function drawPlots(to: string): void {
  mkdirSync(to, { recursive: true })
  for (const size of SIZES) {
    const rows = rowsOf(measured, size, 'words')
    if (rows.length === 0) continue
    const path = join(to, `${size === 'real' ? 'real' : Number.parseInt(size, 10)}.svg`)
    writeFileSync(path, plotRows(titleOf(size, 'words', rows), rows))
    console.log(`drawn: ${path}`)
  }
}

/** On a terminal the line is written over; elsewhere every tenth is printed, so that a log shows that it goes on. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
  else if (/^\d*0 of/.test(line)) process.stderr.write(`${line}\n`)
}
