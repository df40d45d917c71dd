/**
 * What the engine takes of real answers of models, and what that is worth; or what a model would be asked, so that somebody can answer it.
 * `npm run answers -- <folder> [--sessions <folder>] [--refused] [--twins]`
 * `npm run answers -- --prompt <session file> [--from n] [--to n] [--window n] [--profile coding]`
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerFiles, USUAL_WINDOW } from '../eval/answers/files.ts'
import { promptAbout } from '../eval/answers/prompt.ts'
import { printAnswers, printRefused } from '../eval/answers/report.ts'
import { type MeasuredAnswer, measureAnswer } from '../eval/answers/run.ts'
import { judgeTwins, printTaken, printTwins } from '../eval/answers/twins.ts'
import { printVerdicts } from '../eval/answers/verdicts.ts'
import { messagesIn } from '../eval/session.ts'
import type { Json } from '../src/schema/json.ts'
import { cms, coding, general } from '../src/summarizers/profiles.ts'

const { values, positionals } = parseArgs({
  options: {
    ...{ sessions: { type: 'string' }, prompt: { type: 'string' }, profile: { type: 'string', default: 'coding' } },
    ...{ from: { type: 'string', default: '0' }, to: { type: 'string' }, window: { type: 'string' } },
    refused: { type: 'boolean', default: false },
    twins: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [folder] = positionals
if (values.prompt !== undefined) {
  const profile = [cms, coding, general].find(({ name }) => name === values.profile)
  if (profile === undefined) fail(64, `there is no profile "${values.profile}": cms, coding, general`)
  const messages = messagesIn(JSON.parse(readFileSync(values.prompt, 'utf8')) as Json)
  const to = values.to === undefined ? messages.length : Number(values.to)
  const window = values.window === undefined ? USUAL_WINDOW : Number(values.window)
  const about = { name: values.prompt, messages: messages.slice(Number(values.from), to), window }
  console.log(await promptAbout(about, profile))
} else {
  if (folder === undefined) {
    fail(64, 'usage: npm run answers -- <folder with answers> [--sessions <folder with neutral sessions>] [--refused] [--twins]')
  }
  await measure(folder)
}

async function measure(answers: string): Promise<void> {
  const files = answerFiles(answers, values.sessions ?? join(answers, '../sessions/neutral'))
  if (files.length === 0) fail(66, `there are no answers in ${answers}`)
  const measured: MeasuredAnswer[] = []
  for (const file of files) measured.push(await measureAnswer(file))
  console.log(printAnswers(measured))
  console.log(`\n${printVerdicts(measured)}`)
  if (values.refused) console.log(printRefused(measured))
  if (!values.twins) return
  const twins = measured.flatMap(({ file, entries, record }) => judgeTwins(file.operations, entries, record.span))
  console.log(`\n${printTwins(twins)}`)
  if (values.refused) console.log(`\ntwins that were taken for true\n${printTaken(twins)}`)
}

function fail(code: number, message: string): never {
  console.error(message)
  process.exit(code)
}
