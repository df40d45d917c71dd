/**
 * `npm run bodies -- [--sessions N] [--seed S] [--strict FILE]`: requests of generated sessions, each in three windows, go through the
 * packages that carry them to providers (the AI SDK's, and the providers' own clients), and the bodies that these build are judged by the
 * providers' documented rules. `--strict` names a module of rules besides: `checkChat`, `checkResponses` and `checkAnthropic`, which throw.
 * Prints what would be refused, and ends with status 1 if anything would.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BodiesReport, DOOR_NAMES, runBodies } from '../test/support/body-runs.ts'
import { strictOpinion } from '../test/support/strict-opinion.ts'

/** Drawn this many at a time; the seed of a chunk and a place in it name a session for ever. */
const CHUNK = 100

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '16' },
    strict: { type: 'string', default: '' },
  },
})
const [sessions, first] = [Number(values.sessions), Number(values.seed)]
const isStrict = existsSync(values.strict)
if (!isStrict)
  console.log(`Strict rules are skipped: ${values.strict === '' ? 'none were named' : `there is no ${values.strict}`}.`)
const opinion = isStrict ? { opinion: await strictOpinion(values.strict) } : {}

let [bodies, unsupported, refused] = [0, 0, 0]
for (let done = 0; done < sessions; done += CHUNK) {
  const seed = first + done
  const count = Math.min(CHUNK, sessions - done)
  const report = await runBodies({ sessions: count, seed, ...opinion })
  bodies += report.bodies
  unsupported += report.unsupported
  refused += report.refused.length
  print(report, seed)
}
console.log(
  `${sessions} sessions in 3 windows through ${DOOR_NAMES.length} packages: ${bodies} bodies, ${refused} refused ` +
    `(${unsupported} requests hold what a package has no place for)`,
)
process.exitCode = refused === 0 ? 0 : 1

function print(report: BodiesReport, seed: number): void {
  for (const { session, door, window, why } of report.refused) {
    console.error(`seed ${seed}, session ${session}, ${window}, ${door}: ${why.join('; ')}`)
  }
}
