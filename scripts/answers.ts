/** What the engine takes of real answers of models, and what that is worth. `npm run answers -- <folder> [--sessions <folder>] [--refused] [--twins]` */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerFiles } from '../eval/answers/files.ts'
import { printAnswers, printRefused } from '../eval/answers/report.ts'
import { type MeasuredAnswer, measureAnswer } from '../eval/answers/run.ts'
import { judgeTwins, printTaken, printTwins } from '../eval/answers/twins.ts'

const { values, positionals } = parseArgs({
  options: {
    sessions: { type: 'string' },
    refused: { type: 'boolean', default: false },
    twins: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) {
  console.error(
    'usage: npm run answers -- <folder with answers> [--sessions <folder with neutral sessions>] [--refused] [--twins]',
  )
  process.exit(64)
}
const files = answerFiles(folder, values.sessions ?? join(folder, '../sessions/neutral'))
if (files.length === 0) {
  console.error(`there are no answers in ${folder}`)
  process.exit(66)
}
const measured: MeasuredAnswer[] = []
for (const file of files) measured.push(await measureAnswer(file))
console.log(printAnswers(measured))
if (values.refused) console.log(printRefused(measured))
if (values.twins) {
  const twins = measured.flatMap(({ file, entries, record }) => judgeTwins(file.operations, entries, record.span))
  console.log(`\n${printTwins(twins)}`)
  if (values.refused) console.log(`\ntwins that were taken for true\n${printTaken(twins)}`)
}
